import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { ownFile } from './paths'
import { requireReady } from './ready'
import { NotInStandIn, refusing } from './refusing'

const BACKENDS = ['basic_text', 'gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'] as const
type Backend = (typeof BACKENDS)[number] | 'unknown'

/**
 * The keyring the stand-in plays. There is none: a key file (0600) in the user data folder holds the key, so that an
 * encrypted secret survives a restart as it does with a real keyring. Tests and TURNO_STAND_IN_KEYRING choose what is
 * reported: a backend's name, or `none`.
 */
export const keyring = {
  backend: process.env.TURNO_STAND_IN_KEYRING ?? 'gnome_libsecret',
  /** The next decrypt asks for the value to be encrypted again (the system rotated its key). */
  rotated: false,
}

function key(): Buffer {
  const file = ownFile('stand-in.keyring')
  try {
    return readFileSync(file)
  } catch {
    const fresh = randomBytes(32)
    writeFileSync(file, fresh, { mode: 0o600 })
    return fresh
  }
}

const available = () => keyring.backend !== 'none'

function mustBeAvailable(): void {
  requireReady('safeStorage')
  if (!available()) throw new Error('Error while using the keyring: Encryption is not available.')
}

const PREFIX = Buffer.from('v11')

export const safeStorage = refusing('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    requireReady('safeStorage')
    return available()
  },

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    mustBeAvailable()
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key(), iv)
    const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
    return Buffer.concat([PREFIX, iv, cipher.getAuthTag(), body])
  },

  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    mustBeAvailable()
    const bytes = Buffer.from(encrypted)
    if (!bytes.subarray(0, 3).equals(PREFIX)) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
    }
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(3, 15))
    decipher.setAuthTag(bytes.subarray(15, 31))
    const result = Buffer.concat([decipher.update(bytes.subarray(31)), decipher.final()]).toString('utf8')
    const shouldReEncrypt = keyring.rotated
    keyring.rotated = false
    return { result, shouldReEncrypt }
  },

  getSelectedStorageBackend(): Backend {
    requireReady('safeStorage')
    return BACKENDS.find(one => one === keyring.backend) ?? 'unknown'
  },

  isEncryptionAvailable: (): never => {
    throw new NotInStandIn('the synchronous safeStorage.isEncryptionAvailable')
  },
  encryptString: (): never => {
    throw new NotInStandIn('the synchronous safeStorage.encryptString')
  },
  decryptString: (): never => {
    throw new NotInStandIn('the synchronous safeStorage.decryptString')
  },
})
