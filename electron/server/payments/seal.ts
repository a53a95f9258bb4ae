/** Secrets of the bank at rest (auth/seal.ts). */
import { z } from 'zod'
import { sealText, unsealText } from '../auth/seal'
import type { SessionKeys } from '../auth/tokens'

const PURPOSE = 'turno payment settings'

const bankSecrets = z.object({ clientSecret: z.string(), certificate: z.string() })
export type BankSecrets = z.output<typeof bankSecrets>
export const NO_SECRETS: BankSecrets = { clientSecret: '', certificate: '' }

/** @returns text for the database. */
export const seal = (keys: SessionKeys, secrets: BankSecrets): string =>
  sealText(keys, PURPOSE, JSON.stringify(secrets))

/** @returns the secrets; null when there are none, or the key file is another one: they have to be entered again. */
export function unseal(keys: SessionKeys, text: string): BankSecrets | null {
  const plain = unsealText(keys, PURPOSE, text)
  if (plain === null) return null
  try {
    const parsed = bankSecrets.safeParse(JSON.parse(plain))
    return parsed.success ? parsed.data : null
  } catch {
    return null // sealed by us, and yet no JSON: as if none were kept
  }
}
