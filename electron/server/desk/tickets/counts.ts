/** The numbers on the tabs of the ticket manager. They count what the tabs' lists hold. */
import {
  EVERY_TICKET,
  holds,
  ofQueues,
  type ResponseIn,
  type TicketConditions,
  type TicketTab,
  tabConditions,
} from '@contract'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { groupRulesOf } from '../../settings'
import type { Me } from '../../workspace'
import { countOf } from './conditions'

type TicketCounts = Record<keyof ResponseIn<'tickets.counts'>, number>

/** Counts per tab for the caller; in group mode group tickets count in their own tab only. */
export async function countTickets(
  db: Reader,
  me: Me,
  query: { queueIds?: number[] | undefined; showAll?: boolean | undefined },
): Promise<TicketCounts> {
  const { queueIds = [] } = query
  const showAll = Boolean(query.showAll) && holds(me, 'tickets-manager:showall')
  const groupsApart = (await groupRulesOf(db, me.companyId)).tab
  const tab = (name: TicketTab) => tabConditions(name, { queueIds, showAll, groupsApart, groupsWhole: true })
  const unread = { ...EVERY_TICKET, queueIds: ofQueues(queueIds), unread: true, ownOrPending: true }
  const of = (conditions: TicketConditions) => countOf(me, conditions, Date.now())
  const [row] = await db.all<TicketCounts>(
    sql`select ${of(tab('assigned'))} as open, ${of(tab('pending'))} as pending, ${of(tab('closed'))} as closed,
      ${of(tab('groups'))} as "groups", ${of(unread)} as unread, ${of(tab('snoozed'))} as snoozed`,
  )
  return row ?? { open: 0, pending: 0, closed: 0, groups: 0, unread: 0, snoozed: 0 }
}
