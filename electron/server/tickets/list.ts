/** Ticket lists: filtered, counted, paged without repeats or holes. */
import { DEFAULT_TIME_ZONE, PAGE } from '@contract'
import { and, asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { messages, tickets } from '../db/schema'
import { ApiError } from '../errors'
import { timeZoneOf } from '../settings'
import { type TicketView, ticketViews } from '../views/tickets'
import type { Me } from '../workspace'
import { type Cursor, readCursor, writeCursor } from './cursor'
import { messageMatches, type TicketQuery, ticketFilter } from './filters'

export interface TicketPage {
  tickets: TicketView[]
  count: number
  hasMore: boolean
  cursor: string | null
}

/** Matching messages shown per ticket of a search. */
const MATCHES_SHOWN = 3
/** Most rows the last page carries on top of its own; more than that moving during one scroll is not a list any more. */
const MOVED_MAX = 1_000
/** Sorts after every real instant: tickets nobody waits on come last in the waiting order. */
export const NEVER = 8_640_000_000_000_000

/** What the waiting order sorts by, before the id; an index holds it (tickets_waiting). */
export const waitingKey = sql<number>`coalesce(${tickets.waitingSince}, ${sql.raw(String(NEVER))})`
const updatedMs = sql<number>`${tickets.updatedAt}`

/** A row's place: `key` is what the order sorts by. */
type Key = { id: number; key: number }

function after(cursor: Cursor): SQL {
  if (cursor.order === 'activity')
    return sql`(${tickets.updatedAt}, ${tickets.id}) < (${cursor.key}, ${cursor.id})`
  return sql`(${waitingKey}, ${tickets.id}) > (${cursor.key ?? NEVER}, ${cursor.id})`
}

function keysOf(
  db: Reader,
  where: SQL | undefined,
  order: Cursor['order'],
  limit: number,
  offset = 0,
): Promise<Key[]> {
  const [key, ...sorting] =
    order === 'waiting'
      ? ([waitingKey, asc(waitingKey), asc(tickets.id)] as const)
      : ([updatedMs, desc(tickets.updatedAt), desc(tickets.id)] as const)
  // The other order's key is not asked for: no index holds both.
  return db
    .select({ id: tickets.id, key })
    .from(tickets)
    .where(where)
    .orderBy(...sorting)
    .limit(limit)
    .offset(offset)
}

/** Rows that jumped to the top since paging began; asked for when the ordinary rows are at their end. */
function moved(
  db: Reader,
  filter: SQL,
  cursor: Cursor | null,
  room: number,
  taken: readonly Key[],
): Promise<Key[]> {
  if (cursor?.order !== 'activity' || room <= 0) return Promise.resolve([])
  const known = new Set(taken.map(key => key.id))
  return keysOf(db, and(filter, sql`${tickets.updatedAt} > ${cursor.since}`), 'activity', MOVED_MAX).then(
    keys => keys.filter(key => !known.has(key.id)),
  )
}

async function matchingMessages(db: Reader, me: Me, ids: readonly number[], typed: string) {
  if (ids.length === 0) return new Map<number, { id: string; body: string }[]>()
  const ranked = db
    .select({
      id: messages.id,
      body: messages.body,
      ticketId: messages.ticketId,
      rank: sql<number>`row_number() over (partition by ${messages.ticketId} order by ${messages.seq} desc)`.as(
        'rank',
      ),
    })
    .from(messages)
    .where(and(inArray(messages.ticketId, [...ids]), messageMatches(me.companyId, typed)))
    .as('ranked')
  const rows = await db
    .select({ id: ranked.id, body: ranked.body, ticketId: ranked.ticketId })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${MATCHES_SHOWN}`)
  const byTicket = new Map<number, { id: string; body: string }[]>()
  for (const { ticketId, ...match } of rows)
    byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), match])
  return byTicket
}

/** When the newest row changed, milliseconds: where paging by activity begins. */
async function newest(db: Reader, filter: SQL, first: Key | undefined, offset: number): Promise<number> {
  const [top] = offset === 0 ? [first] : await keysOf(db, filter, 'activity', 1)
  return top?.key ?? 0
}

/** How many rows there are in all; a list that ends on its first page has been counted by reading it. */
async function countOf(db: Reader, filter: SQL, whole: readonly Key[] | null): Promise<number> {
  if (whole) return whole.length
  const [row] = await db.select({ count: count() }).from(tickets).where(filter)
  return row?.count ?? 0
}

/**
 * One page of tickets the caller may see.
 *
 * With `cursor` a row that stays where it is appears exactly once however many others move; a row that jumps to the top
 * while pages are read comes (again) with the last page. With `pageNumber` pages are cut from the present order.
 * @throws ApiError ERR_VALIDATION for a foreign cursor, ERR_NO_PERMISSION for the user filter.
 */
export async function listTickets(db: Reader, me: Me, query: TicketQuery): Promise<TicketPage> {
  const order = query.order ?? 'activity'
  const cursor = query.cursor ? readCursor(query.cursor) : null
  if (query.cursor && cursor?.order !== order) throw new ApiError('ERR_VALIDATION', { field: 'cursor' })
  const zone = query.date || query.updatedAt ? await timeZoneOf(db, me.companyId) : DEFAULT_TIME_ZONE
  const filter = ticketFilter(me, query, zone)

  const offset = cursor ? 0 : (query.pageNumber - 1) * PAGE.tickets
  const found = await keysOf(
    db,
    cursor ? and(filter, after(cursor)) : filter,
    order,
    PAGE.tickets + 1,
    offset,
  )
  const page = found.slice(0, PAGE.tickets)
  const hasMore = found.length > PAGE.tickets
  const total = await countOf(db, filter, cursor || offset > 0 || hasMore ? null : page)
  const late = hasMore ? [] : await moved(db, filter, cursor, PAGE.tickets, page)

  const since =
    hasMore && order === 'activity' ? (cursor?.since ?? (await newest(db, filter, page[0], offset))) : 0

  const ids = [...page, ...late].map(key => key.id)
  const views = await ticketViews(db, ids)
  const matches = query.searchParam ? await matchingMessages(db, me, ids, query.searchParam) : null
  const last = page.at(-1)
  return {
    tickets: matches ? views.map(view => ({ ...view, messages: matches.get(Number(view.id)) ?? [] })) : views,
    count: total,
    hasMore,
    cursor: hasMore && last ? writeCursor({ order, key: last.key, id: last.id, since }) : null,
  }
}
