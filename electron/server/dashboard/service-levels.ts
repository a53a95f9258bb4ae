/** Deadlines of a period, by when their clocks began: kept, missed. What still runs and is not late is neither. */
import type { DeadlineKind } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { deadlines } from '../db/schema'
import { countIf, within } from './figures'
import type { Period } from './range'

/** By service level, as it was called, and kind. @param now epoch milliseconds. */
export async function deadlineResults(
  db: Reader,
  companyId: number,
  period: Period,
  now: number,
): Promise<{ name: string; kind: DeadlineKind; kept: number; missed: number }[]> {
  const rows = await db
    .select({
      name: deadlines.levelName,
      kind: deadlines.kind,
      kept: countIf(sql`${deadlines.endedAt} <= ${deadlines.dueAt}`),
      missed: countIf(sql`coalesce(${deadlines.endedAt}, ${now}) > ${deadlines.dueAt}`),
    })
    .from(deadlines)
    .where(and(eq(deadlines.companyId, companyId), within(deadlines.startedAt, period)))
    .groupBy(deadlines.levelName, deadlines.kind)
    .orderBy(deadlines.levelName, deadlines.kind)
  return rows.map(row => ({ ...row, kept: Number(row.kept), missed: Number(row.missed) }))
}
