/** How long a company has paid for, and when it is due next. Pure. */
import { clockIn } from './time-zone'

/** Months by which a recurrence moves the due date. */
export const RECURRENCE_MONTHS = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const
export type Recurrence = keyof typeof RECURRENCE_MONTHS
export const RECURRENCES = Object.keys(RECURRENCE_MONTHS) as [Recurrence, ...Recurrence[]]
/** What forms offer; the others are kept and obeyed where a company has them. */
export const OFFERED_RECURRENCES: readonly Recurrence[] = ['MENSAL']

const DAY_MS = 86_400_000

/** Months of a recurrence as servers write it; one that is not known, or missing, is monthly. */
export const monthsOf = (recurrence: string | null): number =>
  RECURRENCE_MONTHS[(recurrence ?? '') as Recurrence] ?? RECURRENCE_MONTHS.MENSAL

/** Days of a month; `month` from 1, and past 12 in the years after. */
const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * The day of the month a due date is meant for: the 31st stays the 31st though February ends on the 28th.
 * @param at the due date.
 * @param kept the day an earlier due date was meant for (1 to 31), null where nobody knows. It holds as long as the due
 *   date is that day, or the last one of a shorter month; otherwise somebody chose another day.
 */
export function meantDay(at: Date, kept: number | null, zone: string): number {
  const { year, month, day } = clockIn(zone, at)
  return kept !== null && day === Math.min(kept, lastDayOf(year, month)) ? kept : day
}

/**
 * Moves an instant by whole months on the wall clock of a zone: the same hour of the day that is meant, or of the
 * month's last day where it has fewer (31 January, one month: 28 February).
 * @returns milliseconds since the epoch.
 */
function plusMonths(from: Date, months: number, zone: string, dueDay: number | null): number {
  const { year, month, hour, minute, second } = clockIn(zone, from)
  const day = Math.min(meantDay(from, dueDay, zone), lastDayOf(year, month + months))
  const wanted = Date.UTC(year, month - 1 + months, day, hour, minute, second)
  // What the zone is ahead of UTC may differ there: the first guess is corrected by what its clock then shows.
  const ahead = (at: number): number => {
    const shown = clockIn(zone, new Date(at))
    return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second) - at
  }
  const guess = wanted - ahead(Math.floor(from.getTime() / 1000) * 1000)
  return wanted - ahead(guess)
}

/**
 * The due date after one more period: '+ Vencimento', and what a paid invoice moves it to.
 * @param dueDate as ISO-8601 text; null or unreadable counts from now.
 * @param zone IANA name of the zone whose days count.
 * @param dueDay the day of the month it is meant for; null is the due date's own.
 * @returns ISO-8601 text.
 */
export function nextDueDate(
  dueDate: string | null,
  recurrence: string | null,
  now: Date,
  zone: string,
  dueDay: number | null = null,
): string {
  const due = dueDate === null ? Number.NaN : Date.parse(dueDate)
  const none = Number.isNaN(due)
  const from = none ? now : new Date(due)
  return new Date(plusMonths(from, monthsOf(recurrence), zone, none ? null : dueDay)).toISOString()
}

/**
 * Calendar days from today to a due date in a zone: 0 today, 1 tomorrow, -1 yesterday; null without a due date.
 */
export function daysToDue(dueDate: string | null, now: Date, zone: string): number | null {
  const due = dueDate === null ? Number.NaN : Date.parse(dueDate)
  if (Number.isNaN(due)) return null
  const midnight = (at: Date): number => {
    const { year, month, day } = clockIn(zone, at)
    return Date.UTC(year, month - 1, day)
  }
  return Math.round((midnight(new Date(due)) - midnight(now)) / DAY_MS)
}

/**
 * Whether the time a company has paid for is over.
 * @param now milliseconds by the server's clock.
 */
export const isOver = (dueDate: string | null | undefined, now: number): boolean =>
  dueDate ? Date.parse(dueDate) < now : false

/**
 * Whether somebody who is signed in may do nothing but pay: an admin of a company whose time is over. Others are not
 * signed in then, but for the super-administrator, who renews companies.
 */
export const mustPay = (
  user: { profile: string; super: boolean; company: { dueDate: string | null } | null },
  now: number,
): boolean => user.profile === 'admin' && !user.super && isOver(user.company?.dueDate, now)

export type DueTone = 'yellow' | 'orange' | 'red'

/** Colour of a company's row: exactly 5 days yellow, from -3 to 4 orange, exactly -4 red. */
export function dueTone(days: number | null): DueTone | null {
  if (days === 5) return 'yellow'
  if (days === -4) return 'red'
  return days !== null && days >= -3 && days <= 4 ? 'orange' : null
}
