/** What "later" means where somebody puts something off: a few moments worth a press, by a company's clock. Pure. */
import { isOpenAt, keepsHours, type Opening, opensOn } from './hours'
import { clockIn, dayIn, instantIn, plusDays } from './time-zone'

export const LATER_CHOICES = ['laterToday', 'tomorrow', 'monday', 'nextWeek'] as const
export type LaterChoice = (typeof LATER_CHOICES)[number]

/** Where no hours are kept a day begins at nine. Minutes since midnight. */
const MORNING = 9 * 60
const HOUR = 3_600_000
const LATER_TODAY_MS = 3 * HOUR
const WEEK = 7

/**
 * The choices that make sense at a moment, the soonest first: later today while the day and its hours last, the mornings of days
 * that are open, none twice. A morning is when that day opens.
 */
export function laterChoices(opening: Opening, now: Date): { choice: LaterChoice; at: Date }[] {
  const { timeZone } = opening
  const today = dayIn(timeZone, now)
  const { weekday } = clockIn(timeZone, now)
  const morningOf = (day: string): Date | null => {
    const minutes = opensOn(opening, day, MORNING)
    if (minutes === null) return null
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
    return instantIn(timeZone, { year, month, day: date, hour, minute })
  }
  const later = new Date(Math.ceil((now.getTime() + LATER_TODAY_MS) / HOUR) * HOUR)
  // A week from now may be closed: then the next day that is not. Where no hours are kept nobody works on a Sunday.
  const kept = keepsHours(opening.days)
  const week = Array.from({ length: WEEK }, (_, days) =>
    !kept && (weekday + days) % WEEK === 0 ? null : morningOf(plusDays(today, WEEK + days)),
  )
  const all: Record<LaterChoice, Date | null> = {
    laterToday: dayIn(timeZone, later) === today && isOpenAt(opening, later) ? later : null,
    tomorrow: morningOf(plusDays(today, 1)),
    // On a Monday the next one is a week away, and is called so.
    monday: weekday === 1 ? null : morningOf(plusDays(today, (8 - weekday) % WEEK)),
    nextWeek: week.find(at => at !== null) ?? null,
  }
  const taken = new Set<number>()
  return LATER_CHOICES.flatMap(choice => {
    const at = all[choice]
    if (at === null || taken.has(at.getTime())) return []
    taken.add(at.getTime())
    return [{ choice, at }]
  })
}
