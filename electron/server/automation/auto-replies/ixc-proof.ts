/**
 * Proves that the customer is the holder of an IXC record. A CPF alone proves nothing, because others know it; a phone
 * of the record or a second fact does. Nothing of the record is said before. Pure.
 */
import { isSamePhone } from '@contract'
import type { IxcRecord } from '../../platform/providers/ixc'

/** Facts of a record that presumably only its holder knows. */
export type IxcFact = 'birthDate' | 'email'

/** A phone as the web service stores it, "(11) 98765-4321", with its country code. */
function international(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits
}

/** Whether a record contains the phone a customer writes from. @param number digits with the country code. */
export const isKnownPhone = (record: IxcRecord, number: string): boolean =>
  number !== '' && record.phones.some(phone => isSamePhone(number, international(phone)))

/** Facts that may be asked about a record. */
export const factsOf = (record: IxcRecord): IxcFact[] => [
  ...(record.birthDate === '' ? [] : (['birthDate'] as const)),
  ...(record.email === '' ? [] : (['email'] as const)),
]

/** Dates in a text as YYYY-MM-DD: 07/03/1985, 07031985, 1985-03-07, but not 7-3-85. */
function daysIn(text: string): string[] {
  const day = (year = '', month = '', date = ''): string =>
    `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return [
    ...[...text.matchAll(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g)].map(([, y, m, d]) => day(y, m, d)),
    ...[...text.matchAll(/\b(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})\b/g)].map(([, d, m, y]) => day(y, m, d)),
    ...[...text.matchAll(/\b(\d{2})(\d{2})(\d{4})\b/g)].map(([, d, m, y]) => day(y, m, d)),
  ]
}

/** Whether a message states a fact of the record; a message with several guesses does not count. */
export function proves(record: IxcRecord, text: string): boolean {
  const days = [...new Set(daysIn(text))]
  const mails = [...new Set(text.toLowerCase().match(/(?<![^\s<>,;:])[^\s<>,;:]+@[^\s<>,;:]+/g) ?? [])]
  if (days.length + mails.length !== 1) return false
  return (
    (record.birthDate !== '' && days[0] === record.birthDate) ||
    (record.email !== '' && mails[0] === record.email.toLowerCase())
  )
}
