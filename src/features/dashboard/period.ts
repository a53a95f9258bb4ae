/** The dashboard's filter: a period of days or a range of dates. Pure. */
import { plusDays, type QueryIn } from '@contract'

/** What the figures are asked for. Days are calendar days, YYYY-MM-DD, both ends included. */
export type PeriodFilter = { kind: 'days'; days: number } | { kind: 'range'; from: string; to: string }

/** What is shown when the screen opens. */
export const FIRST_FILTER: PeriodFilter = { kind: 'days', days: 7 }

/** Longest range in days; a server draws no longer chart. */
export const MOST_DAYS = 366

/**
 * Makes a filter of what is chosen in the bar.
 * @param days a period, or null.
 * @param range two days in order, or null; the period wins, as on the server.
 * @returns null when nothing is chosen: the filter needs at least one parameter.
 */
export function filterOf(
  days: number | null,
  range: readonly [from: string | null, to: string | null] | null,
): PeriodFilter | null {
  if (days !== null) return { kind: 'days', days }
  const [from, to] = range ?? [null, null]
  return from && to ? { kind: 'range', from, to } : null
}

/** The query of counters and attendants. */
export const countersQuery = (filter: PeriodFilter): QueryIn<'dashboard.get'> =>
  filter.kind === 'days' ? { days: filter.days } : { date_from: filter.from, date_to: filter.to }

/**
 * The query of the charts, which know dates only: the last N days are today and the N - 1 before it.
 * @param today the last day of a period, YYYY-MM-DD on the company's clock, as counters and reports have it.
 */
export function chartQuery(
  filter: PeriodFilter,
  companyId: number | null,
  today: string,
): QueryIn<'dashboard.ticketsDay'> {
  const [initialDate, finalDate] =
    filter.kind === 'days' ? [plusDays(today, 1 - filter.days), today] : [filter.from, filter.to]
  return { initialDate, finalDate, ...(companyId === null ? {} : { companyId }) }
}
