/**
 * Business hours: when a company or queue answers. The workspace, the editor and its
 * preview ask these functions. Pure.
 */
import { clockIn, dayIn } from './time-zone'

/** The weekdays as they are stored, Monday first. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** What the functions below read of a stored day; a day with a break is stored once for each part. */
export interface OpeningDay {
  weekdayEn: string
  /** HH:mm; both empty, or both the same: closed. An end before the start is one of the next day; 23:59 ends the day. */
  startTime: string
  endTime: string
}

/** A date with hours of its own; both times empty: closed all day. */
export interface OtherHours {
  /** YYYY-MM-DD. */
  day: string
  startTime: string
  endTime: string
}

/** The hours a rule keeps, with the clock they are read on. */
export interface Opening {
  days: readonly OpeningDay[]
  holidays?: readonly OtherHours[]
  /** IANA name. */
  timeZone: string
}

/** Default hours of a queue. */
export const DEFAULT_HOURS: readonly OpeningDay[] = WEEKDAYS.map((weekdayEn, i) => ({
  weekdayEn,
  startTime: i < 6 ? '08:00' : '00:00',
  endTime: i < 5 ? '18:00' : i === 5 ? '12:00' : '00:00',
}))

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** Minutes since midnight of HH:mm; null for anything else, empty text included. 24:00 is the end of a day. */
export function minutesOf(time: string): number | null {
  if (time.trim() === '24:00') return 1_440
  const match = CLOCK.exec(time.trim())
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/**
 * What somebody typed as a time of day, as HH:mm: `8`, `800`, `0800`, `8:00` and `08h00` are the same.
 * @returns null when it is no time of day; "" stays "".
 */
export function parseTime(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, '')
  if (text === '') return ''
  const [, hour, minute = '00'] =
    /^(\d{1,2})[:h.](\d{2})?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text) ?? /^(\d{1,2})$/.exec(text) ?? []
  if (hour === undefined) return null
  const time = `${hour.padStart(2, '0')}:${minute}`
  return minutesOf(time) === null ? null : time
}

/** Whether the text is a day of the calendar, YYYY-MM-DD. */
export function isRealDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** Minutes of a day. */
export const DAY_MINUTES = 1_440

/** What is written for the end of a day where 24:00 is no time. */
const LAST_MINUTE = DAY_MINUTES - 1

/**
 * From and until, in minutes since the midnight the day began with: beyond 1,440 it closes after midnight. Until 23:59 is
 * until midnight: nobody closes for a minute.
 * @returns null where it is closed, or no times.
 */
export function spanOf(entry: { startTime: string; endTime: string }): [number, number] | null {
  const [from, end] = [minutesOf(entry.startTime), minutesOf(entry.endTime)]
  if (from === null || end === null || from === end || from >= DAY_MINUTES) return null
  const until = end === LAST_MINUTE ? DAY_MINUTES : end
  return [from, until > from ? until : until + DAY_MINUTES]
}

/** The most parts of one day. */
export const DAY_PARTS = 4

/** Hours without a single time are no hours: only holidays close then. */
export const keepsHours = (days: readonly OpeningDay[]): boolean =>
  days.some(day => minutesOf(day.startTime) !== null && minutesOf(day.endTime) !== null)

/** Whether nothing ever closes: neither hours nor a holiday. */
export const neverCloses = ({ days, holidays = [] }: Opening): boolean =>
  !keepsHours(days) && holidays.length === 0

const DAY_MS = 86_400_000
/** JavaScript's weekday (0 is Sunday) of a stored name. */
const nameOf = (weekday: number): Weekday => WEEKDAYS[(weekday + 6) % 7] ?? 'monday'

/** Whether hours or a holiday say something of a day. */
const isKept = ({ days, holidays = [] }: Opening, day: string): boolean =>
  keepsHours(days) || holidays.some(one => one.day === day)

/** The spans that begin on a day of the company's calendar (YYYY-MM-DD), in their order. */
function spansOn(opening: Opening, day: string): [number, number][] {
  const other = opening.holidays?.filter(one => one.day === day) ?? []
  if (!isKept(opening, day)) return [[0, DAY_MINUTES]]
  const weekday = nameOf(new Date(`${day}T00:00:00Z`).getUTCDay())
  const entries =
    other.length > 0 ? other : opening.days.filter(one => one.weekdayEn.toLowerCase() === weekday)
  return entries.map(spanOf).filter(span => span !== null)
}

/** The calendar's day so many days after another one. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Until when it is open, in minutes of the day of the instant; null while it is closed. */
function openUntil(opening: Opening, at: Date): number | null {
  const day = dayIn(opening.timeZone, at)
  const { hour, minute } = clockIn(opening.timeZone, at)
  let now = hour * 60 + minute
  let until: number | null = null
  // What began the day before goes on after midnight; parts that touch are one.
  const spans = [
    ...spansOn(opening, dayAfter(day, -1)).map(([from, end]) => [from - DAY_MINUTES, end - DAY_MINUTES]),
    ...spansOn(opening, day),
  ].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  for (const [from = 0, end = 0] of spans) {
    if (from > now || end <= now) continue
    now = end
    until = end
  }
  return until
}

/** Whether an instant lies within the hours; the closing minute is closed. Where no hours are kept only holidays close. */
export const isOpenAt = (opening: Opening, at: Date): boolean => openUntil(opening, at) !== null

/**
 * Whether it is open at an instant, and for how many minutes of the wall clock that is so at the least: until it closes,
 * opens, or the day ends.
 */
export function stretchAt(opening: Opening, at: Date): { open: boolean; minutes: number } {
  const { hour, minute } = clockIn(opening.timeZone, at)
  const now = hour * 60 + minute
  const until = openUntil(opening, at)
  if (until !== null) return { open: true, minutes: until - now }
  const later = spansOn(opening, dayIn(opening.timeZone, at)).map(([from]) => from)
  return { open: false, minutes: Math.min(DAY_MINUTES, ...later.filter(from => from > now)) - now }
}

/**
 * When a day of the calendar (YYYY-MM-DD) opens, in minutes since its midnight; null where it stays closed.
 * @param otherwise where no hours are kept, nor a holiday on that day.
 */
export const opensOn = (opening: Opening, day: string, otherwise: number): number | null =>
  isKept(opening, day) ? (spansOn(opening, day).toSorted(([a], [b]) => a - b)[0]?.[0] ?? null) : otherwise

/** What the hours mean at an instant, for a sentence. `time` is HH:mm, `weekday` names another day than today. */
export type OpeningState =
  | { kind: 'always' }
  | { kind: 'open'; until: string }
  | { kind: 'closed'; opens: { time: string; inDays: number; weekday: Weekday } | null }

const two = (value: number): string => String(value).padStart(2, '0')
/** HH:mm of minutes; the end of a day is 24:00, what lies beyond it a time of the next one. */
const clockText = (minutes: number): string => {
  const within = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`
}

/** Days looked ahead for the next opening. */
const HORIZON_DAYS = 14

/** Whether it is open at an instant, until when, or when it opens next (null: not within two weeks). */
export function openingState(opening: Opening, at: Date): OpeningState {
  const today = dayIn(opening.timeZone, at)
  if (!isKept(opening, today)) return { kind: 'always' }
  const until = openUntil(opening, at)
  if (until !== null) return { kind: 'open', until: clockText(until) }
  const { hour, minute } = clockIn(opening.timeZone, at)
  for (let inDays = 0; inDays <= HORIZON_DAYS; inDays++) {
    const day = dayAfter(today, inDays)
    const from = spansOn(opening, day)
      .map(([start]) => start)
      .filter(start => inDays > 0 || start > hour * 60 + minute)
      .sort((a, b) => a - b)[0]
    if (from === undefined) continue
    const weekday = nameOf(new Date(`${day}T00:00:00Z`).getUTCDay())
    return { kind: 'closed', opens: { time: clockText(from), inDays, weekday } }
  }
  return { kind: 'closed', opens: null }
}
