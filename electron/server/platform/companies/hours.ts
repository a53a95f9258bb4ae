/** The hours a company keeps, queue by queue. */
import { DEFAULT_TIME_ZONE, type Opening } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { settingsOf } from '../../settings'
import type { Reader } from '../db/client'
import { companies, holidays, queues } from '../db/schema'

/** The hours in which minutes count; null: always. */
export type Hours = (queueId: number | null) => Opening | null

/** The hours, and what they were computed from. */
export async function hoursAndRules(
  db: Reader,
  companyId: number,
): Promise<{ hours: Hours; rules: unknown }> {
  const { scheduleType, timezone } = await settingsOf(db, companyId, ['scheduleType', 'timezone'])
  const timeZone = timezone || DEFAULT_TIME_ZONE
  if (scheduleType === 'disabled') return { hours: () => null, rules: null }
  const days = await db
    .select({ day: holidays.day, startTime: holidays.startTime, endTime: holidays.endTime })
    .from(holidays)
    .where(eq(holidays.companyId, companyId))
    .orderBy(asc(holidays.day))
  const opening = (week: Opening['days']): Opening => ({ days: week, holidays: days, timeZone })
  if (scheduleType === 'company') {
    const [company] = await db
      .select({ week: companies.schedules })
      .from(companies)
      .where(eq(companies.id, companyId))
    const kept = opening(company?.week ?? [])
    return { hours: () => kept, rules: kept }
  }
  const rows = await db
    .select({ id: queues.id, week: queues.schedules })
    .from(queues)
    .where(eq(queues.companyId, companyId))
    .orderBy(asc(queues.id))
  const byQueue = new Map(rows.map(({ id, week }) => [id, opening(week)]))
  return {
    hours: queueId => (queueId === null ? null : (byQueue.get(queueId) ?? null)),
    rules: [...byQueue],
  }
}

export const hoursOf = async (db: Reader, companyId: number): Promise<Hours> =>
  (await hoursAndRules(db, companyId)).hours
