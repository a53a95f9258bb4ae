/**
 * That who writes is the holder of an IXC record. A CPF alone proves nothing: others know it. A phone the record names does,
 * and so does a second fact of the record. Nothing of the record is said before. Pure.
 */
import { isSamePhone } from '@contract'
import type { IxcRecord } from '../../platform/providers/ixc'

/** Facts of a record that only its holder is thought to know. */
export type IxcFact = 'birthDate' | 'email'

/** A phone as the webservice keeps it, "(11) 98765-4321", with its country. */
function international(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits
}

/** Whether a record names the phone somebody writes from. @param number digits with the country. */
export const isKnownPhone = (record: IxcRecord, number: string): boolean =>
  number !== '' && record.phones.some(phone => isSamePhone(number, international(phone)))

/** What may be asked about a record. */
export const factsOf = (record: IxcRecord): IxcFact[] => [
  ...(record.birthDate === '' ? [] : (['birthDate'] as const)),
  ...(record.email === '' ? [] : (['email'] as const)),
]

/** Days a text names, YYYY-MM-DD: 07/03/1985, 7-3-85 is none, 07031985, 1985-03-07. */
function daysIn(text: string): string[] {
  const day = (year = '', month = '', date = ''): string =>
    `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return [
    ...[...text.matchAll(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g)].map(([, y, m, d]) => day(y, m, d)),
    ...[...text.matchAll(/\b(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})\b/g)].map(([, d, m, y]) => day(y, m, d)),
    ...[...text.matchAll(/\b(\d{2})(\d{2})(\d{4})\b/g)].map(([, d, m, y]) => day(y, m, d)),
  ]
}

/** Whether what somebody wrote names a fact of the record; of several guesses in one message none counts. */
export function proves(record: IxcRecord, text: string): boolean {
  const days = [...new Set(daysIn(text))]
  const mails = [...new Set(text.toLowerCase().match(/(?<![^\s<>,;:])[^\s<>,;:]+@[^\s<>,;:]+/g) ?? [])]
  if (days.length + mails.length !== 1) return false
  return (
    (record.birthDate !== '' && days[0] === record.birthDate) ||
    (record.email !== '' && mails[0] === record.email.toLowerCase())
  )
}
