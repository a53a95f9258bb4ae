/** Handling time by person, which has its own column beside the sums. */
import { and, eq, gte, isNotNull, lte, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { reportCycles, reportDirty, reportRollups } from '../../platform/db/schema'
import { cyclesOf, type Days, dimensionsOf, placed, type ReportFilter } from './filter'
import { hasDays, scopeFor } from './rollups'

/**
 * Handling time within opening hours of the cycles that began within days, milliseconds, by the last person; 0 for
 * nobody. Equal to what `readTallies` counts by person.
 */
export async function handledByUser(
  db: Reader,
  companyId: number,
  days: { from: string; to: string },
  filter: ReportFilter,
): Promise<Map<number, number>> {
  const [c, sums, dirty] = [reportCycles, reportRollups, reportDirty]
  const scope = scopeFor(dimensionsOf(filter, 'user'))
  const changed = sql`select ${dirty.start} from ${dirty}
    where ${and(eq(dirty.companyId, companyId), eq(dirty.span, 'day'))}`
  const cycles = (within: Days) => and(cyclesOf(companyId, within, filter), isNotNull(c.finishedAt))
  const facts = sql`select ${c.userId} as id, coalesce(${c.handlingBusiness}, ${c.handling}) as ms from ${c}`
  const found = hasDays(scope)
    ? sql`select ${sums.userId} as id, ${sums.handledMs} as ms from ${sums}
        where ${and(
          ...[eq(sums.companyId, companyId), eq(sums.span, 'day'), eq(sums.scope, scope)],
          ...[gte(sums.start, days.from), lte(sums.start, days.to), placed(sums, filter)],
        )} and ${sums.start} not in (${changed})
        union all
        ${facts} where ${cycles(days)} and ${c.day} in (${changed})`
    : sql`${facts} where ${cycles(days)}`
  const rows = await db.all<{ id: number; ms: number | null }>(
    sql`select id, sum(ms) as ms from (${found}) as found group by id`,
  )
  return new Map(rows.map(({ id, ms }) => [Number(id), Number(ms ?? 0)]))
}
