/** Times as the company's clock shows them (setting `timezone`), wherever its zone rules what is typed or shown. */
import { clockIn, DEFAULT_TIME_ZONE, instantIn, isTimeZone } from '@contract'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useEffect } from 'react'
import { clockOffset, serverNow } from './clock'
import { settingsDirectory, useSetting } from './settings'

/** The company's time zone, an IANA name that this computer knows. */
export function useCompanyZone(): string {
  const zone = useSetting('timezone') ?? ''
  useEffect(() => void settingsDirectory.ensure(), [])
  return zone !== '' && isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
}

dayjs.extend(utc)

/** A computer's clock that is off by this much is told of beside times. Milliseconds. */
const ASTRAY_MS = 120_000

const two = (value: number): string => String(value).padStart(2, '0')

/** "05/03/2026 14:30" on a zone's clock; "" for what is no time. */
export function dayAndTime(at: string, zone: string): string {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return ''
  const { year, month, day, hour, minute } = clockIn(zone, instant)
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`
}

/** The same to the second, for what has to be found again. */
export function exactTime(at: string, zone: string): string {
  const shown = dayAndTime(at, zone)
  return shown && `${shown}:${two(new Date(at).getUTCSeconds())}`
}

/**
 * What a date picker shows for an instant: the zone's clock, written as a time of UTC. This computer's own clock may jump
 * over a time that the zone's shows.
 */
export function wallOf(at: string | null | undefined, zone: string): Dayjs | null {
  const instant = new Date(at ?? Number.NaN)
  if (Number.isNaN(instant.getTime())) return null
  const { year, month, day, hour, minute } = clockIn(zone, instant)
  return dayjs.utc(Date.UTC(year, month - 1, day, hour, minute))
}

/** When something comes: "14:30" today, "seg 09:00" within a week, else "05/03 09:00", on a zone's clock; "" for what is no time. */
export function soonText(at: string | null, zone: string, now = new Date(serverNow())): string {
  const [wall, today] = [wallOf(at, zone), wallOf(now.toISOString(), zone)]
  if (!wall || !today) return ''
  const days = wall.startOf('day').diff(today.startOf('day'), 'day')
  return wall.format(days === 0 ? 'HH:mm' : days > 0 && days < 7 ? 'ddd HH:mm' : 'DD/MM HH:mm')
}

/** The instant (ISO-8601) that a date picker's value (see wallOf) means on the zone's clock. */
export const instantOf = (wall: Dayjs | null, zone: string): string | null =>
  wall?.isValid()
    ? instantIn(zone, {
        year: wall.year(),
        month: wall.month() + 1,
        day: wall.date(),
        hour: wall.hour(),
        minute: wall.minute(),
      }).toISOString()
    : null

/** Whether this computer's clock shows another time than the company's: another zone's, or one that is minutes off. */
export const isElsewhere = (zone: string): boolean => {
  const now = new Date()
  const { hour, minute } = clockIn(zone, now)
  return Math.abs(clockOffset()) >= ASTRAY_MS || hour !== now.getHours() || minute !== now.getMinutes()
}
