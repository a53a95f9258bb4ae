/** Ticket lists: filtered, counted, and paged without repeats or gaps. */
import { DEFAULT_TIME_ZONE, fold, PAGE } from '@contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Db, Reader } from '../../platform/db/client'
import { messageContains } from '../../platform/db/engine/searched'
import { oneOf } from '../../platform/db/engine/words'
import { messages, tickets, ticketTags, transcripts } from '../../platform/db/schema'
import { PreserialisedJson } from '../../platform/http/handlers'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'
import { type TicketView, ticketTexts } from '../presenters/tickets'
import { countedTickets } from './counts'
import { type Cursor, readCursor, writeCursor } from './cursor'
import { countedFilter, hidesSnoozed, type TicketQuery, ticketFilter } from './filters'
import { after, type Key, keysOf, MOVED_MAX, type Order, type Rows } from './rows'
import { countView, keptViews } from './saved-views'
import { rowsOfSearch } from './search'
import { viewFilter } from './view-filter'

export interface TicketPage {
  tickets: TicketView[]
  count: number
  /** False: there are at least this many. */
  counted?: false
  hasMore: boolean
  cursor: string | null
  /** A search stopped at conversations that changed at this time; the cursor continues after them. */
  stoppedAt?: string | null
}

/** Matching messages shown per ticket in a search. */
const MATCHES_SHOWN = 3
/** Rows read in the order of an index, page by page. @param all how many there are. */
const rowsOf = (db: Reader, filter: SQL, order: Order, all: () => Promise<number>): Rows => ({
  async page(cursor, offset) {
    const where = cursor ? and(filter, after(cursor)) : filter
    return { keys: await keysOf(db, where, order, PAGE.tickets + 1, offset), stopped: null }
  },
  count: async whole => whole?.length ?? all(),
  changedSince: ms => keysOf(db, and(filter, sql`${tickets.updatedAt} > ${ms}`), 'activity', MOVED_MAX),
})

/** From the tag to its tickets: otherwise every ticket of the company would be read. */
function fromTag(me: Me, query: TicketQuery, zone: string): SQL | null {
  const [first, ...others] = new Set(query.tags)
  if (first === undefined) return null
  return sql`${ticketTags} cross join ${tickets} where ${ticketTags.tagId} = ${first}
    and ${tickets.id} = ${ticketTags.ticketId} and ${ticketFilter(me, { ...query, tags: others }, zone)}`
}

/** How many tickets a list holds: by the counts where possible, which include snoozed ones. */
async function countOf(db: Reader, me: Me, query: TicketQuery, filter: SQL, zone: string): Promise<number> {
  const counted = countedFilter(me, query)
  if (counted) {
    const snoozed = hidesSnoozed(query) ? ticketFilter(me, { ...query, snoozed: true }, zone) : sql`false`
    return (await countedTickets(db, counted)) - (await db.$count(tickets, snoozed))
  }
  const from = fromTag(me, query, zone) ?? sql`${tickets} where ${filter}`
  const [row] = await db.all<{ n: number }>(sql`select count(*) as n from ${from}`)
  return row?.n ?? 0
}

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

const COMMA = Buffer.from(',')

/** The text of a JSON object with one more member. */
const withMember = (object: Buffer, name: string, value: unknown): Buffer =>
  Buffer.concat([object.subarray(0, -1), Buffer.from(`,"${name}":${JSON.stringify(value)}}`)])

/** A page whose tickets are already JSON text. */
function pageOf(shown: readonly Buffer[], rest: Omit<TicketPage, 'tickets'>): PreserialisedJson<TicketPage> {
  const parts = shown.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text]))
  const end = `],${JSON.stringify(rest).slice(1)}`
  return new PreserialisedJson(Buffer.concat([Buffer.from('{"tickets":['), ...parts, Buffer.from(end)]))
}

async function lastChange(db: Db, id: number): Promise<string | null> {
  const [row] = await db.select({ at: tickets.updatedAt }).from(tickets).where(eq(tickets.id, id))
  return row?.at ?? null
}

/**
 * A page of tickets the caller may see. With `cursor` a row that stays in place appears exactly once; a row that jumps
 * to the top meanwhile comes (again) with the last page. With `pageNumber` pages are cut from the present order.
 * @throws ApiError ERR_VALIDATION for a foreign cursor, ERR_NO_PERMISSION for the user filter, ERR_NO_VIEW_FOUND.
 */
export async function listTickets(
  db: Db,
  me: Me,
  query: TicketQuery,
): Promise<PreserialisedJson<TicketPage>> {
  const view = query.viewId === undefined ? null : await keptViews.row(db, me, query.viewId)
  const order = query.order ?? view?.order ?? 'activity'
  const cursor = query.cursor ? readCursor(query.cursor) : null
  if (query.cursor && cursor?.order !== order) throw new ApiError('ERR_VALIDATION', { field: 'cursor' })
  const zone = query.date || query.updatedAt ? await timeZoneOf(db, me.companyId) : DEFAULT_TIME_ZONE
  const now = Date.now()
  const filter = view ? viewFilter(me, view.conditions, now) : ticketFilter(me, query, zone)
  const typed = query.searchParam?.trim()
  const rows = typed
    ? await rowsOfSearch(db, me, filter, order, typed)
    : rowsOf(db, filter, order, () =>
        view ? countView(db, me, view.conditions, now) : countOf(db, me, query, filter, zone),
      )

  const offset = cursor ? 0 : (query.pageNumber - 1) * PAGE.tickets
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
  const matches = query.searchParam ? await matchingMessages(db, me, ids, query.searchParam) : null
  const shown = ids.flatMap(id => {
    const text = texts.get(id)
    if (!text) return []
    return [matches ? withMember(text, 'messages', matches.get(id) ?? []) : text]
  })
  const last = keys.length > PAGE.tickets ? page.at(-1) : stopped
  return pageOf(shown, {
    count: total ?? offset + page.length,
    ...(total === null ? { counted: false } : {}),
    hasMore,
    cursor: hasMore && last ? writeCursor({ order, key: last.key, id: last.id, since }) : null,
    ...(stopped && last === stopped ? { stoppedAt: await lastChange(db, stopped.id) } : {}),
  })
}
