/** What the tabs of the ticket manager say. Counts what the lists of the same tabs hold. */
import { holds } from '@contract'
import { and, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { companies, tickets } from '../db/schema'
import { groupRulesOf } from '../settings'
import type { Me } from '../workspace'
import { inQueues, isGroup, isUnread } from './filters'
import { visibleTo } from './visibility'

export interface TicketCounts {
  open: number
  pending: number
  closed: number
  groups: number
  unread: number
}

/**
 * Counts per tab for the caller; in group mode group tickets count in their own tab only. Each figure is counted by
 * itself: one index leads to exactly its tickets, where a sum over all would read everything the company ever had.
 */
export async function countTickets(
  db: Reader,
  me: Me,
  query: { queueIds?: number[] | undefined; showAll?: boolean | undefined },
): Promise<TicketCounts> {
  const all = query.showAll && holds(me, 'tickets-manager:showall')
  const own = eq(tickets.companyId, me.companyId)
  const mine = and(own, eq(tickets.userId, me.id))
  const chosen = inQueues(query.queueIds)
  // Everybody sees what is assigned to them (maySee).
  const scope = all ? visibleTo(me) : mine
  const single = (await groupRulesOf(db, me.companyId)).tab ? eq(tickets.isGroup, false) : undefined
  const among = (...conditions: (SQL | undefined)[]) =>
    sql<number>`(${db
      .select({ n: count() })
      .from(tickets)
      .where(and(...conditions, chosen))})`
  const [row] = await db
    .select({
      open: among(scope, eq(tickets.status, 'open'), single),
      pending: among(visibleTo(me), eq(tickets.status, 'pending'), single),
      closed: among(scope, eq(tickets.status, 'closed'), single),
      groups: among(visibleTo(me), isGroup),
      unread: among(visibleTo(me), isUnread, or(eq(tickets.userId, me.id), eq(tickets.status, 'pending'))),
    })
    .from(companies)
    .where(eq(companies.id, me.companyId))
  return row ?? { open: 0, pending: 0, closed: 0, groups: 0, unread: 0 }
}
