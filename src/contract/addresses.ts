/**
 * What stands in the place of a phone number where WhatsApp does not show it: the id Meta gives a person (`BR.1502576394655843`,
 * of several companies of one owner `BR.ENT.1502576394655843`), or WhatsApp's anonymous number (`987654321012345@lid`). No bare
 * digits, so that none of them can be taken for a phone. Pure.
 */

export const ADDRESS_KINDS = ['user', 'parent', 'lid'] as const

/** One address of a person besides the phone. */
export interface Address {
  kind: (typeof ADDRESS_KINDS)[number]
  value: string
}

/** An id of Meta's: country, and up to 128 letters and digits. */
export const META_ID = /^[A-Z]{2}\.[A-Za-z0-9.]{1,140}$/
const PARENT_ID = /^[A-Z]{2}\.ENT\./
const LID = /^\d+@lid$/

/** The address a contact's number is; null for a phone and for a group. */
export function addressIn(number: string): Address | null {
  if (LID.test(number)) return { kind: 'lid', value: number }
  if (!META_ID.test(number)) return null
  return { kind: PARENT_ID.test(number) ? 'parent' : 'user', value: number }
}

/** A number as people read and export it: '' where an address stands in its place. */
export const phoneOf = (number: string): string => (addressIn(number) ? '' : number)

/**
 * A phone number for reading: Brazilian ones as +55 (11) 91234-5678, others as + and digits in groups.
 * Anything with letters stays as it is; a masked one is written as a whole one would be.
 * @returns "" where an address stands in its place.
 */
export function formatPhone(number: string): string {
  if (addressIn(number)) return ''
  const digits = number.replace(/^\+/, '').replace(/[\s().-]/g, '')
  if (!/^[\d•]{8,15}$/.test(digits)) return number
  const brazilian = /^55(\d{2})([\d•]{4,5})(\d{4})$/.exec(digits)
  if (brazilian) return `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}`
  return `+${digits.slice(0, -8)} ${digits.slice(-8, -4)} ${digits.slice(-4)}`.replace('+ ', '')
}

/** The addresses among some numbers; what is none, or not there, is left out. */
export const addressesIn = (numbers: readonly (string | null | undefined)[]): Address[] =>
  numbers.flatMap(one => (one ? (addressIn(one) ?? []) : []))

/** Characters of an address that tell people apart who have neither a name nor a phone. */
const SHOWN = 4

/** What somebody is called who gave no name: by the number, the user name, or the end of the address. The same in every language. */
export function plainName(number: string, username?: string | null): string {
  const address = addressIn(number)
  if (!address) return number
  return username ? `@${username}` : `WhatsApp ${address.value.replace('@lid', '').slice(-SHOWN)}`
}

/** A name as people read it: bare digits are the number of somebody who gave none. */
export const shownName = (name: string): string => (/^\+?[\d•]{8,15}$/.test(name) ? formatPhone(name) : name)

/** What a contact is called: by the name, and without one as `plainName` says; '' for none. */
export const displayName = (
  contact: { name: string; number: string; username?: string | null } | null | undefined,
): string => (contact ? shownName(contact.name || plainName(contact.number, contact.username)) : '')

/** Whether nobody has given a contact a name. */
export const isNameless = (contact: { name: string; number: string; username?: string | null }): boolean =>
  [contact.number, plainName(contact.number), plainName(contact.number, contact.username)].includes(
    contact.name,
  )

/** The name somebody gave a contact; '' where there is none: nobody is addressed by their number. */
export const givenName = (contact: { name: string; number: string; username?: string | null }): string =>
  isNameless(contact) ? '' : contact.name
