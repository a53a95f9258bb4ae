/** A week of business hours as the editor holds it: what was typed, what is wrong with it, what a drag makes of it. Pure. */
import {
  DAY_MINUTES,
  DAY_PARTS,
  minutesOf,
  parseTime,
  type ScheduleDay,
  spanOf,
  WEEKDAYS,
  type Weekday,
} from '@contract'

export interface WeekDay extends ScheduleDay {
  weekdayEn: Weekday
}
export type Times = Pick<ScheduleDay, 'startTime' | 'endTime'>

/** Steps of a drag and of an arrow key, in minutes. */
export const STEP_MINUTES = 15
/** What a day is opened with. */
const OPENED: Times = { startTime: '08:00', endTime: '18:00' }
/** The stored word for a day on which nobody answers. */
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
 * The days of stored hours, Monday first, one after another for the parts of a day with breaks; a day that is not stored
 * is closed.
 * @param days as a server has them; their case and order do not matter. Not empty: no days mean that no hours are kept.
 */
export function weekOf(
  days: readonly { weekdayEn: string; startTime: string; endTime: string }[],
): WeekDay[] {
  return WEEKDAYS.flatMap(weekdayEn => {
    const known = days.filter(day => day.weekdayEn.trim().toLowerCase() === weekdayEn)
    return dayOf(weekdayEn, known)
  })
}

/** One day as it is stored: once for each part, closed without any. */
export const dayOf = (weekdayEn: Weekday, parts: readonly Times[]): WeekDay[] =>
  (parts.length > 0 ? parts : [CLOSED]).map(({ startTime, endTime }) => ({
    weekday: STORED_NAMES[weekdayEn],
    weekdayEn,
    startTime,
    endTime,
  }))

/** The parts of a day. */
export const partsOf = (week: readonly WeekDay[], weekdayEn: Weekday): WeekDay[] =>
  week.filter(day => day.weekdayEn === weekdayEn)

/** From and until in minutes of the day itself, which ends at midnight; null where it is closed or cannot be read. */
export function barOf(times: Times): readonly [number, number] | null {
  const span = spanOf(times)
  return span && [span[0], Math.min(span[1], DAY_MINUTES)]
}

/** How far a day reaches into the next one, in minutes after midnight. */
export const spillOf = (parts: readonly Times[]): number =>
  Math.max(0, ...parts.map(part => (spanOf(part)?.[1] ?? 0) - DAY_MINUTES))

/** Whether a day is meant to be closed: no times, or both the same. */
export const isClosed = ({ startTime, endTime }: Times): boolean => startTime.trim() === endTime.trim()

export type DayFault = 'badTime' | 'incomplete' | 'overnight' | 'split' | 'overlap'

const TIMES = /\d{1,2}(?:[:h.]?\d{2})?/g

/** Why a part of a day cannot be kept as it stands; null when it can. */
function partFault({ startTime, endTime }: Times): DayFault | null {
  if ([startTime, endTime].some(typed => (typed.match(TIMES)?.length ?? 0) > 1 && minutesOf(typed) === null))
    return 'split'
  if (isClosed({ startTime, endTime })) {
    return startTime.trim() === '' || minutesOf(startTime) !== null ? null : 'badTime'
  }
  if (startTime.trim() === '' || endTime.trim() === '') return 'incomplete'
  return minutesOf(startTime) === null || minutesOf(endTime) === null ? 'badTime' : null
}

/**
 * Why a day cannot be kept as it stands; null when it can.
 * @param whole the server keeps one part a day, which ends on the day it begins.
 */
export function dayFault(parts: readonly Times[], whole = false): DayFault | null {
  const fault = parts.map(partFault).find(one => one !== null)
  if (fault) return fault
  if (whole && spillOf(parts) > 0) return 'overnight'
  if (whole && parts.length > 1) return 'split'
  const spans = parts.map(spanOf)
  if (parts.length > 1 && spans.includes(null)) return 'incomplete'
  const inOrder = spans.filter(span => span !== null).toSorted(([a], [b]) => a - b)
  return inOrder.some(([from], i) => from < (inOrder[i - 1]?.[1] ?? 0)) ? 'overlap' : null
}

/** Several spans typed at once ("8-12 14-18"), as the parts of a day; null for anything else. */
export function typedParts(typed: string): Times[] | null {
  const spans = typed.match(/[\d:h.]+\s*[-–]\s*[\d:h.]+/g) ?? []
  if (spans.length < 2 || spans.length > DAY_PARTS) return null
  const parts = spans.map(span => typedTimes(CLOSED, 'startTime', span))
  return parts.every(part => spanOf(part) !== null) ? parts : null
}

const NOON = 720
const BREAK_MINUTES = 60

/** A day with a break in its longest part: at noon, else in its middle; null where none fits. */
export function withBreak(parts: readonly Times[]): Times[] | null {
  const spans = parts.flatMap((part, at) => {
    const span = barOf(part)
    return span ? [{ at, span, length: span[1] - span[0] }] : []
  })
  const [longest] = spans.toSorted((a, b) => b.length - a.length)
  const part = longest && parts[longest.at]
  if (!part || parts.length >= DAY_PARTS || longest.length < 3 * BREAK_MINUTES) return null
  const [from, until] = longest.span
  const begins =
    from < NOON && until > NOON + BREAK_MINUTES ? NOON : stepped((from + until - BREAK_MINUTES) / 2)
  return [
    ...parts.slice(0, longest.at),
    { startTime: part.startTime, endTime: clockOf(begins) },
    { startTime: clockOf(begins + BREAK_MINUTES), endTime: part.endTime },
    ...parts.slice(longest.at + 1),
  ]
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
  /^24(?:[:h.]?00)?$/.test(typed.trim()) ? '24:00' : parseTime(typed)

/** A day opened again, or closed. */
export const toggled = (parts: readonly Times[]): Times[] => (parts.every(isClosed) ? [OPENED] : [CLOSED])

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
const stepped = (minutes: number): number => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/** Where a part of a bar is taken hold of. */
export type Grip = 'start' | 'end' | 'whole'

/**
 * A span after a drag or a key.
 * @param by minutes the pointer went, or the key stands for.
 * @param free from and until where it may lie: between the parts beside it.
 * @returns times on quarters of an hour, at least one apart, within the day.
 */
export function dragged(
  span: readonly [number, number],
  grip: Grip,
  by: number,
  free: readonly [number, number] = [0, DAY_MINUTES],
): Times {
  const [from, until] = span
  const [least, most] = free
  if (grip === 'whole') {
    const move = within(stepped(by), least - from, most - until)
    return { startTime: clockOf(from + move), endTime: clockOf(until + move) }
  }
  if (grip === 'start') {
    const start = within(stepped(from + by), least, Math.max(until - STEP_MINUTES, least))
    return { startTime: clockOf(start), endTime: clockOf(until) }
  }
  const end = within(stepped(until + by), Math.min(from + STEP_MINUTES, most), most)
  return { startTime: clockOf(from), endTime: clockOf(end) }
}

/** Where a part of a day may lie: from the end of the one before it to the start of the one after it. */
export function freeAround(parts: readonly Times[], at: number): readonly [number, number] {
  const own = barOf(parts[at] ?? CLOSED)
  const others = parts.flatMap((part, i) =>
    i === at ? [] : [barOf(part) ?? []].filter(bar => bar.length > 0),
  )
  const [from, until] = own ?? [0, DAY_MINUTES]
  return [
    Math.max(0, ...others.map(bar => bar[1] ?? 0).filter(end => end <= from)),
    Math.min(DAY_MINUTES, ...others.map(bar => bar[0] ?? DAY_MINUTES).filter(start => start >= until)),
  ]
}

/** The week with one day's times given to others. */
export function copied(week: readonly WeekDay[], from: Weekday, to: readonly Weekday[]): WeekDay[] {
  const source = partsOf(week, from)
  return WEEKDAYS.flatMap(day => (to.includes(day) ? dayOf(day, source) : partsOf(week, day)))
}
