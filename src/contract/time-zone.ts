/** The clock of a company: which day, hour and part of the day an instant is in its time zone. Pure. */

/** Zone of a company that chose none. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo'

/** An instant on a wall clock. */
export interface ClockTime {
  year: number
  /** 1 to 12. */
  month: number
  /** 1 to 31. */
  day: number
  /** 0 to 23. */
  hour: number
  minute: number
  second: number
  /** 0 is Sunday. */
  weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** Whether this computer knows a zone by that name (IANA, for example `America/Manaus`). */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

const DAY_MS = 86_400_000
/** A day of the year 2243. */
const LAST_DAY = 100_000
/** Days kept by zone; a server for many zones begins again at some time. */
const MOST_DAYS = 20_000
const midnights = new Map<string, number>()

/** How far a zone is ahead of UTC at the beginning of a UTC day (days since 1970), in milliseconds. */
function offsetAtMidnight(zone: string, day: number): number {
  const key = `${zone} ${day}`
  const known = midnights.get(key)
  if (known !== undefined) return known
  const { year, month, day: date, hour, minute, second } = readClock(zone, new Date(day * DAY_MS))
  const offset = Date.UTC(year, month - 1, date, hour, minute, second) - day * DAY_MS
  if (midnights.size >= MOST_DAYS) midnights.clear()
  midnights.set(key, offset)
  return offset
}

function readClock(zone: string, at: Date): ClockTime {
  const parts = formatOf(zone).formatToParts(at)
  const value = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find(part => part.type === type)?.value ?? 0)
  const [year, month, day] = [value('year'), value('month'), value('day')]
  return {
    year,
    month,
    day,
    hour: value('hour'),
    minute: value('minute'),
    second: value('second'),
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
  }
}

/**
 * Reads the wall clock of a zone. Reports read it thousands of times, and the system's formatting is slow: on a UTC day that begins
 * and ends with the same offset (no zone changes its clocks twice a day) the offset is added.
 * @param zone IANA name; one that is not known, or empty, reads as DEFAULT_TIME_ZONE.
 */
export function clockIn(zone: string, at: Date): ClockTime {
  const known = zone && isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
  const day = Math.floor(at.getTime() / DAY_MS)
  // Outside of these, years are written in eras, or the next day is none.
  if (!(day >= 0 && day < LAST_DAY)) return readClock(known, at)
  const offset = offsetAtMidnight(known, day)
  if (offset !== offsetAtMidnight(known, day + 1)) return readClock(known, at)
  const wall = new Date(at.getTime() + offset)
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  }
}

/** The zone of the computer this runs on. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_TIME_ZONE

/**
 * The zone to propose to a new company: the computer's own, but for a Brazilian one that was never told where it is.
 * @param here IANA name. @param locale BCP 47 tag of the person's system.
 */
export const proposedZone = (here: string, locale: string): string =>
  /^(?:UTC|GMT|Etc\/\S+)$/.test(here) && /^pt(?:-BR)?$/i.test(locale) ? DEFAULT_TIME_ZONE : here

/** The calendar day of an instant in a zone, YYYY-MM-DD. */
export function dayIn(zone: string, at: Date): string {
  const { year, month, day } = clockIn(zone, at)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** @returns the hour of the week, counted from Monday, 0:00, that a day (YYYY-MM-DD) begins with. */
export const firstHourOf = (day: string): number => ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) * 24

/** A calendar day so many days later (earlier when negative), YYYY-MM-DD. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The instant at which a calendar day begins in a zone: midnight, or the first moment after it where clocks skip it.
 * @param day YYYY-MM-DD.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let at = midnight
  // Twice: the first guess may lie on the other side of a change of the clocks.
  for (let step = 0; step < 2; step += 1) {
    const wall = clockIn(zone, new Date(at))
    at -= Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second) - midnight
  }
  return new Date(dayIn(zone, new Date(at)) < day ? at + 3_600_000 : at)
}

/** First and last instant (exclusive) of a calendar day in a zone, ISO. */
export const localDay = (zone: string, day: string): { from: string; to: string } => ({
  from: startOfDay(zone, day).toISOString(),
  to: startOfDay(zone, plusDays(day, 1)).toISOString(),
})

/** Milliseconds the wall clock of a zone is ahead of UTC at an instant. */
export function offsetIn(zone: string, at: Date): number {
  const { year, month, day, hour, minute, second } = clockIn(zone, at)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}

/**
 * The instant at which the wall clock of a zone shows a time. A time that the clock jumps over is moved behind the
 * jump; of one that it shows twice the first is meant.
 * @param wall year, month (1 to 12), day, hour and minute on that clock; seconds are 0.
 */
export function instantIn(
  zone: string,
  wall: Pick<ClockTime, 'year' | 'month' | 'day' | 'hour' | 'minute'>,
): Date {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  // A day before and behind, both sides of any jump are known.
  const offsets = [-86_400_000, 86_400_000].map(step => offsetIn(zone, new Date(asUtc + step)))
  const tries = offsets.map(offset => new Date(asUtc - offset))
  const shows = (at: Date): boolean => at.getTime() + offsetIn(zone, at) === asUtc
  return tries.find(shows) ?? tries[0] ?? new Date(asUtc)
}
