/** Opening hours (specification 2: schedules of company and queues). */
import type { ScheduleDay } from '@contract'

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

function minutes(time: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time.trim())
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/**
 * Whether an instant lies within opening hours, in this machine's zone. Without any usable day there are no hours to
 * keep: always open. A day that is missing or has no times is closed.
 */
export function isOpenAt(schedules: readonly ScheduleDay[], at: Date): boolean {
  const usable = schedules.filter(day => minutes(day.startTime) !== null && minutes(day.endTime) !== null)
  if (usable.length === 0) return true
  const today = usable.find(day => day.weekdayEn.toLowerCase() === DAYS[at.getDay()])
  const from = today && minutes(today.startTime)
  const to = today && minutes(today.endTime)
  if (from == null || to == null) return false
  const now = at.getHours() * 60 + at.getMinutes()
  return now >= from && now < to
}
