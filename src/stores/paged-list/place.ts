/** Where reading a list page by page stands, and when its end is reached. Pure, because servers lie about it. */

/** What a page says of itself. */
export interface PageAnswer {
  rows: readonly unknown[]
  hasMore: boolean
  /** Opaque position behind this page, of servers that page reliably. */
  cursor?: string | null
  /** Records of the question in all, where the server counts. */
  count?: number
  /** The server stopped looking before the page was full; the cursor goes on behind what it looked at. */
  stoppedAt?: string | null | undefined
}

/** Between two pages. */
export interface Place {
  /** Page to ask for by number. */
  page: number
  cursor: string | null
  /** Pages in a row that held nothing new. */
  unchanged: number
  complete: boolean
}

export const FIRST_PLACE: Place = { page: 1, cursor: null, unchanged: 0, complete: false }

/** Pages without anything new after which a server is not believed to have more. */
const MOST_UNCHANGED = 3

/** What is known when a page has been laid over the rows. */
export interface Laid {
  /** How many rows of the page were new. */
  fresh: number
  /** How many rows of the list are here then. */
  known: number
  /** The page that should have been new; those before it were read again and prove nothing. Default: the one asked. */
  expected?: number
  /** The server's `hasMore` is true without a cursor as well. */
  believed?: boolean
}

/**
 * Where to go on after a page.
 * Servers with cursors are believed. Others shift rows between pages, repeat some and say `hasMore: false` early
 * (54 of 320 tickets were out of reach in an older console), so unless they are known to be right they are read until a
 * page is empty, until all that were counted are here, or until they only repeat themselves.
 */
export function advance(
  before: Place,
  answer: PageAnswer,
  { fresh, known, expected = before.page, believed = false }: Laid,
): Place {
  const unchanged = fresh > 0 || before.page < expected ? 0 : before.unchanged + 1
  const next = { page: before.page + 1, cursor: answer.cursor ?? null, unchanged }
  // What it has not looked at yet may hold anything.
  if (answer.stoppedAt && answer.cursor) return { ...next, unchanged: 0, complete: false }
  if (answer.rows.length === 0) return { ...next, complete: true }
  if (believed || answer.cursor) return { ...next, complete: !answer.hasMore || unchanged >= MOST_UNCHANGED }
  if (before.cursor !== null) return { ...next, complete: true }
  const counted = (answer.count ?? 0) > 0 && known >= (answer.count ?? 0)
  return { ...next, complete: counted || unchanged >= (answer.hasMore ? MOST_UNCHANGED : 1) }
}

/**
 * Reads a list from its first page to its end, for whoever wants it whole and keeps no list.
 * @param ask one page. @param idOf names a row, so that repetitions are distinguished from new rows.
 * @param most pages read at most.
 */
export async function* everyPage<R>(
  ask: (place: Place) => Promise<PageAnswer & { rows: readonly R[] }>,
  idOf: (row: R) => number | string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ rows: readonly R[] }> {
  const seen = new Set<number | string>()
  let place = FIRST_PLACE
  for (let read = 0; read < most && !place.complete; read += 1) {
    const answer = await ask(place)
    const before = seen.size
    for (const row of answer.rows) seen.add(idOf(row))
    place = advance(place, answer, { fresh: seen.size - before, known: seen.size })
    yield answer
  }
}
