/**
 * One phone, written in two ways. Brazil gave its mobile numbers a ninth digit; WhatsApp knows many of them without it
 * still, people type them with it. Pure.
 */
import { fold } from './fold'

/** Country, area code, and the eight digits a mobile number had: those began with 6 to 9, those of houses do not. */
const BRAZILIAN_MOBILE = /^(55[1-9][1-9])9?([6-9]\d{7})$/

/**
 * The ways a number may be written that ring the same phone, itself first.
 * @param number digits with the country; anything else is its own only form.
 */
export function numberForms(number: string): readonly string[] {
  const [, area, rest] = BRAZILIAN_MOBILE.exec(number) ?? []
  if (area === undefined || rest === undefined) return [number]
  const other = [`${area}9${rest}`, `${area}${rest}`].filter(form => form !== number)
  return [number, ...other]
}

/** What a contact is found by: its name, its number in every way it is typed, its address. */
export const contactSearchText = (contact: { name: string; number: string; email?: string | null }): string =>
  fold(`${contact.name} ${numberForms(contact.number).join(' ')} ${contact.email ?? ''}`)

/** Whether two numbers ring the same phone. */
export const isSamePhone = (a: string, b: string): boolean => numberForms(a).includes(b)

const BRAZILIAN = /^55[1-9][1-9](?:9?[6-9]\d{7}|9[1-9]\d{7}|[2-5]\d{7})$/

/**
 * Whether a number can be somebody's, as far as numbering plans say: 8 to 15 digits beginning with a country, and in
 * Brazil an area with eight or nine digits.
 */
export const canRing = (number: string): boolean =>
  number.startsWith('55') ? BRAZILIAN.test(number) : /^[1-9]\d{7,14}$/.test(number)
