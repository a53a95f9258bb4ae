/** When a list has been read to its end. Pure, because servers lie about it (design/contract.md 4.1). */
import type { TicketPage } from './source'

/** Where a list stands between two pages. */
export interface Cursor {
  /** Page to ask for by number. */
  page: number
  /** Opaque position of servers that page reliably. */
  cursor: string | null
  /** Pages in a row that held nothing new. */
  fruitless: number
  complete: boolean
}

export const FIRST_PAGE: Cursor = { page: 1, cursor: null, fruitless: 0, complete: false }

/** Pages without anything new after which a server is not believed to have more. */
const PATIENCE = 3

/**
 * Where to go on after a page.
 * Servers with cursors are believed. Others shift rows between pages, repeat some and say `hasMore: false` early
 * (54 of 320 tickets were out of reach in the incumbent, defect 7), so they are read until a page is empty, until
 * all that were counted are here, or until they only repeat themselves.
 * @param fresh how many ids of the page were new.
 * @param known how many ids of the list are here after the page.
 */
export function advance(before: Cursor, answer: TicketPage, fresh: number, known: number): Cursor {
  const fruitless = fresh === 0 ? before.fruitless + 1 : 0
  const next = { page: before.page + 1, cursor: answer.cursor ?? null, fruitless }
  if (answer.tickets.length === 0) return { ...next, complete: true }
  if (answer.cursor) return { ...next, complete: !answer.hasMore || fruitless >= PATIENCE }
  if (before.cursor !== null) return { ...next, complete: true }
  const counted = answer.count > 0 && known >= answer.count
  const repeating = fruitless >= (answer.hasMore ? PATIENCE : 1)
  return { ...next, complete: counted || repeating }
}
