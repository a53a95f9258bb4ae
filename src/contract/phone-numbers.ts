/**
 * Phone numbers: how people type them and spreadsheets hold them, and the two ways one phone may be written. Brazil gave its
 * mobile numbers a ninth digit, Benin two more; Mexico and Argentina had a digit for mobiles. WhatsApp knows many of them in
 * the one way, people type them in the other. Pure.
 */
import { addressIn } from './addresses'
import { fold } from './fold'
import { isCpf } from './tax-id'

/**
 * Countries whose phones have a second form: what both begin with, what the longer one has after it, what both end with.
 * `otherForm` (electron/server/desk/contacts/by-phone.ts) says the same in SQL.
 */
const TWO_FORMS: readonly { short: RegExp; long: RegExp; more: string }[] = [
  // Area code and the eight digits a mobile number had: those began with 6 to 9, those of houses do not.
  { short: /^(55[1-9][1-9])([6-9]\d{7})$/, long: /^(55[1-9][1-9])9([6-9]\d{7})$/, more: '9' },
  { short: /^(52)([2-9]\d{9})$/, long: /^(52)1([2-9]\d{9})$/, more: '1' },
  { short: /^(54)([1-8]\d{9})$/, long: /^(54)9([1-8]\d{9})$/, more: '9' },
  { short: /^(229)([2-9]\d{7})$/, long: /^(229)01([2-9]\d{7})$/, more: '01' },
]

/**
 * The ways a number may be written that ring the same phone, itself first.
 * @param number digits with the country; anything else is its own only form.
 */
export function numberForms(number: string): readonly string[] {
  for (const { short, long, more } of TWO_FORMS) {
    const [, from, rest] = short.exec(number) ?? []
    if (from !== undefined) return [number, `${from}${more}${rest}`]
    const [, area, end] = long.exec(number) ?? []
    if (area !== undefined) return [number, `${area}${end}`]
  }
  return [number]
}

/** What a contact is found by: its name, its number in every way it is typed, its user name and e-mail. */
export function contactSearchText(contact: {
  name: string
  number: string
  username?: string | null
  email?: string | null
}): string {
  const { name, number, username, email } = contact
  // What stands in the place of a phone is nothing anybody types.
  const phone = addressIn(number) ? [] : numberForms(number)
  return fold([name, ...phone, ...(username ? [`@${username}`] : []), email ?? ''].join(' '))
}

/** The numbers that a typed one may be as a whole: with its country or without, in every way it is written. */
export const numbersTyped = (typed: string): readonly string[] => {
  const read = [null, ...homes].flatMap(home => {
    const phone = readPhone(typed, home)
    return 'fault' in phone ? [] : numberForms(phone.number)
  })
  return [...new Set(read)]
}

/** Whether two numbers ring the same phone. */
export const isSamePhone = (a: string, b: string): boolean => numberForms(a).includes(b)

const BRAZILIAN = /^55[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/

/**
 * Whether a number can be somebody's, as far as numbering plans say: 8 to 15 digits beginning with a country; in Brazil an
 * area with eight or nine digits, in North America one with seven.
 */
export const canRing = (number: string): boolean =>
  number.startsWith('55')
    ? BRAZILIAN.test(number)
    : number.startsWith('1')
      ? /^1[2-9]\d{9}$/.test(number)
      : /^[2-9]\d{7,14}$/.test(number)

/** Area codes of Brazil there are (Anatel): 10, 20, 23 and their like belong to nobody. */
const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[13-579]|8[1-9]|9[1-9])'
/** Area code with a mobile number of nine digits or a number of eight; before it a 0, with or without a carrier. */
const IN_BRAZIL = new RegExp(`^(?:0|0[1-9]\\d)?(${AREA}(?:9\\d{8}|[2-9]\\d{7}))$`)
/**
 * A mobile is dialled with 15 behind its area at home, and with 9 before it from abroad. Areas of others are left out, which
 * are the beginning of numbers of Portugal, Italy and Kenya.
 */
const MOBILE_IN_ARGENTINA =
  /^0?(?=\d{12}$)(11|280|2[23469]\d{1,2}|3[3-8]\d|3(?:[34678]\d|5[2-8])\d)15(\d{6,8})$/

interface Homeland {
  code: string
  /** The time zones of its cities. */
  zones: RegExp
  /** A number dialled at home, with the country before it; null when it is none. */
  national: (digits: string) => string | null
}

/** Countries whose own way of writing numbers is read. */
const HOMES = {
  BR: {
    code: '55',
    zones:
      /^(?:Brazil\/.*|America\/(?:Araguaina|Bahia|Belem|Boa_Vista|Campo_Grande|Cuiaba|Eirunepe|Fortaleza|Maceio|Manaus|Noronha|Porto_Acre|Porto_Velho|Recife|Rio_Branco|Santarem|Sao_Paulo))$/,
    national: digits => {
      const [, number] = IN_BRAZIL.exec(digits) ?? []
      return number === undefined ? null : `55${number}`
    },
  },
  MX: {
    code: '52',
    zones:
      /^(?:Mexico\/.*|America\/(?:Bahia_Banderas|Cancun|Chihuahua|Ciudad_Juarez|Ensenada|Hermosillo|Matamoros|Mazatlan|Merida|Mexico_City|Monterrey|Ojinaga|Santa_Isabel|Tijuana))$/,
    national: digits => {
      // Before it what was dialled until 2019.
      const [, number] = /^(?:01|04[45])?([2-9]\d{9})$/.exec(digits) ?? []
      return number === undefined ? null : `52${number}`
    },
  },
  AR: {
    code: '54',
    zones: /^America\/(?:Argentina\/.*|Buenos_Aires|Catamarca|Cordoba|Jujuy|Mendoza|Rosario)$/,
    national: digits => {
      const [, area, mobile] = MOBILE_IN_ARGENTINA.exec(digits) ?? []
      if (area !== undefined) return `549${area}${mobile}`
      // A mobile is also given as from abroad, without the country: 9 before its area.
      const [, number] = /^(?:0(?!9))?(9?(?:11|[23]\d)\d{8})$/.exec(digits) ?? []
      return number === undefined ? null : `54${number}`
    },
  },
} as const satisfies Record<string, Homeland>

export type Home = keyof typeof HOMES
const homes = Object.keys(HOMES) as Home[]

/** The country of a time zone: a company that keeps its clock is taken to write to numbers there. null: none of these. */
export const homeOfZone = (zone: string): Home | null =>
  homes.find(home => HOMES[home].zones.test(zone)) ?? null

/** Fewest digits of a number with its country that does not say so by "+" or "00". */
const LEAST_BARE = 10
/** An area in brackets, and no more digits than a number has behind it. */
const BEGINS_WITH_AREA = /^\(\d{2,}\)(?:\D*\d){1,9}$/
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** What may stand between the digits of a number. */
const DECORATED = /^\+?[\d\s().\-\u2010-\u2015]+$/u
/** What spreadsheets make of a number that is none to be calculated with: 5,51199E+12. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i
/** CPF and CNPJ as they are written. */
const TAX_ID = /^(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2})$/

/**
 * Why a cell is no number: it is none, names neither country nor area ("98765-4321"), or the spreadsheet has rounded it.
 */
export type PhoneFault = 'INVALID_NUMBER' | 'NO_COUNTRY' | 'ROUNDED_NUMBER'

/** A number as it is kept, and what was done to what was typed. */
export interface Phone {
  /** Digits with the country. */
  number: string
  /** The code of the country was put before it. */
  added: boolean
  /** It was the first of several. */
  isFirst: boolean
}

/** The first of several numbers in a cell, as telephone books export them. */
function firstOf(text: string): string {
  const whole = text
    .split(/:::|[,;/|\n\r]|\s(?:e|y|ou|and|or)\s/i)
    .find(part => part.replace(/\D/g, '').length >= 8)
  const found = (whole ?? text).trim()
  // Two numbers with a blank between them are more digits than any number has.
  const [, first] = found.replace(/\D/g, '').length > 15 ? (/^(.*?\d{4}-?\d{4})\s/.exec(found) ?? []) : []
  return first ?? found
}

/** The digits of an exact number in scientific notation; null when some of them are lost. */
function unrounded(text: string): string | null {
  const [, first = '', rest = '', power = ''] = SCIENTIFIC.exec(text) ?? []
  return rest.length === Number(power) ? `${first}${rest}` : null
}

/**
 * Reads a number that somebody typed or a spreadsheet holds: decorated, as a figure with a fraction, dialled with a 0, with
 * an extension, or the first of several.
 * @param home of numbers that name no country; null adds none.
 * @returns what is wrong with it, as `fault`, where it is none.
 */
export function readPhone(typed: string, home: Home | null): Phone | { fault: PhoneFault } {
  const text = typed.normalize('NFKC').replace(UNSEEN, '').trim()
  const exact = SCIENTIFIC.test(text) ? unrounded(text) : text.replace(/^(\d{8,15})[.,]0+$/, '$1')
  if (exact === null) return { fault: 'ROUNDED_NUMBER' }
  if (TAX_ID.test(exact)) return { fault: 'INVALID_NUMBER' }
  const whole = exact.replace(/^(?:tel|whatsapp):/i, '')
  const first = firstOf(whole)
  const one = first
    .replace(/\s*(?:ramal|extension|ext|int|x)\.?:?\s*\d{1,6}$/i, '')
    .replace(/\(0\)/, '')
    // A carrier of one's choice, as it is printed in Brazil: "(0xx11)".
    .replace(/^(\(?)0(?:xx|\*\*)\s*/i, '$1')
    .trim()
  if (!DECORATED.test(one)) return { fault: 'INVALID_NUMBER' }
  const isFirst = first !== whole && whole.replace(first, '').replace(/\D/g, '').length >= 4
  const dialled = one.replace(/\D/g, '')
  const names = one.startsWith('+') || dialled.startsWith('00')
  const digits = dialled.replace(/^00/, '')
  const national = home === null || names ? null : HOMES[home].national(digits)
  if (national !== null) return { number: national, added: true, isFirst }
  // "+55 011", "+54 11 15": parts of it are dialled within the country alone.
  const country = Object.values(HOMES).find(({ code }) => digits.startsWith(code))
  const number = country?.national(digits.slice(2)) ?? digits
  // Areas of North America begin with 2 to 9: it is one of São Paulo.
  const isBare = number.length < LEAST_BARE || /^1[01]/.test(number) || BEGINS_WITH_AREA.test(one)
  if (!names && number.length >= 8 && isBare) return { fault: 'NO_COUNTRY' }
  if (!canRing(number) || (!names && isCpf(number))) return { fault: 'INVALID_NUMBER' }
  return { number, added: false, isFirst }
}
