/** The companies in parts, each of which one process works for (./engine/leases.ts). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Enough to divide evenly among some tens of processes; fixed, because the parts are rows. */
export const SHARDS = 64

/** The company id whose part stands for work of no company. */
export const PLATFORM = 0

export const shardOf = (companyId: number): number => companyId % SHARDS

/** A condition: the company of a row is in one of these parts. */
export const inShards = (companyId: SQLWrapper, shards: Iterable<number>): SQL =>
  sql`${companyId} % ${sql.raw(String(SHARDS))} in (${sql.raw([-1, ...shards].join(', '))})`
