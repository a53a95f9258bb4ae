/** Who this computer is for consoles of its network: a key, and a certificate around it. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { localHostOf, signsOf } from '@contract'

/** A certificate is made at each start: long enough for whatever runs without one. Consoles hold on to the key, not to it. */
const YEARS = 10

export interface Identity {
  /** PKCS#8 in PEM. */
  privateKey: string
  /** Of the public key: what consoles compare. */
  fingerprint: string
  /** What this computer is called, whatever its address. */
  host: string
}

const PEM = { type: 'pkcs8', format: 'pem' } as const

/** SHA-256 of a public key as it stands in certificates (RFC 7469), in signs. */
const fingerprintOf = (key: KeyObject): string =>
  signsOf(
    createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest(),
  )

/** Makes a key: P-256, which every TLS there is can do. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PEM).toString()

/** @param privateKey as `newPrivateKey` made it. */
export function identityOf(privateKey: string): Identity {
  const fingerprint = fingerprintOf(createPublicKey(createPrivateKey(privateKey)))
  return { privateKey, fingerprint, host: localHostOf(fingerprint) }
}

/** @returns a certificate in PEM that says nothing but the key and the name. */
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
    // The clocks of two computers differ.
    notBeforeDate: new Date(now.getTime() - 86_400_000),
    notAfterDate: new Date(now.getFullYear() + YEARS, 0, 1),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  return cert
}
