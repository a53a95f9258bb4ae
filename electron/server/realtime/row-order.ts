/**
 * The order of events that say what a row is: a contact, a tag, a person, a setting. Each is read after its write is stored, on
 * whichever connection of whichever process is free, so one may leave after that of a later write. All processes hear
 * events in one order; one that comes behind that of a later write of its row says nothing anybody needs, and is left out.
 */
import type { CompanyChannel } from '@contract'
import { lastWrite } from '../db/last-write'

/** Travels with an event that says what rows are. */
export interface RowMark {
  channel: CompanyChannel | 'announcement'
  /** The last write before it was read (../db/last-write). */
  write: number
}

export interface RowOrder {
  /** The mark of an event that the present piece of work sends; undefined where order needs none, or nobody knows it. */
  mark(channel: RowMark['channel']): RowMark | undefined
  /** Before an event is sent, under its mark. @returns what is to be sent of it; null for nothing. */
  sending<P extends object>(channel: RowMark['channel'], payload: P): P | null
  /** What has to travel with an event that `sending` let pass. */
  markOf(payload: unknown): RowMark | undefined
  /** An event came out of the order of all. @returns what of it is not older than what was heard before; null for nothing. */
  passing<P>(mark: RowMark | undefined, payload: P): P | null
}

/** Rows whose last event is known: more than are changed while one is read. */
const KEPT = 10_000

/** Tickets have ./ticket-order, messages their `updatedAt`; notes are never changed, and a sign-in is no row. */
const OTHERWISE: ReadonlySet<string> = new Set(['ticket', 'appMessage', 'ticketNote', 'auth'])
const SAYS_A_ROW: ReadonlySet<unknown> = new Set(['create', 'update', 'delete'])

function keyOf({ channel }: RowMark, what: unknown): string {
  const { id, key, companyId } = (typeof what === 'object' && what !== null ? what : { id: what }) as {
    id?: unknown
    key?: unknown
    companyId?: unknown
  }
  // Both say what a connection is.
  const of = channel === 'whatsappSession' ? 'whatsapp' : channel
  return `${of}:${id ?? `${companyId}:${key}`}`
}

/** What an event says of rows; nothing for one that says more than rows, or none. */
function rowsIn(payload: object): unknown[] {
  const { action, newMessage, ...said } = payload as Record<string, unknown>
  if (!SAYS_A_ROW.has(action) && newMessage === undefined) return []
  const [what, ...more] = Object.values(said)
  if (what === null || (typeof what !== 'object' && typeof what !== 'number') || more.length > 0) return []
  return Array.isArray(what) ? what : [what]
}

/** @param shared whether events go by way of the others before they are delivered. */
export function rowOrder(shared: boolean): RowOrder {
  const marks = new WeakMap<object, RowMark>()
  /** By row: the last write it was said after, and what a chat was then. */
  const last = new Map<string, { write: number; chat: unknown }>()
  const isLate = (mark: RowMark, what: unknown): boolean => {
    const row = keyOf(mark, what)
    const { write } = mark
    if ((last.get(row)?.write ?? write) > write) return true
    last.delete(row)
    last.set(row, { write, chat: mark.channel === 'chat' && typeof what === 'object' ? what : null })
    if (last.size > KEPT)
      for (const oldest of last.keys()) {
        last.delete(oldest)
        break
      }
    return false
  }
  const order: RowOrder = {
    mark(channel) {
      const write = OTHERWISE.has(channel) ? undefined : lastWrite()
      return write === undefined ? undefined : { channel, write }
    },
    sending(channel, payload) {
      const mark = order.mark(channel)
      if (!mark || !shared) return order.passing(mark, payload)
      marks.set(payload, mark)
      return payload
    },
    markOf: payload => (typeof payload === 'object' && payload !== null ? marks.get(payload) : undefined),
    passing(mark, payload) {
      if (!mark || typeof payload !== 'object' || payload === null) return payload
      const late = rowsIn(payload).map(what => isLate(mark, what))
      if (!late.includes(true)) return payload
      const { records, newMessage, chat } = payload as Partial<Record<string, unknown>>
      // A message of the team chat is said once, with what its chat has become since.
      if (newMessage !== undefined) return { ...payload, chat: last.get(keyOf(mark, chat))?.chat ?? null }
      if (!Array.isArray(records) || !late.includes(false)) return null
      return { ...payload, records: records.filter((_, i) => !late[i]) }
    },
  }
  return order
}
