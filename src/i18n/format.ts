/** Times, sizes, durations and numbers as people read them. Pure: "now" is a parameter. */
import { formatPhone, formatSpan } from '@contract'
import dayjs from 'dayjs'
import { LANGUAGE_TAGS, type Language } from './languages'

type Instant = string | number | Date

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** HH:mm today, else dd/MM/yyyy; "" for what is no date. */
export function formatTime(at: Instant, now: Instant = Date.now()): string {
  const moment = dayjs(at)
  if (!moment.isValid()) return ''
  return moment.isSame(dayjs(now), 'day') ? moment.format('HH:mm') : moment.format('DD/MM/YYYY')
}

/** HH:mm, whatever the day. */
function formatClock(at: Instant): string {
  const moment = dayjs(at)
  return moment.isValid() ? moment.format('HH:mm') : ''
}

/** dd/MM/yyyy. */
function formatDate(at: Instant): string {
  const moment = dayjs(at)
  return moment.isValid() ? moment.format('DD/MM/YYYY') : ''
}

/** dd/MM/yyyy HH:mm:ss, for titles of times. */
function formatExact(at: Instant): string {
  const moment = dayjs(at)
  return moment.isValid() ? moment.format('DD/MM/YYYY HH:mm:ss') : ''
}

/**
 * Time waited, short enough for a pill of fixed width: "0 min", "59 min", "1 h 05", "3 d".
 * @param ms elapsed milliseconds; less than zero (a server clock ahead of ours) reads as zero.
 */
export function formatWait(ms: number): string {
  const waited = Number.isFinite(ms) ? Math.max(0, ms) : 0
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)} min`
  if (waited < DAY) {
    return `${Math.floor(waited / HOUR)} h ${String(Math.floor((waited % HOUR) / MINUTE)).padStart(2, '0')}`
  }
  return `${Math.floor(waited / DAY)} d`
}

/** m:ss, or h:mm:ss from an hour on. */
export function formatDuration(seconds: number): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** By what a contact can be called or found: the phone, the user name of who shows none; "" for a group. */
const formatPhoneOf = (contact: { number: string; username?: string | null; isGroup?: boolean }): string => {
  if (contact.isGroup) return ''
  return formatPhone(contact.number) || (contact.username ? `@${contact.username}` : '')
}

/** Keeps what `make` builds for a language: a list of thousands formats each row, and building a format is the dear part. */
function perLanguage<F>(make: (tag: string) => F): (language: Language) => F {
  const built = new Map<Language, F>()
  return language => {
    const known = built.get(language) ?? make(LANGUAGE_TAGS[language])
    built.set(language, known)
    return known
  }
}
const dayWords = perLanguage(tag => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
const weekdays = perLanguage(tag => new Intl.DateTimeFormat(tag, { weekday: 'long' }))
const agoWords = perLanguage(tag => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }))
const wholes = perLanguage(tag => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }))
const tenths = perLanguage(tag => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }))
const numbers = perLanguage(tag => new Intl.NumberFormat(tag))
const shares = perLanguage(tag => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }))
/** The real by its sign, which Spanish has not; others as a language tells them apart: there are many dollars. */
const amounts = perLanguage(tag => {
  const built = new Map<string, Intl.NumberFormat>()
  return (currency: string): Intl.NumberFormat => {
    const currencyDisplay = currency === 'BRL' ? 'narrowSymbol' : 'symbol'
    const format =
      built.get(currency) ?? new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay })
    built.set(currency, format)
    return format
  }
})
const prices = perLanguage(
  tag => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumFractionDigits: 5 }),
)

const lists = perLanguage(tag => new Intl.ListFormat(tag, { type: 'conjunction' }))

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Day separators: "Hoje", "Ontem", the weekday within seven days, else dd/MM/yyyy. */
function formatDay(language: Language, at: Instant, now: Instant = Date.now()): string {
  const moment = dayjs(at)
  if (!moment.isValid()) return ''
  const days = dayjs(now).startOf('day').diff(moment.startOf('day'), 'day')
  if (days === 0 || days === 1) return capital(dayWords(language).format(-days, 'day'))
  if (days > 1 && days < 7) return capital(weekdays(language).format(moment.toDate()))
  return moment.format('DD/MM/YYYY')
}

/** "há 5 min", "in 2 days": rounded down to the largest unit that fits. */
function formatRelative(language: Language, at: Instant, now: Instant = Date.now()): string {
  const moment = dayjs(at)
  if (!moment.isValid()) return ''
  const ms = moment.valueOf() - dayjs(now).valueOf()
  const format = agoWords(language)
  const size = Math.abs(ms)
  if (size < MINUTE) return format.format(0, 'second')
  if (size < HOUR) return format.format(Math.trunc(ms / MINUTE), 'minute')
  if (size < DAY) return format.format(Math.trunc(ms / HOUR), 'hour')
  return format.format(Math.trunc(ms / DAY), 'day')
}

/** Bytes as B, KB, MB, GB (powers of 1,024), one decimal from MB on. */
function formatSize(language: Language, bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = Number.isFinite(bytes) ? Math.max(0, bytes) : 0
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${(unit >= 2 ? tenths : wholes)(language).format(value)} ${units[unit]}`
}

const build = (language: Language) => ({
  time: formatTime,
  clock: formatClock,
  date: formatDate,
  exact: formatExact,
  wait: formatWait,
  duration: formatDuration,
  phone: formatPhone,
  phoneOf: formatPhoneOf,
  day: (at: Instant, now?: Instant) => formatDay(language, at, now),
  relative: (at: Instant, now?: Instant) => formatRelative(language, at, now),
  size: (bytes: number) => formatSize(language, bytes),
  number: (value: number) => numbers(language).format(value),
  /** One decimal at most: "2,5". */
  tenth: (value: number) => tenths(language).format(value),
  /** A share of 1 in percent: 0.125 is "12,5%". */
  percent: (share: number) => shares(language).format(share),
  span: formatSpan,
  /** An amount with the decimals of its currency, by default the one that Turno is paid in: "R$ 70,19". */
  money: (value: number, currency = 'BRL') => amounts(language)(currency).format(value),
  /** "Ana, Bruno e Carla". */
  list: (words: readonly string[]) => lists(language).format(words),
  /** What providers abroad charge, down to parts of a cent. */
  dollars: (value: number) => prices(language).format(value),
})

export type Formatters = ReturnType<typeof build>

const BUILT: Record<Language, Formatters> = { pt: build('pt'), en: build('en'), es: build('es') }

/** Formatters of one language; the same object every time, so they are safe in dependency lists. */
export const formatters = (language: Language): Formatters => BUILT[language]
