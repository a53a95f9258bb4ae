/**
 * Where a session is stored between two starts: one 0600 file holding the refresh token and the user, encrypted by the
 * system's keyring. Which backend encrypted it is recorded; without a keyring nothing is written until the user agrees
 * to plain text.
 */
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type SessionState, user } from '../../../src/contract'
import { privateFolder } from '../../database/private-folder'
import type { Log } from '../log/log'

/** The asynchronous part of Electron's safeStorage; the synchronous calls leave with Electron 46. */
export interface Keyring {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plainText: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>
  /** Linux only: `basic_text` is a fixed password, no keyring at all. */
  getSelectedStorageBackend?(): string
}

const secret = z.object({ refreshToken: z.string().min(1), user, server: z.string() })
/** What is kept: never the access token, which lives fifteen minutes and in memory only. */
export type Secret = z.output<typeof secret>

const file = z.discriminatedUnion('storage', [
  z.object({ version: z.literal(1), storage: z.literal('encrypted'), backend: z.string(), data: z.string() }),
  z.object({ version: z.literal(1), storage: z.literal('plain'), data: z.string() }),
])

/** `lost`: something was kept but cannot be read any more; a sign-in repairs it. */
export type Loaded =
  | { kind: 'none' }
  | { kind: 'found'; secret: Secret; storage: 'encrypted' | 'plain' }
  | { kind: 'lost' }

export interface Vault {
  load(): Promise<Loaded>
  /** Keeps a secret as well as the machine allows; answers how. `refused` means memory only. */
  save(value: Secret): Promise<SessionState['storage']>
  erase(): Promise<void>
  /** The user's word on plain text; lasts until the secret is erased. */
  allowPlain(allow: boolean): void
}

/**
 * @param path file of the secret; its folder is created.
 * @param platform `process.platform`, because only Linux can lack a keyring while reporting one.
 */
export function createVault(deps: { path: string; keyring: Keyring; platform: string; log: Log }): Vault {
  const { path, keyring, platform, log } = deps
  let plainAllowed = false
  let queue: Promise<unknown> = Promise.resolve()
  // Writes follow one another: a sign-out must not be overtaken by the save of a refresh.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work, work)
    queue = next.catch(() => undefined)
    return next
  }

  const backend = (): string =>
    platform === 'linux' ? (keyring.getSelectedStorageBackend?.() ?? 'unknown') : platform

  const canEncrypt = async (): Promise<boolean> => {
    try {
      return (await keyring.isAsyncEncryptionAvailable()) && backend() !== 'basic_text'
    } catch (error) {
      log.warn('keyring could not be asked', { error })
      return false
    }
  }

  const write = async (content: z.input<typeof file>): Promise<void> => {
    privateFolder(dirname(path))
    const next = `${path}.new`
    await writeFile(next, JSON.stringify(content), { mode: 0o600 })
    await chmod(next, 0o600)
    await rename(next, path)
  }

  const saveNow = async (value: Secret): Promise<SessionState['storage']> => {
    const text = JSON.stringify(value)
    if (await canEncrypt()) {
      try {
        const data = (await keyring.encryptStringAsync(text)).toString('base64')
        await write({ version: 1, storage: 'encrypted', backend: backend(), data })
        return 'encrypted'
      } catch (error) {
        log.error('session could not be encrypted', { error, backend: backend() })
      }
    }
    if (!plainAllowed) {
      await rm(path, { force: true })
      return 'refused'
    }
    await write({ version: 1, storage: 'plain', data: text })
    return 'plain'
  }

  const loadNow = async (): Promise<Loaded> => {
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'none' }
      log.error('session file could not be read', { error })
      return { kind: 'lost' }
    }
    try {
      const kept = file.parse(JSON.parse(text))
      if (kept.storage === 'plain') {
        // Written with consent; a keyring that appeared since takes it over at the next save.
        plainAllowed = true
        return { kind: 'found', secret: secret.parse(JSON.parse(kept.data)), storage: 'plain' }
      }
      if (kept.backend !== backend()) log.warn('keyring changed', { was: kept.backend, now: backend() })
      const { result, shouldReEncrypt } = await keyring.decryptStringAsync(Buffer.from(kept.data, 'base64'))
      const value = secret.parse(JSON.parse(result))
      if (shouldReEncrypt) await saveNow(value)
      return { kind: 'found', secret: value, storage: 'encrypted' }
    } catch (error) {
      log.error('kept session is unreadable, a sign-in is needed', { error, backend: backend() })
      return { kind: 'lost' }
    }
  }

  return {
    load: () => inTurn(loadNow),
    save: value => inTurn(() => saveNow(value)),
    erase: () =>
      inTurn(async () => {
        plainAllowed = false
        await rm(path, { force: true })
        await rm(`${path}.new`, { force: true })
      }),
    allowPlain(allow) {
      plainAllowed = allow
    },
  }
}
