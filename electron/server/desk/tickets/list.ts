/** Ticket lists: filtered, counted, and paged without repeats or gaps. */
import {
  DEFAULT_TIME_ZONE,
  EVERY_TICKET,
  fold,
  holds,
  localDay,
  ofQueues,
  PAGE,
  type QueryOut,
  type ResponseIn,
} from '@contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Db, Reader } from '../../platform/db/client'
import { messageContains } from '../../platform/db/engine/searched'
import { oneOf } from '../../platform/db/engine/words'
import { messages, tickets, transcripts } from '../../platform/db/schema'
import { PreserialisedJson } from '../../platform/http/handlers'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'
import { ticketTexts } from '../presenters/tickets'
import { type Conditions, countOf, filterOf } from './conditions'
import { type Cursor, readCursor, writeCursor } from './cursor'
import { after, type Key, keysOf, MOVED_MAX, type Order, type Rows } from './rows'
import { keptViews } from './saved-views'
import { rowsOfSearch } from './search'

export type TicketQuery = QueryOut<'tickets.list'>

/** Matching messages shown per ticket in a search. */
const MATCHES_SHOWN = 3
/**
 * Without show-all a list holds one's own and pending tickets. A search or filter by users drops that rule, never the
 * visibility rule.
 */
function isNarrow(me: Me, query: TicketQuery): boolean {
  if (query.withUnreadMessages) return true
  if (query.showAll && holds(me, 'tickets-manager:showall')) return false
  return !(query.searchParam || query.users?.length || query.groups)
}

/** Whether a list is of work in progress, without snoozed tickets. */
const hidesSnoozed = ({ status, groups, searchParam }: TicketQuery): boolean =>
  (status !== undefined || groups === true) && !searchParam

/**
 * The filters of GET /tickets except the search text (search.ts) as conditions.
 * @param zone time zone of the company, for days.
 * @throws ApiError ERR_NO_PERMISSION when others' tickets are asked for by user without the permission.
 */
function conditionsOf(me: Me, query: TicketQuery, zone: string): Conditions {
  const others = query.users?.filter(id => id !== me.id) ?? []
  if (others.length > 0 && !holds(me, 'tickets-manager:userFilter')) throw new ApiError('ERR_NO_PERMISSION')
  return {
    ...EVERY_TICKET,
    statuses: query.status ? [query.status] : [],
    queueIds: ofQueues(query.queueIds),
    holders: query.users ?? [],
    tagIds: query.tags ?? [],
    priorities: query.priorities ?? [],
    unread: query.withUnreadMessages ?? false,
    snoozed: query.snoozed ?? (hidesSnoozed(query) ? false : null),
    isGroup: query.groups,
    ownOrPending: isNarrow(me, query),
    created: query.date ? localDay(zone, query.date) : undefined,
    changed: query.updatedAt ? localDay(zone, query.updatedAt) : undefined,
  }
}

/** Rows read in the order of an index, page by page. @param all how many there are, as an expression. */
const rowsOf = (db: Reader, filter: SQL, order: Order, all: SQL<number>): Rows => ({
  async page(cursor, offset) {
    const where = cursor ? and(filter, after(cursor)) : filter
    return { keys: await keysOf(db, where, order, PAGE.tickets + 1, offset), stopped: null }
  },
  count: async whole => whole?.length ?? (await db.all<{ n: number }>(sql`select ${all} as n`))[0]?.n ?? 0,
  changedSince: ms => keysOf(db, and(filter, sql`${tickets.updatedAt} > ${ms}`), 'activity', MOVED_MAX),
})

/** Rows that jumped to the top since paging began; read when the ordinary rows are exhausted. */
async function moved(rows: Rows, cursor: Cursor | null, taken: readonly Key[]): Promise<Key[]> {
  if (cursor?.order !== 'activity') return []
  const known = new Set(taken.map(key => key.id))
  return (await rows.changedSince(cursor.since)).filter(key => !known.has(key.id))
}

async function matchingMessages(db: Reader, me: Me, ids: readonly number[], typed: string) {
  const byTicket = new Map<number, { id: string; body: string; heard: boolean; translated: boolean }[]>()
  if (ids.length === 0) return byTicket
  const ranked = db
    .select({
      id: messages.id,
      seq: messages.seq,
      body: messages.body,
      translations: messages.translations,
      ticketId: messages.ticketId,
      rank: sql<number>`row_number() over (partition by ${messages.ticketId} order by ${messages.seq} desc)`.as(
        'rank',
      ),
    })
    .from(messages)
    .where(and(oneOf(messages.ticketId, ids), messageContains(me, typed)))
    .as('ranked')
  const rows = await db
    .select({
      id: ranked.id,
      body: ranked.body,
      ticketId: ranked.ticketId,
      translations: ranked.translations,
      words: transcripts.body,
    })
    .from(ranked)
    .leftJoin(transcripts, eq(transcripts.messageSeq, ranked.seq))
    .where(sql`${ranked.rank} <= ${MATCHES_SHOWN}`)
  const wanted = fold(typed.trim())
  const says = (text: string): boolean => fold(text).includes(wanted)
  for (const { id, body, ticketId, translations, words } of rows) {
    const other = says(body) ? undefined : Object.values(translations ?? {}).find(says)
    const isTranscript = words !== null && !says(body) && (other === undefined || says(words))
    const translated = !isTranscript && other !== undefined
    const text = isTranscript ? words : (other ?? body)
    const match = { id, body: text, heard: isTranscript, translated }
    byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), match])
  }
  return byTicket
}

export const COMMA = Buffer.from(',')

/** The text of a JSON object with one more member. */
export const withMember = (object: Buffer, name: string, value: unknown): Buffer =>
  Buffer.concat([object.subarray(0, -1), Buffer.from(`,"${name}":${JSON.stringify(value)}}`)])

async function lastChange(db: Db, id: number): Promise<string | null> {
  const [row] = await db.select({ at: tickets.updatedAt }).from(tickets).where(eq(tickets.id, id))
  return row?.at ?? null
}

/** A list to be read. */
interface Asked {
  /** A ticket of it fits each of these. */
  all: readonly Conditions[]
  order: Order
  cursor?: string | undefined
  pageNumber?: number
  /** The search text; empty: no search. */
  typed?: string
}

/**
 * A page of a list as the text of a JSON object. With `cursor` a row that stays in place appears exactly once; a row that
 * jumps to the top meanwhile comes (again) with the last page. With `pageNumber` pages are cut from the present order.
 * @throws ApiError ERR_VALIDATION for a foreign cursor.
 */
export async function pageOf(db: Db, me: Me, asked: Asked): Promise<Buffer> {
  const { all, order, pageNumber = 1, typed } = asked
  const cursor = asked.cursor ? readCursor(asked.cursor) : null
  if (asked.cursor && cursor?.order !== order) throw new ApiError('ERR_VALIDATION', { field: 'cursor' })
  const now = Date.now()
  const [first = EVERY_TICKET, ...others] = all
  const filter = and(...all.map(one => filterOf(me, one, now))) ?? sql`false`
  const count = sql<number>`(select count(*) from ${tickets} where ${filter})`
  const rows = typed
    ? await rowsOfSearch(db, me, filter, order, typed)
    : rowsOf(db, filter, order, others.length === 0 ? countOf(me, first, now) : count)

  const offset = cursor ? 0 : (pageNumber - 1) * PAGE.tickets
  const { keys, stopped } = await rows.page(cursor, offset)
  const page = keys.slice(0, PAGE.tickets)
  const hasMore = keys.length > PAGE.tickets || stopped !== null
  const total = await rows.count(cursor || offset > 0 || hasMore ? null : page)
  const late = hasMore ? [] : await moved(rows, cursor, page)

  // Where paging by activity begins: when the newest row changed.
  const newest = async (): Promise<number> => (await keysOf(db, filter, 'activity', 1))[0]?.key ?? 0
  const since = hasMore && order === 'activity' ? (cursor?.since ?? (await newest())) : 0

  const ids = [...page, ...late].map(key => key.id)
  const texts = await ticketTexts(db, ids)
  const matches = typed ? await matchingMessages(db, me, ids, typed) : null
  const shown = ids.flatMap(id => {
    const text = texts.get(id)
    if (!text) return []
    return [matches ? withMember(text, 'messages', matches.get(id) ?? []) : text]
  })
  const last = keys.length > PAGE.tickets ? page.at(-1) : stopped
  const rest = {
    count: total ?? offset + page.length,
    ...(total === null ? { counted: false } : {}),
    hasMore,
    cursor: hasMore && last ? writeCursor({ order, key: last.key, id: last.id, since }) : null,
    ...(stopped && last === stopped ? { stoppedAt: await lastChange(db, stopped.id) } : {}),
  }
  return Buffer.concat([
    Buffer.from('{"tickets":['),
    ...shown.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text])),
    Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
  ])
}

/**
 * A page of tickets the caller may see (`pageOf`).
 * @throws ApiError ERR_VALIDATION for a foreign cursor, ERR_NO_PERMISSION for the user filter, ERR_NO_VIEW_FOUND.
 */
export async function listTickets(
  db: Db,
  me: Me,
  query: TicketQuery,
): Promise<PreserialisedJson<ResponseIn<'tickets.list'>>> {
  const view = query.viewId === undefined ? null : await keptViews.row(db, me, query.viewId)
  const zone = query.date || query.updatedAt ? await timeZoneOf(db, me.companyId) : DEFAULT_TIME_ZONE
  const page = await pageOf(db, me, {
    all: [view?.conditions ?? conditionsOf(me, query, zone)],
    order: query.order ?? view?.order ?? 'activity',
    cursor: query.cursor,
    pageNumber: query.pageNumber,
    typed: query.searchParam?.trim() ?? '',
  })
  return new PreserialisedJson(page)
}
