/** When a report is sent and which days it covers. Pure. */
import { clockIn, dayIn, instantIn, plusDays, type ReportPeriod } from '@contract'

export interface Rhythm {
  period: ReportPeriod
  /** Of a week from 1 (Monday) to 7; of a month from 1 to 28. */
  day: number
  /** Of the company's clock. */
  hour: number
}

/** Monday is 1. */
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

const fits = ({ period, day }: Rhythm, date: string): boolean =>
  period === 'week' ? weekdayOf(date) === day : Number(date.slice(8)) === day

/** The first time after an instant. In an hour that clocks skip, the following hour. @param zone of the company. */
export function nextTime(zone: string, rhythm: Rhythm, after: Date): Date {
  for (let date = dayIn(zone, after); ; date = plusDays(date, 1)) {
    if (!fits(rhythm, date)) continue
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
    const at = instantIn(zone, { year, month, day, hour: rhythm.hour, minute: 0 })
    if (at > after) return at
  }
}

/** The previous seven days, or the previous month. */
export function periodBefore(zone: string, period: ReportPeriod, at: Date): { from: string; to: string } {
  const today = dayIn(zone, at)
  if (period === 'week') return { from: plusDays(today, -7), to: plusDays(today, -1) }
  const { year, month } = clockIn(zone, at)
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const to = plusDays(first, -1)
  return { from: `${to.slice(0, 8)}01`, to }
}
