/** A week of business hours as the editor holds it: what was typed, what is wrong with it, what a drag makes of it. Pure. */
import { minutesOf, readClock, type ScheduleDay, WEEKDAYS, type Weekday } from '@contract'

export interface WeekDay extends ScheduleDay {
  weekdayEn: Weekday
}
export type Times = Pick<ScheduleDay, 'startTime' | 'endTime'>

/** Steps of a drag and of an arrow key, in minutes. */
export const STEP_MINUTES = 15
const DAY_MINUTES = 1_440
/** What a day is opened with. */
const OPENED: Times = { startTime: '08:00', endTime: '18:00' }
/** The stored word for a day on which nobody answers (specification 2 section 2, Sunday). */
export const CLOSED: Times = { startTime: '00:00', endTime: '00:00' }

/** Names stored beside `weekdayEn`; legacy servers keep and show them as they are. Nobody reads them here. */
const STORED_NAMES: Readonly<Record<Weekday, string>> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
}

/** HH:mm of minutes since midnight; the end of the day is 24:00. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * The seven days of stored hours, Monday first; a day that is not stored is closed.
 * @param days as a server has them; their case and order do not matter. Not empty: no days mean that no hours are kept.
 */
export function weekOf(
  days: readonly { weekdayEn: string; startTime: string; endTime: string }[],
): WeekDay[] {
  return WEEKDAYS.map(weekdayEn => {
    const known = days.find(day => day.weekdayEn.trim().toLowerCase() === weekdayEn)
    const { startTime, endTime } = known ?? CLOSED
    return { weekday: STORED_NAMES[weekdayEn], weekdayEn, startTime, endTime }
  })
}

/** From and until in minutes; null for a closed day and for times that cannot be read. */
export function spanOf({ startTime, endTime }: Times): readonly [number, number] | null {
  const [from, until] = [minutesOf(startTime), minutesOf(endTime)]
  return from === null || until === null || from >= until ? null : [from, until]
}

/** Whether a day is meant to be closed: no times, or both the same. */
export const isClosed = ({ startTime, endTime }: Times): boolean => startTime.trim() === endTime.trim()

export type DayFault = 'badTime' | 'incomplete' | 'overnight' | 'split'

const TIMES = /\d{1,2}(?:[:h.]?\d{2})?/g

/** Why a day cannot be kept as it stands; null when it can. A day has one span, and ends on the day it begins. */
export function dayFault({ startTime, endTime }: Times): DayFault | null {
  if ([startTime, endTime].some(typed => (typed.match(TIMES)?.length ?? 0) > 1 && minutesOf(typed) === null))
    return 'split'
  if (isClosed({ startTime, endTime })) {
    return startTime.trim() === '' || minutesOf(startTime) !== null ? null : 'badTime'
  }
  const [from, until] = [minutesOf(startTime), minutesOf(endTime)]
  if (startTime.trim() === '' || endTime.trim() === '') return 'incomplete'
  if (from === null || until === null) return 'badTime'
  return from > until ? 'overnight' : null
}

/**
 * What somebody typed into one field of a day.
 * @returns the times it stands for: HH:mm where it is a time of day, both ends for a span ("8-18"), else the words as
 *   they are, for dayFault to say what is wrong with them.
 */
export function typedTimes(times: Times, end: keyof Times, typed: string): Times {
  const span = /^([^-–]+)[-–]([^-–]+)$/.exec(typed)
  const [from, until] = [readEnd(span?.[1] ?? ''), readEnd(span?.[2] ?? '')]
  if (from && until) return { startTime: from, endTime: until }
  return { ...times, [end]: readEnd(typed) ?? typed }
}

/** 24:00, the end of a day, is no time of day but closes one. */
const readEnd = (typed: string): string | null =>
  /^24(?:[:h.]?00)?$/.test(typed.trim()) ? '24:00' : readClock(typed)

/** A day opened again, or closed. */
export const toggled = (times: Times): Times => (isClosed(times) ? OPENED : CLOSED)

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
const stepped = (minutes: number): number => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/** Where a part of a bar is taken hold of. */
export type Grip = 'start' | 'end' | 'whole'

/**
 * A span after a drag or a key.
 * @param by minutes the pointer went, or the key stands for.
 * @returns times on quarters of an hour, at least one apart, within the day.
 */
export function dragged(span: readonly [number, number], grip: Grip, by: number): Times {
  const [from, until] = span
  if (grip === 'whole') {
    const move = within(stepped(by), -from, DAY_MINUTES - until)
    return { startTime: clockOf(from + move), endTime: clockOf(until + move) }
  }
  if (grip === 'start') {
    const start = within(stepped(from + by), 0, Math.max(until - STEP_MINUTES, 0))
    return { startTime: clockOf(start), endTime: clockOf(until) }
  }
  const end = within(stepped(until + by), Math.min(from + STEP_MINUTES, DAY_MINUTES), DAY_MINUTES)
  return { startTime: clockOf(from), endTime: clockOf(end) }
}

/** The week with one day's times given to others. */
export function copied(week: readonly WeekDay[], from: Weekday, to: readonly Weekday[]): WeekDay[] {
  const source = week.find(day => day.weekdayEn === from) ?? CLOSED
  return week.map(day =>
    to.includes(day.weekdayEn) ? { ...day, startTime: source.startTime, endTime: source.endTime } : day,
  )
}
