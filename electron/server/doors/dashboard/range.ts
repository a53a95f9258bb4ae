/** Periods of the dashboard as instants, and which periods are refused. */
import { dayIn, plusDays, startOfDay } from '@contract'
import { calendarDay } from '../../desk/contacts/list'
import type { Days } from '../../desk/reports/filter'
import { ApiError } from '../../errors'

/** Milliseconds since the epoch; `to` is excluded, null is unbounded. */
export interface Period {
  from: number | null
  to: number | null
}

/** Longest chart, in days. */
const MOST_DAYS = 366

/**
 * The period of the counters: the last `days` calendar days including today, or a range of days (either end may be
 * open), or all time. `days` beats the range.
 * @param zone time zone of the company whose figures are asked for.
 * @throws ApiError ERR_VALIDATION when the range ends before it begins or names no day.
 */
export function counterPeriod(
  query: { days?: number | undefined; date_from?: string | undefined; date_to?: string | undefined },
  now: Date,
  zone: string,
): Period {
  if (query.days !== undefined) {
    const first = plusDays(dayIn(zone, now), 1 - query.days)
    return { from: startOfDay(zone, first).getTime(), to: null }
  }
  if (query.date_from && query.date_to && query.date_from > query.date_to) {
    throw new ApiError('ERR_VALIDATION', { field: 'date_to' })
  }
  return {
    from: query.date_from ? Date.parse(calendarDay(zone, query.date_from, 'date_from').from) : null,
    to: query.date_to ? Date.parse(calendarDay(zone, query.date_to, 'date_to').to) : null,
  }
}

/** The days of the same period, on the company's clock. */
export function counterDays(
  query: { days?: number | undefined; date_from?: string | undefined; date_to?: string | undefined },
  now: Date,
  zone: string,
): Days {
  if (query.days !== undefined) return { from: plusDays(dayIn(zone, now), 1 - query.days), to: null }
  return { from: query.date_from ?? null, to: query.date_to ?? null }
}

const DAY_MS = 86_400_000
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** Every calendar day of a range as YYYY-MM-DD, first to last; at most a year and a day. */
export function daysOf(first: string, last: string): string[] {
  const count = Math.round((noonOf(last) - noonOf(first)) / DAY_MS) + 1
  const length = Math.min(Math.max(count, 0), MOST_DAYS + 1)
  return Array.from({ length }, (_, i) => new Date(noonOf(first) + i * DAY_MS).toISOString().slice(0, 10))
}

/**
 * The period of a chart.
 * @throws ApiError ERR_VALIDATION for no such day, an end before the beginning, or more than a year.
 */
export function chartPeriod(
  query: { initialDate: string; finalDate: string },
  zone: string,
): {
  from: number
  to: number
  days: string[]
} {
  const from = Date.parse(calendarDay(zone, query.initialDate, 'initialDate').from)
  const to = Date.parse(calendarDay(zone, query.finalDate, 'finalDate').to)
  if (to <= from) throw new ApiError('ERR_VALIDATION', { field: 'finalDate' })
  if (to - from > (MOST_DAYS + 1) * DAY_MS) throw new ApiError('ERR_VALIDATION', { field: 'finalDate' })
  return { from, to, days: daysOf(query.initialDate, query.finalDate) }
}
