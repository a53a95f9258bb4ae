/** From when on rows are kept that are deleted by their age. */
import { desc, lt } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from './client'
import { auditEntries } from './schema'

const DAY_MS = 86_400_000

/**
 * The instant before which rows are old. A clock is believed to a day after the newest row that is a day old by it, here or in
 * the audit log: one start with a wrong clock, a year ahead, would empty a table for good.
 * @param rows where they lie, and when each was written.
 * @param now milliseconds since the epoch. @param keptMs how long rows are kept, milliseconds.
 */
export async function keptSince(
  db: Reader,
  rows: { table: SQLiteTable; at: SQLiteColumn },
  now: number,
  keptMs: number,
): Promise<string> {
  const dayAgo = new Date(now - DAY_MS).toISOString()
  const newest = async ({ table, at }: typeof rows): Promise<number[]> => {
    const [row] = await db.select({ at }).from(table).where(lt(at, dayAgo)).orderBy(desc(at)).limit(1)
    return typeof row?.at === 'string' ? [Date.parse(row.at)] : []
  }
  const known = [
    ...(await newest(rows)),
    ...(await newest({ table: auditEntries, at: auditEntries.createdAt })),
  ]
  const believed = Math.min(now, Math.max(...known, 0) + DAY_MS)
  return new Date(Math.max(0, believed - keptMs)).toISOString()
}
