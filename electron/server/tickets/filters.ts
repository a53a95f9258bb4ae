/** The filters of GET /tickets as one SQL condition (docs/legacy-server.md 4.1, done right). */
import { holds, plusDays, startOfDay, type ticketQuery } from '@contract'
import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { messageContains } from '../db/engine/words'
import { contacts, messages, tickets, ticketTags } from '../db/schema'
import { containing } from '../db/search'
import { ApiError } from '../errors'
import type { Me } from '../workspace'
import { visibleTo } from './visibility'

export type TicketQuery = z.output<typeof ticketQuery>

/** First and last instant (exclusive) of a calendar day in a company's zone, ISO. */
export const localDay = (zone: string, day: string): { from: string; to: string } => ({
  from: startOfDay(zone, day).toISOString(),
  to: startOfDay(zone, plusDays(day, 1)).toISOString(),
})

/** Messages of a company whose text contains what was typed. */
export function messageMatches(companyId: number, typed: string): SQL {
  return sql`${messages.companyId} = ${companyId} and ${messageContains(typed)}`
}

function search(me: Me, typed: string): SQL {
  return sql`(${tickets.contactId} in (select ${contacts.id} from ${contacts} where ${contacts.companyId} = ${me.companyId}
    and ${contacts.search} like ${containing(typed)} escape '\\')
    or ${tickets.id} in (select ${messages.ticketId} from ${messages} where ${messageMatches(me.companyId, typed)}))`
}

/**
 * Without show-all a list holds what is mine and what waits. Looking for something (search, users, a contact's group)
 * drops that rule, never the visibility rule.
 */
function isNarrow(me: Me, query: TicketQuery): boolean {
  if (query.withUnreadMessages) return true
  if (query.showAll && holds(me, 'tickets-manager:showall')) return false
  return !(query.searchParam || query.users?.length || query.groups)
}

/** Whose tickets, in the form that finds them by an index: with a status given, "mine or waiting" is one of the two. */
function scope(me: Me, query: TicketQuery): SQL | undefined {
  if (!isNarrow(me, query) || query.status === 'pending') return visibleTo(me)
  const mine = eq(tickets.userId, me.id)
  // Everybody sees what is assigned to them (maySee).
  if (query.status) return and(eq(tickets.companyId, me.companyId), mine)
  return and(visibleTo(me), or(mine, eq(tickets.status, 'pending')))
}

function withAllTags(ids: readonly number[]): SQL {
  const unique = [...new Set(ids)]
  return sql`(select count(*) from ${ticketTags} where ${ticketTags.ticketId} = ${tickets.id}
    and ${inArray(ticketTags.tagId, unique)}) = ${unique.length}`
}

function inDay(
  column: typeof tickets.createdAt | typeof tickets.updatedAt,
  day: string,
  zone: string,
): SQL | undefined {
  const { from, to } = localDay(zone, day)
  return and(gte(column, from), lt(column, to))
}

/** Tickets in these queues, and those without one (visibility decides who gets the latter). An empty list filters nothing. */
export function inQueues(queueIds: readonly number[] | undefined): SQL | undefined {
  return queueIds?.length ? or(inArray(tickets.queueId, [...queueIds]), isNull(tickets.queueId)) : undefined
}

/** Said without a value to be bound: an index of unread tickets alone leads there (tickets_unread). */
export const isUnread: SQL = sql`${tickets.unreadMessages} > 0`
/** The same for groups (tickets_groups). */
export const isGroup: SQL = sql`${tickets.isGroup} = 1`

/**
 * Everything a list asks for, visibility included.
 * @param zone time zone of the company: what a day of the filter is.
 * @throws ApiError ERR_NO_PERMISSION when others' tickets are asked for by user without the user filter permission.
 */
export function ticketFilter(me: Me, query: TicketQuery, zone: string): SQL {
  const others = query.users?.filter(id => id !== me.id) ?? []
  if (others.length > 0 && !holds(me, 'tickets-manager:userFilter')) throw new ApiError('ERR_NO_PERMISSION')
  const conditions = [
    scope(me, query),
    query.status ? eq(tickets.status, query.status) : undefined,
    inQueues(query.queueIds),
    query.searchParam ? search(me, query.searchParam) : undefined,
    query.tags?.length ? withAllTags(query.tags) : undefined,
    query.users?.length ? inArray(tickets.userId, query.users) : undefined,
    query.groups ? isGroup : undefined,
    query.groups === false ? eq(tickets.isGroup, false) : undefined,
    query.date ? inDay(tickets.createdAt, query.date, zone) : undefined,
    query.updatedAt ? inDay(tickets.updatedAt, query.updatedAt, zone) : undefined,
    query.withUnreadMessages ? isUnread : undefined,
  ]
  return and(...conditions) ?? sql`false`
}
