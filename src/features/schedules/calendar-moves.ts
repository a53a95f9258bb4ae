/** Where a key takes a message in the calendar: what a drag does, without a pointer. Pure. */
import { clockIn, instantIn } from '@contract'

export const CALENDAR_VIEWS = ['month', 'week', 'day'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** Height of a line of week and day, and the step of a drag and of a key. Minutes. */
export const STEP_MINUTES = 30

/** Days and minutes that a key with Alt moves a message by; null for any other key. */
export function stepOf(key: string, view: CalendarView): { days: number; minutes: number } | null {
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (sideways !== undefined) return { days: sideways, minutes: 0 }
  const upDown = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (upDown === undefined) return null
  return view === 'month' ? { days: upDown * 7, minutes: 0 } : { days: 0, minutes: upDown * STEP_MINUTES }
}

/**
 * Where the block of a message ends: after one line, or with the day where that is earlier, so that what leaves shortly
 * before midnight stands on its own day alone.
 * @returns ISO-8601.
 */
export function blockEnd(sendAt: string, zone: string): string {
  const at = new Date(sendAt)
  const { hour, minute } = clockIn(zone, at)
  const minutes = Math.min(STEP_MINUTES, 1_440 - (hour * 60 + minute))
  return new Date(at.getTime() + minutes * 60_000).toISOString()
}

/**
 * A time moved on the company's clock: a day later is the same time of day, also over a change of the clock.
 * @returns ISO-8601.
 */
export function movedBy(sendAt: string, { days, minutes }: { days: number; minutes: number }, zone: string) {
  const { year, month, day, hour, minute } = clockIn(zone, new Date(sendAt))
  const wall = new Date(Date.UTC(year, month - 1, day + days, hour, minute + minutes))
  return instantIn(zone, {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }).toISOString()
}

/**
 * The time proposed for a pressed day or line.
 * @param pressed the line's own time, or midnight of a day of the month.
 * @param usual the time proposed elsewhere: a day of the month takes its time of day.
 * @returns ISO-8601; null when all of it has passed.
 */
export function proposedAt(
  pressed: Date,
  view: CalendarView,
  usual: Date,
  zone: string,
  now: number,
): string | null {
  if (view !== 'month') return pressed.getTime() > now ? pressed.toISOString() : null
  const [day, time] = [clockIn(zone, pressed), clockIn(zone, usual)]
  const at = instantIn(zone, { ...day, hour: time.hour, minute: time.minute })
  if (at.getTime() > now) return at.toISOString()
  const today = clockIn(zone, new Date(now))
  const isToday = today.year === day.year && today.month === day.month && today.day === day.day
  return isToday ? usual.toISOString() : null
}
