/**
 * Business hours (specification 2 sections 2 and 5): when a company or queue answers. The workspace, the editor and its
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

/** What the functions below read of a stored day. */
export interface OpeningDay {
  weekdayEn: string
  /** HH:mm; both empty, or both the same: closed. */
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

/** Default hours of a queue (specification 2 section 2). */
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
export function readClock(typed: string): string | null {
  const said = typed.trim().toLowerCase().replace(/\s+/g, '')
  if (said === '') return ''
  const [, hour, minute = '00'] =
    /^(\d{1,2})[:h.](\d{2})?$/.exec(said) ?? /^(\d{1,2})(\d{2})$/.exec(said) ?? /^(\d{1,2})$/.exec(said) ?? []
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

/** From and until, in minutes since midnight; null while closed all day. */
function spanOf(entry: { startTime: string; endTime: string } | undefined): [number, number] | null {
  const from = entry ? minutesOf(entry.startTime) : null
  const until = entry ? minutesOf(entry.endTime) : null
  return from === null || until === null || from >= until ? null : [from, until]
}

/** Hours without a single time are no hours: nothing is kept closed by them. */
export const keepsHours = (days: readonly OpeningDay[]): boolean =>
  days.some(day => minutesOf(day.startTime) !== null && minutesOf(day.endTime) !== null)

const DAY_MS = 86_400_000
/** JavaScript's weekday (0 is Sunday) of a stored name. */
const nameOf = (weekday: number): Weekday => WEEKDAYS[(weekday + 6) % 7] ?? 'monday'

function spanOn(opening: Opening, at: Date): [number, number] | null {
  const day = dayIn(opening.timeZone, at)
  const holiday = opening.holidays?.find(one => one.day === day)
  if (holiday) return spanOf(holiday)
  const { weekday } = clockIn(opening.timeZone, at)
  return spanOf(opening.days.find(one => one.weekdayEn.toLowerCase() === nameOf(weekday)))
}

/** Whether an instant lies within the hours; the closing minute is closed. Always open where no hours are kept. */
export function isOpenAt(opening: Opening, at: Date): boolean {
  if (!keepsHours(opening.days)) return true
  const span = spanOn(opening, at)
  if (!span) return false
  const { hour, minute } = clockIn(opening.timeZone, at)
  const now = hour * 60 + minute
  return now >= span[0] && now < span[1]
}

/** What the hours mean at an instant, for a sentence. `time` is HH:mm, `weekday` names another day than today. */
export type OpeningState =
  | { kind: 'always' }
  | { kind: 'open'; until: string }
  | { kind: 'closed'; opens: { time: string; inDays: number; weekday: Weekday } | null }

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Days looked ahead for the next opening. */
const HORIZON_DAYS = 14

/** Whether it is open at an instant, until when, or when it opens next (null: not within two weeks). */
export function openingState(opening: Opening, at: Date): OpeningState {
  if (!keepsHours(opening.days)) return { kind: 'always' }
  const { hour, minute } = clockIn(opening.timeZone, at)
  const now = hour * 60 + minute
  const today = spanOn(opening, at)
  if (today && now >= today[0] && now < today[1]) return { kind: 'open', until: clockText(today[1]) }
  for (let inDays = 0; inDays <= HORIZON_DAYS; inDays++) {
    const day = new Date(at.getTime() + inDays * DAY_MS)
    const span = spanOn(opening, day)
    if (!span || (inDays === 0 && now >= span[0])) continue
    const weekday = nameOf(clockIn(opening.timeZone, day).weekday)
    return { kind: 'closed', opens: { time: clockText(span[0]), inDays, weekday } }
  }
  return { kind: 'closed', opens: null }
}
