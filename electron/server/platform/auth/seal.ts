/**
 * Secrets in the database: AES-256-GCM under a key derived from the workspace's key file (./tokens.ts). Somebody with
 * workspace.db alone reads nothing; with the whole data folder they do.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { SessionKeys } from './tokens'

const NONCE_BYTES = 12
const KEY_BYTES = 32
/** A shortened tag is easier to forge: only a whole one counts. */
const TAG = { authTagLength: 16 } as const

/** One key for each purpose: what is sealed for one cannot be used as another. */
export const keyFor = (keys: SessionKeys, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', keys.access, Buffer.alloc(0), purpose, KEY_BYTES))

/** A mark of a text by which it is found again: nobody makes it, or reads the text in it, without the key file. */
export const markOf = (keys: SessionKeys, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(keys, purpose)).update(text).digest('base64url')

/** @param purpose fixed words that name what is sealed. @returns text for the database. */
export function sealText(keys: SessionKeys, purpose: string, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys, purpose), nonce, TAG)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map(part => part.toString('base64'))].join('.')
}

/** @returns the secret; null when there is none, or the key file is another one: it has to be entered again. */
export function unsealText(keys: SessionKeys, purpose: string, text: string): string | null {
  const [version, nonce, tag, sealed] = text.split('.')
  if (version !== 'v1' || !nonce || !tag || sealed === undefined) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(keys, purpose), Buffer.from(nonce, 'base64'), TAG)
    decipher.setAuthTag(Buffer.from(tag, 'base64'))
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()]).toString('utf8')
  } catch {
    return null // another key file: shown to whoever keeps the setting as "no secret kept"
  }
}
