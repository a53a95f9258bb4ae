/** Ticket lists: filtered, counted, paged without repeats or holes. */
import { DEFAULT_TIME_ZONE, PAGE } from '@contract'
import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { jsonOfRows, listed, messageContains, oneOf } from '../db/engine/words'
import { messages, tickets, ticketTags } from '../db/schema'
import { ApiError } from '../errors'
import { Written } from '../http/handlers'
import { timeZoneOf } from '../settings'
import { ticketTexts } from '../views/ticket-texts'
import type { TicketView } from '../views/tickets'
import type { Me } from '../workspace'
import { countedTickets } from './counts'
import { type Cursor, readCursor, writeCursor } from './cursor'
import { countedFilter, type TicketQuery, ticketFilter } from './filters'
import { ticketsFound } from './search'

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

const compare = (a: Key, b: Key): number => a.key - b.key || a.id - b.id

/** The same of a row in memory. */
function isAfter(cursor: Cursor, row: Key): boolean {
  const way = compare(row, { id: cursor.id, key: cursor.key ?? NEVER })
  return cursor.order === 'activity' ? way < 0 : way > 0
}

/** The rows a list is made of: each page of them, how many there are, and what changed since. */
interface Rows {
  page(cursor: Cursor | null, offset: number): Promise<Key[]>
  /** @param whole all rows, where one page holds them. */
  count(whole: readonly Key[] | null): Promise<number>
  /** Rows that changed later than this, the latest first. */
  changedSince(ms: number): Promise<Key[]>
}

/** Rows that came as one text (db/json-rows.ts), in the order of a list. */
const sortedKeys = (text: string | undefined, order: Cursor['order']): Key[] => {
  const way = order === 'waiting' ? 1 : -1
  return (JSON.parse(text ?? '[]') as [number, number][])
    .map(([id, key]) => ({ id, key }))
    .sort((a, b) => way * compare(a, b))
}

async function keysOf(
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
  const rows = db
    .select({ id: tickets.id, key: key.as('key') })
    .from(tickets)
    .where(where)
    .orderBy(...sorting)
    .limit(limit)
    .offset(offset)
  const [row] = await db.all<{ rows: string }>(
    sql`select ${jsonOfRows([sql`k.id`, sql`k.key`])} as rows from (${rows}) as k`,
  )
  return sortedKeys(row?.rows, order)
}

/**
 * Rows read in the order of an index, page by page.
 * @param counted the same filter on the counts, where they know it.
 * @param tagged the same as something to select from that begins at a tag, where there is one.
 */
function rowsOf(
  db: Reader,
  filter: SQL,
  { order, counted, tagged }: { order: Cursor['order']; counted: SQL | null; tagged: SQL | null },
): Rows {
  return {
    page: (cursor, offset) =>
      keysOf(db, cursor ? and(filter, after(cursor)) : filter, order, PAGE.tickets + 1, offset),
    async count(whole) {
      if (whole) return whole.length
      if (counted) return await countedTickets(db, counted)
      const from = tagged ?? sql`${tickets} where ${filter}`
      const [row] = await db.all<{ n: number }>(sql`select count(*) as n from ${from}`)
      return row?.n ?? 0
    },
    changedSince: ms => keysOf(db, and(filter, sql`${tickets.updatedAt} > ${ms}`), 'activity', MOVED_MAX),
  }
}

/** From a tag to its tickets: the other way round every ticket of the company would be looked at. */
function fromTag(me: Me, query: TicketQuery, zone: string): SQL | null {
  const [first, ...others] = new Set(query.tags)
  if (first === undefined) return null
  return sql`${ticketTags} cross join ${tickets} where ${ticketTags.tagId} = ${first}
    and ${tickets.id} = ${ticketTags.ticketId} and ${ticketFilter(me, { ...query, tags: others }, zone)}`
}

/** Rows of a search: their number is bounded (search.ts), and they are read once, whatever is asked of them. */
async function rowsFound(
  db: Reader,
  filter: SQL,
  order: Cursor['order'],
  found: readonly number[],
): Promise<Rows> {
  const key = order === 'waiting' ? waitingKey : updatedMs
  // From the ids to their tickets: the other way round every ticket of the company would be compared with the list.
  const [row] = await db.all<{ rows: string }>(
    sql`select ${jsonOfRows([tickets.id, key])} as rows from ${listed(found)} as found cross join ${tickets}
      where ${tickets.id} = found.id and ${filter}`,
  )
  const all = sortedKeys(row?.rows, order)
  return {
    page: async (cursor, offset) => {
      const rest = cursor ? all.filter(one => isAfter(cursor, one)) : all
      return rest.slice(offset, offset + PAGE.tickets + 1)
    },
    count: async () => all.length,
    changedSince: async ms => all.filter(one => one.key > ms).slice(0, MOVED_MAX),
  }
}

/** Rows that jumped to the top since paging began; asked for when the ordinary rows are at their end. */
async function moved(rows: Rows, cursor: Cursor | null, taken: readonly Key[]): Promise<Key[]> {
  if (cursor?.order !== 'activity') return []
  const known = new Set(taken.map(key => key.id))
  return (await rows.changedSince(cursor.since)).filter(key => !known.has(key.id))
}

async function matchingMessages(db: Reader, ids: readonly number[], typed: string) {
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
    .where(and(oneOf(messages.ticketId, ids), messageContains(typed)))
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

const COMMA = Buffer.from(',')

/** The text of an object (JSON) with one more member. */
const withMember = (object: Buffer, name: string, value: unknown): Buffer =>
  Buffer.concat([object.subarray(0, -1), Buffer.from(`,"${name}":${JSON.stringify(value)}}`)])

/** A page whose tickets are text already. */
function pageOf(shown: readonly Buffer[], rest: Omit<TicketPage, 'tickets'>): Written<TicketPage> {
  const parts = shown.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text]))
  const end = `],${JSON.stringify(rest).slice(1)}`
  return new Written(Buffer.concat([Buffer.from('{"tickets":['), ...parts, Buffer.from(end)]))
}

/**
 * One page of tickets the caller may see.
 *
 * With `cursor` a row that stays where it is appears exactly once however many others move; a row that jumps to the top
 * while pages are read comes (again) with the last page. With `pageNumber` pages are cut from the present order.
 * @throws ApiError ERR_VALIDATION for a foreign cursor, ERR_NO_PERMISSION for the user filter.
 */
export async function listTickets(db: Reader, me: Me, query: TicketQuery): Promise<Written<TicketPage>> {
  const order = query.order ?? 'activity'
  const cursor = query.cursor ? readCursor(query.cursor) : null
  if (query.cursor && cursor?.order !== order) throw new ApiError('ERR_VALIDATION', { field: 'cursor' })
  const zone = query.date || query.updatedAt ? await timeZoneOf(db, me.companyId) : DEFAULT_TIME_ZONE
  const filter = ticketFilter(me, query, zone)
  const typed = query.searchParam?.trim()
  const rows = typed
    ? await rowsFound(db, filter, order, await ticketsFound(db, me.companyId, typed))
    : rowsOf(db, filter, { order, counted: countedFilter(me, query), tagged: fromTag(me, query, zone) })

  const offset = cursor ? 0 : (query.pageNumber - 1) * PAGE.tickets
  const found = await rows.page(cursor, offset)
  const page = found.slice(0, PAGE.tickets)
  const hasMore = found.length > PAGE.tickets
  const total = await rows.count(cursor || offset > 0 || hasMore ? null : page)
  const late = hasMore ? [] : await moved(rows, cursor, page)

  // Where paging by activity begins: when the newest row changed.
  const newest = async (): Promise<number> => (offset === 0 ? page : await rows.page(null, 0))[0]?.key ?? 0
  const since = hasMore && order === 'activity' ? (cursor?.since ?? (await newest())) : 0

  const ids = [...page, ...late].map(key => key.id)
  const texts = await ticketTexts(db, ids)
  const matches = query.searchParam ? await matchingMessages(db, ids, query.searchParam) : null
  const shown = ids.flatMap(id => {
    const text = texts.get(id)
    if (!text) return []
    return [matches ? withMember(text, 'messages', matches.get(id) ?? []) : text]
  })
  const last = page.at(-1)
  return pageOf(shown, {
    count: total,
    hasMore,
    cursor: hasMore && last ? writeCursor({ order, key: last.key, id: last.id, since }) : null,
  })
}
