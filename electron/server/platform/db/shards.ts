/** The companies in parts, each of which one process works for (./engine/leases.ts). */
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Enough to divide evenly among some tens of processes; fixed, because the parts are rows. */
export const SHARDS = 64

/** The company id whose part stands for work of no company. */
export const PLATFORM = 0

export const shardOf = (companyId: number): number => companyId % SHARDS

/** A condition: the company of a row is in one of these parts. */
export const inShards = (companyId: SQLWrapper, shards: Iterable<number>): SQL =>
  sql`${companyId} % ${sql.raw(String(SHARDS))} in (${sql.raw([-1, ...shards].join(', '))})`

/** Of a statement that begins something: the database still has the company of a row as a process's (0: the only one). */
export const isStillOf = (process: SQLWrapper | Placeholder, companyId: SQLWrapper): SQL =>
  sql`(cast(${process} as bigint) = 0 or exists (select 1 from work_shards
    where shard = ${companyId} % ${sql.raw(String(SHARDS))} and process_id = ${process}))`
