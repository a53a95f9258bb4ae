/** Bookkeeping of the workspace file, and which server process works for which companies (work/shared-work.ts). */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant } from './columns'

/**
 * One row: how many commits were marked, and when last (keeping/mark.ts); when something was last erased for good, and
 * for which erasure the file was rewritten (keeping/erased.ts).
 */
export const keeping = sqliteTable('keeping', {
  id: integer('id').primaryKey(),
  beat: integer('beat').notNull(),
  at: instant('at').notNull(),
  erasedAt: instant('erased_at'),
  rewrittenFor: instant('rewritten_for'),
})

/**
 * One row for each living process. Its number is higher than all earlier ones and never reused: a process without a row
 * may write nothing. `until` is by the database's clock, milliseconds since the epoch.
 */
export const workProcesses = sqliteTable('work_processes', {
  id: countedKey('id'),
  until: integer('until').notNull(),
  /** Whether it works for companies, 1 or 0. */
  works: integer('works').notNull().default(0),
  /** Identifies the key that signs and seals. */
  keyPrint: text('key_print'),
})

/** The companies in `SHARDS` parts (db/work-ownership.ts), each with the process that works for it. */
export const workShards = sqliteTable('work_shards', {
  shard: integer('shard').primaryKey(),
  processId: integer('process_id'),
})
