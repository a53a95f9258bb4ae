/** Stored summaries for the people who read them. */
import { isOffered, type TicketSummary } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import { summariesOf } from '../../desk/presenters/summaries'
import { visibleTo } from '../../desk/tickets/visibility'
import type { Reader } from '../../platform/db/client'
import { ticketSummaries, tickets } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { offersFor } from './settings'

/** Summaries of tickets a person may see, where summaries are on for them. */
export async function summariesFor(
  db: Reader,
  me: Me,
  ticketIds: readonly number[],
): Promise<TicketSummary[]> {
  const { features } = await offersFor(db, me)
  const seen = await db
    .select({ id: tickets.id, queueId: tickets.queueId })
    .from(tickets)
    .where(and(visibleTo(me), inArray(tickets.id, [...ticketIds])))
  const ids = seen
    .filter(({ queueId }) => isOffered(features.summarise, me.profile, queueId))
    .map(({ id }) => id)
  return summariesOf(
    db,
    and(eq(ticketSummaries.companyId, me.companyId), inArray(ticketSummaries.ticketId, ids)),
  )
}
