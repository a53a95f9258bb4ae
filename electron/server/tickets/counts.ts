/** What the tabs of the ticket manager say. Counts what the lists of the same tabs hold. */
import { holds } from '@contract'
import { and, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { tickets } from '../db/schema'
import { groupRulesOf } from '../settings'
import type { Me } from '../workspace'
import { inQueues } from './filters'
import { visibleTo } from './visibility'

export interface TicketCounts {
  open: number
  pending: number
  closed: number
  groups: number
  unread: number
}

/** Counts per tab for the caller; in group mode group tickets count in their own tab only. */
export async function countTickets(
  db: Reader,
  me: Me,
  query: { queueIds?: number[] | undefined; showAll?: boolean | undefined },
): Promise<TicketCounts> {
  const mine =
    query.showAll && holds(me, 'tickets-manager:showall') ? sql`true` : sql`${tickets.userId} = ${me.id}`
  const single = (await groupRulesOf(db, me.companyId)).tab ? sql`${tickets.isGroup} = 0` : sql`true`
  const sum = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`
  const [row] = await db
    .select({
      open: sum(sql`${tickets.status} = 'open' and ${mine} and ${single}`),
      pending: sum(sql`${tickets.status} = 'pending' and ${single}`),
      closed: sum(sql`${tickets.status} = 'closed' and ${mine} and ${single}`),
      groups: sum(sql`${tickets.isGroup} = 1`),
      unread: sum(
        sql`${tickets.unreadMessages} > 0 and (${tickets.userId} = ${me.id} or ${tickets.status} = 'pending')`,
      ),
    })
    .from(tickets)
    .where(and(visibleTo(me), inQueues(query.queueIds)))
  return row ?? { open: 0, pending: 0, closed: 0, groups: 0, unread: 0 }
}
