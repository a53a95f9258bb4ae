/** What a company's copilot has used, read from its calls. */
import { type CopilotSettings, dayIn, startOfDay } from '@contract'
import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { MICROS } from '../../../copilot/ceiling'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { copilotCalls } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'

/** A request under way counts with its possible maximum. */
export const isEnded: SQL = sql`${copilotCalls.outcome} <> 'asked'`

/** Counts requests that meet a condition. @returns `tickets`: how many tickets they concern. */
export async function countCalls(
  db: Reader,
  which: SQL | undefined,
): Promise<CopilotSettings['used'] & { tickets: number }> {
  const counted = (outcome: string) =>
    sql<number>`coalesce(sum(case when ${copilotCalls.outcome} = ${outcome} then 1 else 0 end), 0)`
  const [row] = await db
    .select({
      calls: sql<number>`count(*)`,
      tokens: sql<number>`coalesce(sum(${copilotCalls.promptTokens} + ${copilotCalls.completionTokens}), 0)`,
      seconds: sql<number>`coalesce(sum(${copilotCalls.seconds}), 0)`,
      priced: sql<number>`count(${copilotCalls.costMicros})`,
      micros: sql<number>`coalesce(sum(${copilotCalls.costMicros}), 0)`,
      taken: counted('taken'),
      changed: counted('changed'),
      dropped: counted('dropped'),
      failed: counted('failed'),
      tickets: sql<number>`count(distinct ${copilotCalls.ticketId})`,
    })
    .from(copilotCalls)
    .where(which)
  if (!row) throw new ApiError('ERR_INTERNAL')
  const { priced, micros, ...counts } = row
  return { ...counts, dollars: micros / MICROS, unpriced: counts.calls - priced }
}

/** What a company has used since its month began. @param more a condition; everything unless given. */
export async function usedThisMonth(
  db: Reader,
  companyId: number,
  more?: SQL,
): Promise<CopilotSettings['used']> {
  const zone = await timeZoneOf(db, companyId)
  const first = startOfDay(zone, `${dayIn(zone, new Date()).slice(0, 7)}-01`).toISOString()
  const own = and(eq(copilotCalls.companyId, companyId), gte(copilotCalls.createdAt, first), more)
  const { tickets: _tickets, ...used } = await countCalls(db, own)
  return used
}
