/** Shows the cache what the server answers on its way to a window, and what is gone. */
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

/** Which ticket a path is about; null for every other path. */
const TICKET_PATH = /^\/(?:tickets\/(?:u\/([\w-]+)|(\d+))|messages\/(\d+))$/
/** What a server answers for a ticket that is gone, or is not this user's to see. */
const GONE: Record<number, string> = { 404: 'ERR_NO_TICKET_FOUND', 403: 'ERR_NO_PERMISSION' }

function ticketAt(path: string): { id: number } | { uuid: string } | null {
  const [, uuid, id, thread] = TICKET_PATH.exec(path) ?? []
  if (uuid !== undefined) return { uuid }
  return id || thread ? { id: Number(id ?? thread) } : null
}

/**
 * Asked when a window asks; takes the answer. One that was asked for before the cache was closed is not kept: the person may see
 * other things now. @param path below the API base.
 */
export type Seen = () => (method: string, path: string, answer: Response) => void

/** @returns a function that takes note of an answer without holding it up; failures are ignored, as nobody waits for it. */
export function createSeen(cache: Cache): Seen {
  const forget = (path: string): void => {
    const ticket = ticketAt(path)
    if (ticket) cache.forgetTicket(ticket).catch(() => undefined)
  }
  return () => {
    const era = cache.era()
    return (method, path, answer) => take(era, method, path, answer)
  }

  function take(era: number, method: string, path: string, answer: Response): void {
    if (method === 'DELETE' && answer.ok && path.startsWith('/tickets/')) forget(path)
    if (method !== 'GET') return
    const gone = GONE[answer.status]
    if (gone !== undefined && TICKET_PATH.test(path)) {
      answer
        .clone()
        .json()
        .then(
          (body: unknown) => {
            if ((body as { error?: unknown } | null)?.error === gone) forget(path)
          },
          () => undefined,
        )
      return
    }
    const worth = WORTH.find(([pattern]) => pattern.test(path))?.[1]
    const size = Number(answer.headers.get('content-length') ?? 0)
    if (!worth || answer.status !== 200 || size > MAX_BYTES || !answer.body) return
    answer
      .clone()
      .json()
      .then(
        (body: unknown) => {
          if (era !== cache.era()) return
          if (typeof body === 'object' && body !== null && !Array.isArray(body)) worth(cache, body as Row)
        },
        () => undefined,
      )
  }
}
