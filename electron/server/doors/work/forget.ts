/** Deletes rows that are kept for a limited time. */
import { EXTERNAL_API, WEBHOOK } from '@contract'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client'
import { type Ageing, keptSince } from '../../platform/db/kept'
import { apiRequests, outgoing, ruleRuns, stepReceipts, webhookDeliveries } from '../../platform/db/schema'

const DAY_MS = 86_400_000

/** How long rows are kept; `over` marks those that may be deleted at all. */
const KEPT: readonly (Ageing & { ms: number; over?: SQL })[] = [
  { table: apiRequests, at: apiRequests.createdAt, ms: EXTERNAL_API.keyLifeMs },
  { table: webhookDeliveries, at: webhookDeliveries.createdAt, ms: WEBHOOK.keptMs },
  // A server of an older build beside this one keeps what is settled.
  {
    table: outgoing,
    at: outgoing.updatedAt,
    ms: DAY_MS,
    over: sql`${outgoing.state} not in ('queued', 'handed')`,
  },
  // The log of a rule.
  { table: ruleRuns, at: ruleRuns.endedAt, ms: 90 * DAY_MS, over: eq(ruleRuns.state, 'done') },
  // A run without an end is resumed long before.
  { table: stepReceipts, at: stepReceipts.at, ms: 7 * DAY_MS },
]

/** Deletes rows whose time is over. @param now milliseconds since the epoch. */
export async function forgetOld(db: Db, now: number): Promise<void> {
  for (const { table, at, ms, over } of KEPT)
    await db.unordered.delete(table).where(and(over, lt(at, await keptSince(db, { table, at }, now, ms))))
}
