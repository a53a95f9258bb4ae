/** Who waits and who holds what now, counted from the tickets, for both the floor page and the alarms. */
import { WAIT_AMBER_MS, WAIT_RED_MS } from '@contract'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { jsonMember } from '../../platform/db/engine/words'
import { breaks, tickets, userQueues, users } from '../../platform/db/schema'

/** Tickets without a queue stand under null. */
export interface QueueCount {
  companyId: number
  queueId: number | null
  waiting: number
  /** Since when the first of them has waited, epoch milliseconds. */
  since: number | null
  late: number
  soon: number
  /** Snoozed tickets among those that wait. */
  snoozed: number
  open: number
}

const ms = (at: number): SQL => sql.raw(String(Math.floor(at)))

const inService = (): SQL | undefined =>
  and(inArray(tickets.status, ['open', 'pending']), eq(tickets.isGroup, false))
const isAwake = isNull(tickets.snoozedAt)

/** Tickets people hold, without snoozed ones. */
export const onFloor = (): SQL | undefined => and(inService(), isAwake)

/**
 * The clock of a ticket as lists show it (src/stores/tickets/waiting.ts): its deadline; without one, or while only the
 * end of the conversation is promised and there is still time, how long the customer has waited.
 */
function clocks(now: number): { late: SQL; soon: SQL } {
  const { warnAt, dueAt, waitingSince, deadline } = tickets
  const byWait = sql`(${dueAt} is null or (${warnAt} > ${ms(now)} and ${dueAt} > ${ms(now)} and ${jsonMember(deadline, 'kind')} = 'resolution'))`
  const waits = sql`${waitingSince} is not null`
  return {
    late: sql`${waits} and (${dueAt} <= ${ms(now)} or (${byWait} and ${waitingSince} <= ${ms(now - WAIT_RED_MS)}))`,
    soon: sql`${waits} and ((${dueAt} > ${ms(now)} and ${warnAt} <= ${ms(now)})
      or (${byWait} and ${waitingSince} <= ${ms(now - WAIT_AMBER_MS)} and ${waitingSince} > ${ms(now - WAIT_RED_MS)}))`,
  }
}

/**
 * Counts by company and queue, without empty ones.
 * @param which condition on tickets.
 * @param now epoch milliseconds.
 */
export async function queueCounts(db: Reader, which: SQL | undefined, now: number): Promise<QueueCount[]> {
  const { late, soon } = clocks(now)
  const count = (of: SQL): SQL<number> => sql<number>`count(*) filter (where ${of})`.mapWith(Number)
  // Expressions instead of the columns: otherwise SQLite's planner reads the index sorted by them, with every closed
  // ticket.
  const company = sql<number>`+${tickets.companyId}`.mapWith(Number)
  const queue = sql<number | null>`+${tickets.queueId}`.mapWith(Number)
  return await db
    .select({
      companyId: company,
      queueId: queue,
      waiting: sql<number>`count(${tickets.waitingSince})`.mapWith(Number),
      since: sql<number | null>`min(${tickets.waitingSince})`,
      late: count(late),
      soon: count(soon),
      snoozed: count(sql`${tickets.waitingSince} is not null and not ${isAwake}`),
      open: count(sql`${tickets.status} = 'open' and ${isAwake}`),
    })
    .from(tickets)
    // A waiting customer counts even when the ticket is snoozed.
    .where(and(which, inService(), or(isAwake, isNotNull(tickets.waitingSince))))
    .groupBy(company, queue)
}

/** People who are online and on no break, with the queues they serve. @param which whose people. */
export async function availablePeople(
  db: Reader,
  which: SQL | undefined,
): Promise<{ companyId: number; userId: number; queueId: number }[]> {
  return await db
    .select({ companyId: users.companyId, userId: users.id, queueId: userQueues.queueId })
    .from(users)
    .innerJoin(userQueues, eq(userQueues.userId, users.id))
    .leftJoin(breaks, and(eq(breaks.userId, users.id), isNull(breaks.endedAt)))
    .where(and(which, eq(users.online, true), isNull(breaks.id)))
}
