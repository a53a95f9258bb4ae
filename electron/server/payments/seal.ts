/**
 * Secrets of the bank at rest: AES-256-GCM under a key that is not in the database but derived from the workspace's key
 * file (auth/tokens.ts). Who has only workspace.db or a copy of it reads nothing; who has the whole data folder does.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SessionKeys } from '../auth/tokens'

const NONCE_BYTES = 12
const KEY_BYTES = 32
const PURPOSE = 'turno payment settings'

export const bankSecrets = z.object({ clientSecret: z.string(), certificate: z.string() })
export type BankSecrets = z.output<typeof bankSecrets>
export const NO_SECRETS: BankSecrets = { clientSecret: '', certificate: '' }

const keyOf = (keys: SessionKeys): Buffer =>
  Buffer.from(hkdfSync('sha256', keys.access, Buffer.alloc(0), PURPOSE, KEY_BYTES))

/** @returns text for the database. */
export function seal(keys: SessionKeys, secrets: BankSecrets): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map(part => part.toString('base64'))].join('.')
}

/** @returns the secrets; null when there are none, or the key file is another one: they have to be entered again. */
export function unseal(keys: SessionKeys, text: string): BankSecrets | null {
  const [version, nonce, tag, sealed] = text.split('.')
  if (version !== 'v1' || !nonce || !tag || !sealed) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(keys), Buffer.from(nonce, 'base64'))
    decipher.setAuthTag(Buffer.from(tag, 'base64'))
    const plain = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
    const parsed = bankSecrets.safeParse(JSON.parse(plain.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null // another key file: said to the super-administrator as "no secret kept"
  }
}
