/** The identity of this computer for consoles of its network: a key, and a certificate for it. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { localHostOf, signsOf } from '@contract'

/**
 * A certificate is made at each start and lasts longer than any run. Consoles remember the key, not the certificate.
 */
const YEARS = 10

export interface Identity {
  /** PKCS#8 in PEM. */
  privateKey: string
  /** Hash of the public key: what consoles compare. */
  fingerprint: string
  /** The name of this computer, whatever its address. */
  host: string
}

const PEM = { type: 'pkcs8', format: 'pem' } as const

/** SHA-256 of a public key as certificates contain it (RFC 7469), as text. */
const fingerprintOf = (key: KeyObject): string =>
  signsOf(
    createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest(),
  )

/** Makes a key: P-256, which every TLS implementation supports. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PEM).toString()

/** @param privateKey made by `newPrivateKey`. */
export function identityOf(privateKey: string): Identity {
  const fingerprint = fingerprintOf(createPublicKey(createPrivateKey(privateKey)))
  return { privateKey, fingerprint, host: localHostOf(fingerprint) }
}

/** @returns a certificate in PEM with only the key and the name. */
export async function certificateOf({ privateKey, host }: Identity): Promise<string> {
  const { generate } = await import('selfsigned')
  const publicKey = createPublicKey(createPrivateKey(privateKey))
    .export({ type: 'spki', format: 'pem' })
    .toString()
  const now = new Date()
  const { cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    keyPair: { privateKey, publicKey },
    // The clocks of two computers may differ.
    notBeforeDate: new Date(now.getTime() - 86_400_000),
    notAfterDate: new Date(now.getFullYear() + YEARS, 0, 1),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  return cert
}
