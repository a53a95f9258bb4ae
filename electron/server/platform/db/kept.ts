/** The age from which rows are deleted. */
import { desc, lt } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from './client'
import { auditEntries } from './schema'

const DAY_MS = 86_400_000

/** Rows that age: their table, and the instant of each. */
export interface Ageing {
  table: SQLiteTable
  at: SQLiteColumn
}

/**
 * The instant before which rows are old. A clock is trusted up to a day after the newest row that it calls a day old,
 * here or in the audit log: otherwise one start with a clock a year ahead would empty a table.
 * @param rows null where their instants lie ahead of what they tell of (an expiry), so that only the audit log counts.
 * @param now milliseconds since the epoch.
 * @param keptMs how long rows are kept, milliseconds.
 */
export async function keptSince(
  db: Reader,
  rows: Ageing | null,
  now: number,
  keptMs: number,
): Promise<string> {
  const dayAgo = new Date(now - DAY_MS).toISOString()
  const newest = async ({ table, at }: Ageing): Promise<number[]> => {
    const [row] = await db.select({ at }).from(table).where(lt(at, dayAgo)).orderBy(desc(at)).limit(1)
    return typeof row?.at === 'string' ? [Date.parse(row.at)] : []
  }
  const known = [
    ...(rows ? await newest(rows) : []),
    ...(await newest({ table: auditEntries, at: auditEntries.createdAt })),
  ]
  const believed = Math.min(now, Math.max(...known, 0) + DAY_MS)
  return new Date(Math.max(0, believed - keptMs)).toISOString()
}
