/** Who of several server processes works for which companies (work/shared-work.ts). Empty where one process serves. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey } from './columns'

/**
 * One row for each process that lives. Its number is higher than those of all before it and never given again: whoever
 * is not here any more may write nothing. `until` is by the database's clock, milliseconds since the epoch.
 */
export const workProcesses = sqliteTable('work_processes', {
  id: countedKey('id'),
  until: integer('until').notNull(),
  /** Whether it takes parts of the companies, 1 or 0. */
  works: integer('works').notNull().default(0),
  /** Of the key that signs and seals. */
  keyPrint: text('key_print'),
})

/** The companies in `SHARDS` parts (db/working.ts), each with the process that works for it. */
export const workShards = sqliteTable('work_shards', {
  shard: integer('shard').primaryKey(),
  processId: integer('process_id'),
})
