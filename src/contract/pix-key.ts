/** Pix keys and the names of receivers, as the codes of Brazil's central bank hold them. Pure. */
import { z } from 'zod'
import { withoutAccents } from './fold'
import { canRing } from './phone-numbers'
import { bareTaxId, isCnpj, isCpf } from './tax-id'

/** Most characters of a key, and of the receiver's name and city in a code (EMV QR, fields 59 and 60). */
export const PIX = { keyChars: 77, nameChars: 25, cityChars: 15 } as const

const address = z.email()

/**
 * A phone as a key holds it; null for what is none. Without its country it has to look like one: eleven bare digits may be
 * a CPF with a wrong digit, and money would go to whoever has that phone.
 */
function phoneKey(typed: string): string | null {
  const digits = typed.replace(/\D/g, '')
  const hasCountry = /^(?:\+|55)[\d\s()-]+$/.test(typed) && canRing(digits)
  if (hasCountry) return `+${digits}`
  const isWritten = /^\(?[1-9]{2}\)?[ -]?9\d{4}[ -]?\d{4}$/.test(typed) && typed !== digits
  return isWritten ? `+55${digits}` : null
}

/**
 * A key in the form of its kind: CPF and CNPJ without signs, a phone with "+55", an e-mail in small letters, a random key
 * (UUID) with its hyphens. Eleven bare digits with the check digits of a CPF are one.
 * @returns null for what is no key of the five kinds.
 */
export function pixKeyOf(typed: string): string | null {
  const text = typed.trim()
  if (text.includes('@')) {
    const email = text.toLowerCase()
    return email.length <= PIX.keyChars && address.safeParse(email).success ? email : null
  }
  const [, ...groups] =
    /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i.exec(text) ?? []
  if (groups.length > 0) return groups.join('-').toLowerCase()
  if (!text.startsWith('+') && /^[\dA-Z][\dA-Z.\-/ ]*$/i.test(text)) {
    const taxId = bareTaxId(text)
    if (isCpf(taxId) || isCnpj(taxId)) return taxId
  }
  return phoneKey(text)
}

/** A name as a code holds it: plain letters, accents taken off, cut; '' when none of its letters are Latin. */
export function pixText(text: string, most: number): string {
  const plain = withoutAccents(text)
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, most)
    .trim()
  return /[a-z\d]/i.test(plain) ? plain : ''
}
