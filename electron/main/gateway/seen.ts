/** Shows the cache what the server answers on its way to a window (architecture.md, "Cache and search"). */
import type { Cache } from '../cache/cache'

type Row = Record<string, unknown>

/** Larger answers are exports, not screens. */
const MAX_BYTES = 4 * 1024 * 1024

const rowsAt = (body: Row, key: string): readonly unknown[] => (Array.isArray(body[key]) ? body[key] : [])

/** Calls whose answers are worth keeping, by path below the API base, and what they hold. */
const WORTH: [RegExp, (cache: Cache, body: Row) => void][] = [
  [/^\/tickets\/?$/, (cache, body) => cache.rememberTickets(rowsAt(body, 'tickets'))],
  [/^\/tickets\/(?:u\/[^/]+|\d+)$/, (cache, body) => cache.rememberTickets([body])],
  [
    /^\/messages\/\d+$/,
    (cache, body) => {
      cache.rememberMessages(rowsAt(body, 'messages'))
      if (body.ticket) cache.rememberTickets([body.ticket])
    },
  ],
  [/^\/contacts\/?$/, (cache, body) => cache.rememberContacts(rowsAt(body, 'contacts'))],
  [/^\/contacts\/\d+$/, (cache, body) => cache.rememberContacts([body])],
]

export type Seen = (path: string, answer: Response) => void

/** @returns a function that takes note of an answer without holding it up; failures are nobody's business. */
export function createSeen(cache: Cache): Seen {
  return (path, answer) => {
    const worth = WORTH.find(([pattern]) => pattern.test(path))?.[1]
    const size = Number(answer.headers.get('content-length') ?? 0)
    if (!worth || answer.status !== 200 || size > MAX_BYTES || !answer.body) return
    answer
      .clone()
      .json()
      .then(
        (body: unknown) => {
          if (typeof body === 'object' && body !== null && !Array.isArray(body)) worth(cache, body as Row)
        },
        () => undefined,
      )
  }
}
