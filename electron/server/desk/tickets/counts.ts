/** The numbers on the tabs of the ticket manager. They count what the tabs' lists hold. */
import { holds } from '@contract'
import { and, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { ticketCounts, tickets } from '../../platform/db/schema'
import { groupRulesOf } from '../../settings'
import type { Me } from '../../workspace'
import { inQueues, isGroup, isSnoozed, isUnread } from './filters'
import { COUNTED, visibleTo } from './visibility'

export interface TicketCounts {
  open: number
  pending: number
  closed: number
  groups: number
  unread: number
  snoozed: number
}

/** How many tickets there are of some kinds. */
export async function countedTickets(db: Reader, where: SQL): Promise<number> {
  const [row] = await db.select({ n: sumOf() }).from(ticketCounts).where(where)
  return row?.n ?? 0
}

const sumOf = (where?: SQL): SQL<number> =>
  sql<number>`coalesce(sum(${ticketCounts.tickets})${where ? sql` filter (where ${where})` : sql``}, 0)`

/** How many snoozed tickets the counts include in a tab; they are few, and have their own index. */
async function countSnoozed(
  db: Reader,
  me: Me,
  queueIds: readonly number[] | undefined,
  all: boolean | undefined,
  single: boolean,
): Promise<Record<'open' | 'pending' | 'groups' | 'snoozed', number>> {
  const apart = single ? eq(tickets.isGroup, false) : undefined
  const mine = all ? undefined : eq(tickets.userId, me.id)
  const pending = eq(tickets.status, 'pending')
  const among = (...conditions: (SQL | undefined)[]) =>
    sql<number>`count(*) filter (where ${and(isSnoozed, ...conditions)})`
  const [row] = await db
    .select({
      open: among(mine, eq(tickets.status, 'open'), apart),
      pending: among(pending, apart),
      groups: among(isGroup()),
      snoozed: among(mine && or(mine, pending)),
    })
    .from(tickets)
    .where(and(visibleTo(me), isSnoozed, inQueues(queueIds)))
  return row ?? { open: 0, pending: 0, groups: 0, snoozed: 0 }
}

/**
 * Counts per tab for the caller; in group mode group tickets count in their own tab only. Unread ones are counted by
 * their own index.
 */
export async function countTickets(
  db: Reader,
  me: Me,
  query: { queueIds?: number[] | undefined; showAll?: boolean | undefined },
): Promise<TicketCounts> {
  const all = query.showAll && holds(me, 'tickets-manager:showall')
  const visible = visibleTo(me, COUNTED)
  // Everybody sees tickets assigned to them (maySee).
  const scope = all ? visible : eq(ticketCounts.userId, me.id)
  const single = (await groupRulesOf(db, me.companyId)).tab ? eq(ticketCounts.isGroup, false) : undefined
  const among = (...conditions: (SQL | undefined)[]) => sumOf(and(...conditions))
  const isUnreadForMe = and(
    visibleTo(me),
    isUnread,
    or(eq(tickets.userId, me.id), eq(tickets.status, 'pending')),
    inQueues(query.queueIds),
  )
  const [row] = await db
    .select({
      open: among(scope, eq(ticketCounts.status, 'open'), single),
      pending: among(visible, eq(ticketCounts.status, 'pending'), single),
      closed: among(scope, eq(ticketCounts.status, 'closed'), single),
      groups: among(visible, isGroup(COUNTED)),
      unread: sql<number>`(${db.select({ n: count() }).from(tickets).where(isUnreadForMe)})`,
    })
    .from(ticketCounts)
    .where(and(eq(ticketCounts.companyId, me.companyId), inQueues(query.queueIds, COUNTED)))
  const { open, pending, groups, snoozed } = await countSnoozed(
    db,
    me,
    query.queueIds,
    all,
    single !== undefined,
  )
  const { unread = 0, closed = 0 } = row ?? {}
  return {
    open: (row?.open ?? 0) - open,
    pending: (row?.pending ?? 0) - pending,
    closed,
    groups: (row?.groups ?? 0) - groups,
    unread,
    snoozed,
  }
}
