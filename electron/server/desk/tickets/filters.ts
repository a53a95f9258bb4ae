/** The filters of GET /tickets as one SQL condition (docs/legacy-server.md 4.1, done right). */
import { holds, type Priority, plusDays, startOfDay, type ticketQuery } from '@contract'
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { tickets, ticketTags } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { COUNTED, type QueryTarget, TICKETS, visibleTo } from './visibility'

export type TicketQuery = z.output<typeof ticketQuery>

/** First and last instant (exclusive) of a calendar day in a company's zone, ISO. */
export const localDay = (zone: string, day: string): { from: string; to: string } => ({
  from: startOfDay(zone, day).toISOString(),
  to: startOfDay(zone, plusDays(day, 1)).toISOString(),
})

/**
 * Without show-all a list holds one's own and pending tickets. A search or filter by users drops that rule, never the
 * visibility rule.
 */
function isNarrow(me: Me, query: TicketQuery): boolean {
  if (query.withUnreadMessages) return true
  if (query.showAll && holds(me, 'tickets-manager:showall')) return false
  return !(query.searchParam || query.users?.length || query.groups)
}

/** The same, written so that an index applies: with a status given, "mine or waiting" is one of the two. */
function scope(me: Me, query: TicketQuery, target: QueryTarget): SQL | undefined {
  const { table } = target
  if (!isNarrow(me, query) || query.status === 'pending') return visibleTo(me, target)
  const mine = eq(table.userId, me.id)
  // Everybody sees tickets assigned to them (maySee).
  if (query.status) return and(eq(table.companyId, me.companyId), mine)
  return and(visibleTo(me, target), or(mine, eq(table.status, 'pending')))
}

/** Carrying all of these tags. */
export function withAllTags(ids: readonly number[]): SQL | undefined {
  // A condition per tag: each is found by ticket, or leads to the tickets, whichever are fewer.
  const having = (id: number): SQL =>
    sql`${tickets.id} in (select ${ticketTags.ticketId} from ${ticketTags} where ${ticketTags.tagId} = ${id})`
  return and(...[...new Set(ids)].map(having))
}

function inDay(
  column: typeof tickets.createdAt | typeof tickets.updatedAt,
  day: string,
  zone: string,
): SQL | undefined {
  const { from, to } = localDay(zone, day)
  return and(gte(column, from), lt(column, to))
}

/**
 * Tickets in these queues, and those without one (visibility decides who sees the latter). An empty list filters
 * nothing.
 */
export function inQueues(
  queueIds: readonly number[] | undefined,
  { table, unqueued }: QueryTarget = TICKETS,
): SQL | undefined {
  return queueIds?.length ? or(inArray(table.queueId, [...queueIds]), unqueued) : undefined
}

/** Without a bound value, so that the index of unread tickets is used (tickets_unread). */
export const isUnread: SQL = sql`${tickets.unreadMessages} > 0`
/** The same for groups (tickets_groups). */
export const isGroup = ({ table }: QueryTarget = TICKETS): SQL => sql`${table.isGroup} = 1`

/** Snoozed: as in their index (tickets_snoozed). */
export const isSnoozed: SQL = isNotNull(tickets.snoozedAt)

/** One of these priorities. For the rare ones by their own index (tickets_prioritised). */
export function hasPriority(priorities: readonly Priority[]): SQL | undefined {
  const few = priorities.includes('normal') ? undefined : sql`${tickets.priority} <> 'normal'`
  return and(inArray(tickets.priority, [...priorities]), few)
}

/** The counted part of a list's filter (schema-ticket-counts.ts). */
function ofItsKind(me: Me, query: TicketQuery, target: QueryTarget): (SQL | undefined)[] {
  const { table } = target
  return [
    scope(me, query, target),
    query.status ? eq(table.status, query.status) : undefined,
    inQueues(query.queueIds, target),
    query.users?.length ? inArray(table.userId, query.users) : undefined,
    query.groups ? isGroup(target) : undefined,
    query.groups === false ? eq(table.isGroup, false) : undefined,
  ]
}

/** Whether a list is of work in progress, without snoozed tickets. */
export const hidesSnoozed = (query: TicketQuery): boolean =>
  query.snoozed === false ||
  (query.snoozed === undefined && (query.status !== undefined || query.groups === true) && !query.searchParam)

/** A list's filter as a condition on the counts; null when only the tickets tell. */
export function countedFilter(me: Me, query: TicketQuery): SQL | null {
  const more =
    query.tags?.length ||
    query.date ||
    query.updatedAt ||
    query.withUnreadMessages ||
    query.priorities?.length ||
    query.snoozed !== undefined
  return more || query.searchParam ? null : (and(...ofItsKind(me, query, COUNTED)) ?? null)
}

/**
 * The whole filter of a list except the search text (search.ts), with visibility.
 * @param zone time zone of the company, for days.
 * @throws ApiError ERR_NO_PERMISSION when others' tickets are asked for by user without the permission.
 */
export function ticketFilter(me: Me, query: TicketQuery, zone: string): SQL {
  const others = query.users?.filter(id => id !== me.id) ?? []
  if (others.length > 0 && !holds(me, 'tickets-manager:userFilter')) throw new ApiError('ERR_NO_PERMISSION')
  const conditions = [
    ...ofItsKind(me, query, TICKETS),
    // The counts exclude them as well.
    isNull(tickets.mergedInto),
    query.tags?.length ? withAllTags(query.tags) : undefined,
    query.date ? inDay(tickets.createdAt, query.date, zone) : undefined,
    query.updatedAt ? inDay(tickets.updatedAt, query.updatedAt, zone) : undefined,
    query.withUnreadMessages ? isUnread : undefined,
    query.priorities?.length ? hasPriority(query.priorities) : undefined,
    hidesSnoozed(query) ? isNull(tickets.snoozedAt) : query.snoozed ? isSnoozed : undefined,
  ]
  return and(...conditions) ?? sql`false`
}
