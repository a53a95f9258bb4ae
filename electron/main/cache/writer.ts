/**
 * Takes in what was seen and writes it later, in small transactions with pauses: an event on its way to a window never
 * waits for the disk, and a burst of events about one record is one write.
 */
import type { Contact, Message, Ticket } from '../../../src/contract'
import type { LocalDb, Statement } from '../local-db/local-db'
import type { Log } from '../log/log'
import { contactRow, messageRow, ticketRow } from './rows'

const FLUSH_AFTER_MS = 250
/** Rows per transaction: a few milliseconds, in which no event goes on to a window. */
const CHUNK = 25
/** Rows written between two looks at the size. */
const TRIM_EVERY = 2_000

/** Most rows kept; the oldest (messages) and longest unseen (others) go first. */
export const CACHE_LIMITS = { messages: 200_000, tickets: 20_000, contacts: 50_000 }
export type CacheLimits = typeof CACHE_LIMITS

export interface CacheWriter {
  message(message: Message): void
  ticket(ticket: Ticket): void
  contact(contact: Contact, whole: boolean): void
  /** Resolves when everything taken in so far is written. */
  flush(): Promise<void>
  /** Forgets what is not written yet. */
  discard(): void
}

/** Whether a record left the server before what is already waiting (the rule the rows follow as well). */
const isLate = (record: { updatedAt: string | null }, waiting: { updatedAt: string | null }): boolean =>
  record.updatedAt !== null &&
  waiting.updatedAt !== null &&
  Date.parse(record.updatedAt) < Date.parse(waiting.updatedAt)

const nextTick = () => new Promise<void>(resolve => setImmediate(resolve))

export function createCacheWriter(deps: {
  db: LocalDb
  log: Log
  now: () => number
  limits: CacheLimits
  alongside: (message: Message) => Statement[]
}): CacheWriter {
  const { db, log, now, limits, alongside } = deps
  const messages = new Map<string, Message>()
  const tickets = new Map<number, Ticket>()
  const contacts = new Map<number, { contact: Contact; whole: boolean }>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let sinceTrim = 0

  const take = <K, V>(map: Map<K, V>, count: number): V[] => {
    const taken: V[] = []
    for (const [key, value] of map) {
      if (taken.length >= count) break
      map.delete(key)
      taken.push(value)
    }
    return taken
  }

  const trim = async (): Promise<void> => {
    sinceTrim = 0
    const excess = async (table: string, order: string, limit: number): Promise<void> => {
      const [count] = await db.all(`SELECT count(*) AS n FROM ${table}`)
      const over = Number(count?.n ?? 0) - limit
      for (let left = over; left > 0; left -= CHUNK) {
        const key = order === 'seq' ? 'seq' : 'id'
        await db.writeRelaxed([
          {
            sql: `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} ORDER BY ${order} LIMIT ?)`,
            args: [Math.min(CHUNK, left)],
          },
        ])
        await nextTick()
      }
    }
    await excess('seen_messages', 'seq', limits.messages)
    await excess('seen_tickets', 'seen_at', limits.tickets)
    await excess('seen_contacts', 'seen_at', limits.contacts)
  }

  const drain = async (): Promise<void> => {
    for (;;) {
      const statements: Statement[] = [
        ...take(contacts, CHUNK).map(({ contact, whole }) => contactRow(contact, whole, now())),
      ]
      statements.push(...take(tickets, CHUNK - statements.length).map(ticket => ticketRow(ticket, now())))
      for (const message of take(messages, CHUNK - statements.length))
        statements.push(messageRow(message), ...alongside(message))
      if (statements.length === 0) break
      try {
        await db.writeRelaxed(statements)
      } catch (error) {
        // The cache can be seen again; nothing else may suffer from it.
        log.error('cache could not be written', { error, rows: statements.length })
      }
      sinceTrim += statements.length
      await nextTick()
    }
    if (sinceTrim >= TRIM_EVERY) {
      await trim().catch(error => log.error('cache could not be trimmed', { error }))
    }
  }

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    writing ??= drain().finally(() => {
      writing = null
    })
    return writing
  }

  const scheduleWrite = (): void => {
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS)
  }

  return {
    message(message) {
      const waiting = messages.get(message.id)
      const newer = waiting && isLate(message, waiting) ? waiting : message
      messages.set(message.id, waiting ? { ...newer, ack: Math.max(waiting.ack, message.ack) } : message)
      scheduleWrite()
    },
    ticket(ticket) {
      const waiting = tickets.get(ticket.id)
      if (!waiting || !isLate(ticket, waiting)) tickets.set(ticket.id, ticket)
      scheduleWrite()
    },
    contact(contact, whole) {
      const waiting = contacts.get(contact.id)
      if (!whole && waiting?.whole) return
      contacts.set(contact.id, { contact, whole })
      scheduleWrite()
    },
    async flush() {
      await flush()
      if (messages.size + tickets.size + contacts.size > 0) await flush()
    },
    discard() {
      if (timer) clearTimeout(timer)
      timer = null
      messages.clear()
      tickets.clear()
      contacts.clear()
    },
  }
}
