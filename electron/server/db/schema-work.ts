/** Who of several server processes works for which companies (work/shared-work.ts). Empty where one process serves. */
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { countedKey } from './columns'

/**
 * One row for each process that lives. Its number is higher than those of all before it and never given again: whoever
 * is not here any more may write nothing. `until` is by the database's clock, milliseconds since the epoch.
 */
export const workProcesses = sqliteTable('work_processes', {
  id: countedKey('id'),
  until: integer('until').notNull(),
})

/** The companies in as many parts as `SHARDS` says (work/working.ts), each with the process that works for it. */
export const workShards = sqliteTable('work_shards', {
  shard: integer('shard').primaryKey(),
  processId: integer('process_id'),
})
