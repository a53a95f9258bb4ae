/**
 * What somebody typed, read in the reader's own writing: the counterpart of format.ts. Pure. Each answers null for what it
 * cannot read without guessing; none knows limits. Times of day are read by `parseTime` of the contract.
 */
import { isRealDay, parseTime } from '@contract'
import { LANGUAGE_TAGS, type Language } from './languages'

/** More digits than a number holds exactly. */
const MOST_DIGITS = 15

interface Signs {
  decimal: string
  group: string
}

const signsIn = new Map<Language, Signs>()

/** The signs a language writes numbers with, as the formatters do. */
function signsOf(language: Language): Signs {
  const known = signsIn.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(LANGUAGE_TAGS[language]).formatToParts(1_234_567.8)
  const sign = (type: Intl.NumberFormatPartTypes): string =>
    parts.find(part => part.type === type)?.value ?? ''
  const signs = { decimal: sign('decimal'), group: sign('group') }
  signsIn.set(language, signs)
  return signs
}

/**
 * A number by the signs of a language: "1.234,5" in Portuguese and Spanish, "1,234.5" in English. Groups may also be parted
 * by blanks or not at all.
 * @returns null for anything else: "1.5" is no Portuguese number, and neither is "1.23.456" or "0.500".
 */
export function parseNumber(language: Language, text: string): number | null {
  const { decimal, group } = signsOf(language)
  const [, sign = '', whole = '', fraction = ''] =
    new RegExp(`^([-−+]?)\\s*([\\d\\s${group}]+?)(?:[${decimal}](\\d+))?$`, 'u').exec(text.trim()) ?? []
  const groups = new RegExp(`^(?:\\d+|[1-9]\\d{0,2}(?:(\\s|[${group}])\\d{3})(?:\\1\\d{3})*)$`, 'u')
  const digits = whole.replace(/\D/g, '')
  if (!groups.test(whole) || digits.length + fraction.length > MOST_DIGITS) return null
  const value = Number(`${digits}.${fraction || '0'}`)
  return sign === '' || sign === '+' || value === 0 ? value : -value
}

/** An amount of money, with or without the sign of the currency: "R$ 1.234,56". @returns null also for parts of a cent. */
export function parseAmount(language: Language, text: string): number | null {
  const figure = text.trim().replace(/^([-−]?)\s*(?:R\$|BRL)|\s*(?:R\$|BRL)$/i, '$1')
  const value = parseNumber(language, figure)
  return value === null || value !== Number(value.toFixed(2)) ? null : value
}

/** A percentage, with or without its sign: "12,5 %" is 12.5. */
export const parsePercent = (language: Language, text: string): number | null =>
  parseNumber(language, text.trim().replace(/\s*%$/, ''))

const UNITS_MS = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000 } as const
type Unit = keyof typeof UNITS_MS
const UNITS = Object.keys(UNITS_MS) as Unit[]

/**
 * A length of time as the program writes it: "45 s", "12 min", "1 h 05", "1h30", "2 d 3 h", "1,5 h".
 * @returns milliseconds; null for anything else. A bare number has no unit, and "1:30" may be hours or minutes.
 */
export function parseDuration(language: Language, text: string): number | null {
  let rest = text.trim().toLowerCase()
  let from = 0
  let ms = 0
  if (rest === '') return null
  while (rest !== '') {
    const bare = /^[0-5]\d$/.exec(rest)
    // Behind hours two digits are minutes, behind minutes seconds.
    if (bare && from >= 2)
      return from < UNITS.length ? ms + Number(rest) * UNITS_MS[UNITS[from] as Unit] : null
    const [all = '', count = '', sign = ''] = /^([\d.,]+)\s*(d|h|min|m|s)(?![a-z])\s*/.exec(rest) ?? []
    const at = UNITS.indexOf(sign === 'm' ? 'min' : (sign as Unit))
    const value = parseNumber(language, count)
    if (at < from || value === null) return null
    ms += value * UNITS_MS[UNITS[at] as Unit]
    from = at + 1
    rest = rest.slice(all.length)
  }
  return ms
}

/** A slip of the hand lies before: "0026" is the year 26, which calendars take for 1926. */
const FIRST_DAY = '1900-01-01'

/**
 * A day of the calendar. The day comes first in each language of the console: 1/12/2026, 01.12.26, 1-12-2026, 01122026; the
 * year first in ISO's own form.
 * @returns YYYY-MM-DD; null for what is no day.
 */
export function parseDate(text: string): string | null {
  const typed = text.trim()
  if (isRealDay(typed)) return typed < FIRST_DAY ? null : typed
  const [, day = '', , month = '', year = ''] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(typed) ?? /^(\d\d)()(\d\d)(\d{4})$/.exec(typed) ?? []
  const read = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDay(read) && read >= FIRST_DAY ? read : null
}

/**
 * A day with a time of day, in the writings of parseDate and `parseTime`: "1/12/2026 9:30", "01/12/26, 9h30".
 * @returns YYYY-MM-DDTHH:mm on no particular clock; null where one of them is missing.
 */
export function parseDateTime(text: string): string | null {
  const [, date = '', time = ''] =
    /^(\S+?)(?:,\s*|\s+|T)(?:(?:às|as|at|a las)\s+)?(\S.*)$/i.exec(text.trim()) ?? []
  const [day, clock] = [parseDate(date), parseTime(time)]
  return day && clock ? `${day}T${clock}` : null
}

/**
 * A number as a field shows it: the language's decimal sign and no groups, so that a digit can be added anywhere.
 * @param decimals shown always, for instance 2 for amounts; undefined shows those there are.
 */
export function numberText(language: Language, value: number, decimals?: number): string {
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    useGrouping: false,
    maximumFractionDigits: decimals ?? 10,
    minimumFractionDigits: decimals ?? 0,
  })
  return format.format(value)
}

/** A day as a field shows it, dd/MM/yyyy. @param day YYYY-MM-DD. */
export const dayText = (day: string): string => day.split('-').reverse().join('/')
