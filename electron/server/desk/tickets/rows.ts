/** The orders of ticket lists, a row's place in them, and how rows are read in order. */
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { jsonOfRows } from '../../platform/db/engine/words'
import { tickets } from '../../platform/db/schema'
import type { Cursor } from './cursor'

/** Sorts after every real instant: tickets nobody waits on come last in the waiting order. */
export const NEVER = 8_640_000_000_000_000
/** Most rows the last page carries on top of its own; more than that moving during one scroll is not a list any more. */
export const MOVED_MAX = 1_000

/** What the waiting order sorts by, before the id; an index holds it (tickets_waiting). */
export const waitingKey = sql<number>`coalesce(${tickets.waitingSince}, ${sql.raw(String(NEVER))})`
/** The same of the order by priority (tickets_priority): the more urgent, the smaller. */
const priorityKey = sql<number>`((case ${tickets.priority} when 'urgent' then 0 when 'high' then 1 when 'low' then 3 else 2 end) * 10000000000000 + coalesce(${tickets.waitingSince}, 9999999999999))`
/** The same of those that sleep (tickets_snoozed): who wakes next first. */
const snoozedKey = sql<number>`coalesce(${tickets.snoozedUntil}, ${sql.raw(String(NEVER))})`
/** The same of deadlines (tickets_due). */
const dueKey = sql<number>`coalesce(${tickets.dueAt}, ${sql.raw(String(NEVER))})`
const updatedMs = sql<number>`${tickets.updatedAt}`

export type Order = Cursor['order']

/** A row's place: `key` is what the order sorts by. */
export type Key = { id: number; key: number }
export type Place = Pick<Cursor, 'order' | 'id' | 'key'>

/** What an order sorts by, before the id. */
export const keyOf = (order: Order): SQL<number> =>
  ({
    activity: updatedMs,
    oldest: updatedMs,
    waiting: waitingKey,
    priority: priorityKey,
    snoozed: snoozedKey,
    due: dueKey,
  })[order]

/** Rows behind a place. */
export function after(place: Place): SQL {
  if (place.order === 'activity')
    return sql`(${tickets.updatedAt}, ${tickets.id}) < (${place.key}, ${place.id})`
  return sql`(${keyOf(place.order)}, ${tickets.id}) > (${place.key ?? NEVER}, ${place.id})`
}

const compare = (a: Key, b: Key): number => a.key - b.key || a.id - b.id

/** The same of a row in memory. */
export function isAfter(place: Place, row: Key): boolean {
  const way = compare(row, { id: place.id, key: place.key ?? NEVER })
  return place.order === 'activity' ? way < 0 : way > 0
}

/** Rows that came as one text (db/json-rows.ts), in the order of a list. */
export const sortedKeys = (text: string | undefined, order: Order): Key[] => {
  const way = order === 'activity' ? -1 : 1
  return (JSON.parse(text ?? '[]') as [number, number][])
    .map(([id, key]) => ({ id, key }))
    .sort((a, b) => way * compare(a, b))
}

/** The first rows of a filter, in order. */
export async function keysOf(
  db: Reader,
  where: SQL | undefined,
  order: Order,
  limit: number,
  offset = 0,
): Promise<Key[]> {
  const sorting =
    order === 'activity' ? [desc(tickets.updatedAt), desc(tickets.id)] : [asc(keyOf(order)), asc(tickets.id)]
  // The other order's key is not asked for: no index holds both.
  const rows = db
    .select({ id: tickets.id, key: keyOf(order).as('key') })
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

/** A page's rows, and one more where there are more. */
interface Slice {
  keys: Key[]
  /** The last row that was looked at, where looking ended before there was a page. */
  stopped: Key | null
}

/** The rows a list is made of: each page of them, how many there are, and what changed since. */
export interface Rows {
  page(cursor: Cursor | null, offset: number): Promise<Slice>
  /**
   * How many there are in all; null where nobody knows.
   * @param whole all rows, where one page holds them.
   */
  count(whole: readonly Key[] | null): Promise<number | null>
  /** Rows that changed later than this, the latest first. */
  changedSince(ms: number): Promise<Key[]>
}
