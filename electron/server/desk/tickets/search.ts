/**
 * Searches tickets a person may see (by the filter) with the text in a message, or in the contact's name, number or
 * address. A rare text is found by its index, and the answer is complete. For any other, the tickets are examined in
 * the order of the list until a page is full; when that takes too long the answer says where it stopped, and the next
 * one continues there.
 */
import { PAGE } from '@contract'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client'
import { contactsWith, type MatchLimits, ticketsWithMessage } from '../../platform/db/engine/matches'
import { contactContains, messageContains } from '../../platform/db/engine/searched'
import { jsonOfAll, jsonOfRows, listed, oneOf } from '../../platform/db/engine/words'
import { contacts, messages, tickets } from '../../platform/db/schema'
import { isIndexed } from '../../platform/db/search'
import type { Me } from '../../workspace'
import type { Cursor } from './cursor'
import { after, isAfter, type Key, keyOf, keysOf, MOVED_MAX, type Order, type Rows, sortedKeys } from './rows'

export interface SearchLimits {
  messages: MatchLimits
  contacts: MatchLimits
  /** Time limit for examining tickets, milliseconds, and how many are read first. */
  lookMs: number
  lookFirst: number
}

/** Together below the 300 ms a search may take on an idle machine. */
export const SEARCH_LIMITS: SearchLimits = {
  messages: { most: 5_000, withinMs: 80 },
  contacts: { most: 2_000, withinMs: 40 },
  lookMs: 100,
  lookFirst: 100,
}
/** Most tickets per query, and growth while queries are quick: others run in between. */
const MOST_AT_ONCE = 4_000
const QUICK_MS = 20

async function ids(db: Db, rows: SQL): Promise<number[]> {
  const [row] = await db.all<{ ids: string }>(sql`select ${jsonOfAll(sql`f.id`)} as ids from (${rows}) as f`)
  return JSON.parse(row?.ids ?? '[]') as number[]
}

/** Every ticket of the company with the text, by the indexes; null when these give too many. */
async function fewTickets(db: Db, me: Me, typed: string, limits: SearchLimits): Promise<number[] | null> {
  if (!isIndexed(typed)) return null
  const [people, message] = await Promise.all([
    contactsWith(db, me, me.companyId, typed, limits.contacts),
    ticketsWithMessage(db, me, me.companyId, typed, limits.messages),
  ])
  if (!people || !message) return null
  const theirs =
    people.length === 0
      ? []
      : await ids(db, sql`select ${tickets.id} from ${tickets} where ${oneOf(tickets.contactId, people)}`)
  return [...new Set([...theirs, ...message])]
}

/** Rows known by ids: read once for all questions. */
async function rowsAmong(db: Db, filter: SQL, order: Order, found: readonly number[]): Promise<Rows> {
  // From the ids to their tickets: otherwise every ticket of the company would be compared with the list.
  const [row] = await db.all<{ rows: string }>(
    sql`select ${jsonOfRows([tickets.id, keyOf(order)])} as rows from ${listed(found)} as found cross join ${tickets}
      where ${tickets.id} = found.id and ${filter}`,
  )
  const all = sortedKeys(row?.rows, order)
  return {
    page: async (cursor, offset) => {
      const rest = cursor ? all.filter(one => isAfter(cursor, one)) : all
      return { keys: rest.slice(offset, offset + PAGE.tickets + 1), stopped: null }
    },
    count: async () => all.length,
    changedSince: async ms => all.filter(one => one.key > ms).slice(0, MOVED_MAX),
  }
}

/**
 * The tickets among these with the text. Not by `exists`: PostgreSQL would then search all messages once, by the index
 * that is slow for this text.
 */
async function having(db: Db, me: Me, keys: readonly Key[], typed: string): Promise<Key[]> {
  const found = await ids(
    db,
    sql`select l.id from ${listed(keys.map(one => one.id))} as l cross join ${tickets} cross join ${contacts}
      where ${tickets.id} = l.id and ${contacts.id} = ${tickets.contactId} and (${contactContains(me, typed)}
        or (select 1 from ${messages} where ${messages.ticketId} = l.id and ${messageContains(me, typed)} limit 1) = 1)`,
  )
  const wanted = new Set(found)
  return keys.filter(one => wanted.has(one.id))
}

/** Rows found by examining the filter's tickets in order. */
function rowsLookedFor(db: Db, me: Me, filter: SQL, order: Order, typed: string, limits: SearchLimits): Rows {
  const look = async (cursor: Cursor | null, wanted: number) => {
    const until = performance.now() + limits.lookMs
    const keys: Key[] = []
    let at = cursor ? { order, id: cursor.id, key: cursor.key } : null
    for (let size = limits.lookFirst; ; ) {
      const began = performance.now()
      const next = await keysOf(db, at ? and(filter, after(at)) : filter, order, size)
      keys.push(...(await having(db, me, next, typed)))
      const last = next.at(-1)
      if (!last || next.length < size || keys.length >= wanted) return { keys, stopped: null }
      const now = performance.now()
      if (now >= until) return { keys, stopped: last }
      at = { order, ...last }
      if (now - began < QUICK_MS) size = Math.min(2 * size, MOST_AT_ONCE)
    }
  }
  return {
    async page(cursor, offset) {
      const { keys, stopped } = await look(cursor, offset + PAGE.tickets + 1)
      return { keys: keys.slice(offset, offset + PAGE.tickets + 1), stopped }
    },
    count: async whole => whole?.length ?? null,
    changedSince: async ms =>
      await having(
        db,
        me,
        await keysOf(db, and(filter, sql`${tickets.updatedAt} > ${ms}`), 'activity', MOVED_MAX),
        typed,
      ),
  }
}

/** The rows of a search. @param filter all other conditions, with visibility. */
export async function rowsOfSearch(
  db: Db,
  me: Me,
  filter: SQL,
  order: Order,
  typed: string,
  limits: SearchLimits = SEARCH_LIMITS,
): Promise<Rows> {
  const few = await fewTickets(db, me, typed, limits)
  return few ? await rowsAmong(db, filter, order, few) : rowsLookedFor(db, me, filter, order, typed, limits)
}
