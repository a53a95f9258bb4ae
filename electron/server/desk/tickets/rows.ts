/** The orders of ticket lists, positions in them, and reading rows in order. */
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { jsonOfRows } from '../../platform/db/engine/words'
import { tickets } from '../../platform/db/schema'
import type { Cursor } from './cursor'

/** Sorts after every real instant: tickets nobody waits on come last in the waiting order. */
const NEVER = 8_640_000_000_000_000
/** Most extra rows on the last page; with more moving during one scroll it is no longer a usable list. */
export const MOVED_MAX = 1_000

/** Sort key of the waiting order, before the id; in an index (tickets_waiting). */
export const waitingKey = sql<number>`coalesce(${tickets.waitingSince}, ${sql.raw(String(NEVER))})`
/** The same for the order by priority (tickets_priority): more urgent is smaller. */
const priorityKey = sql<number>`((case ${tickets.priority} when 'urgent' then 0 when 'high' then 1 when 'low' then 3 else 2 end) * 10000000000000 + coalesce(${tickets.waitingSince}, 9999999999999))`
/** The same for snoozed tickets (tickets_snoozed): the next to wake first. */
const snoozedKey = sql<number>`coalesce(${tickets.snoozedUntil}, ${sql.raw(String(NEVER))})`
/** The same for deadlines (tickets_due). */
const dueKey = sql<number>`coalesce(${tickets.dueAt}, ${sql.raw(String(NEVER))})`
const updatedMs = sql<number>`${tickets.updatedAt}`

export type Order = Cursor['order']

/** A row's position: `key` is the sort key. */
export type Key = { id: number; key: number }
export type Place = Pick<Cursor, 'order' | 'id' | 'key'>

/** The sort key of an order, before the id. */
export const keyOf = (order: Order): SQL<number> =>
  ({
    activity: updatedMs,
    oldest: updatedMs,
    waiting: waitingKey,
    priority: priorityKey,
    snoozed: snoozedKey,
    due: dueKey,
  })[order]

/** Rows after a position. */
export function after(place: Place): SQL {
  if (place.order === 'activity')
    return sql`(${tickets.updatedAt}, ${tickets.id}) < (${place.key}, ${place.id})`
  return sql`(${keyOf(place.order)}, ${tickets.id}) > (${place.key ?? NEVER}, ${place.id})`
}

const compare = (a: Key, b: Key): number => a.key - b.key || a.id - b.id

/** The same for a row in memory. */
export function isAfter(place: Place, row: Key): boolean {
  const way = compare(row, { id: place.id, key: place.key ?? NEVER })
  return place.order === 'activity' ? way < 0 : way > 0
}

/** Rows read as one text (db/json-rows.ts), in the order of a list. */
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
  // The other order's key is not read: no index has both.
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

/** A page's rows, plus one if there are more. */
interface Slice {
  keys: Key[]
  /** The last row examined, if the search stopped before the page was full. */
  stopped: Key | null
}

/** The source of a list: its pages, their number, and changes since. */
export interface Rows {
  page(cursor: Cursor | null, offset: number): Promise<Slice>
  /** The total; null if unknown. @param whole all rows, if one page holds them. */
  count(whole: readonly Key[] | null): Promise<number | null>
  /** Rows changed after this, latest first. */
  changedSince(ms: number): Promise<Key[]>
}
