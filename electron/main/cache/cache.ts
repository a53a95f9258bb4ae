/**
 * What the agent has seen, kept on this computer: a known ticket paints before the server answers, reading works
 * offline, search answers at once. It belongs to one account at a time: opening it
 * for another erases it first, and so does an explicit sign-out (`erase`).
 */

import type { z } from 'zod'
import {
  contact,
  type FeedEvent,
  type LocalHits,
  type Message,
  message,
  type Ticket,
  type TicketStatus,
  ticket,
} from '../../../src/contract'
import { isDamage, type LocalDb, type Statement } from '../local-db/local-db'
import { cacheTables } from '../local-db/migrations/cache'
import type { Log } from '../log/log'
import { searchLocal } from './search'
import { CACHE_LIMITS, type CacheLimits, createCacheWriter } from './writer'

export interface Cache {
  /**
   * Makes the cache this account's; what another account has seen is erased, and what this one has seen with other rights.
   * @param rights what decides what the account may see, as a text.
   */
  open(scope: number, rights?: string): Promise<void>
  /** Writes what is waiting; nothing is taken in or given out until the next `open`. */
  close(): Promise<void>
  /** Another number after each `close` and erasure: what was asked for before is not to be taken in. */
  era(): number
  /** Erases everything, also from the file's free pages. */
  erase(): Promise<void>
  /** The same, and goes on for the account it is open for. */
  renew(): Promise<void>

  /* Taking in: returns at once, written soon after. Records are parsed by the contract, so only its members are kept. */
  rememberTickets(records: readonly unknown[]): void
  rememberMessages(records: readonly unknown[]): void
  rememberContacts(records: readonly unknown[]): void
  /** A feed event, as it goes to the windows. */
  applyEvent(event: FeedEvent): void
  /** The server has no such ticket any more, or that this user may not see it. */
  forgetTicket(by: { id: number } | { uuid: string }): Promise<void>
  /**
   * Somebody was deleted or erased: what this computer has seen of them goes too.
   * @param ticketIds tickets that are known to be theirs.
   * @returns those, and those that were seen to be.
   */
  forgetContact(id: number, ticketIds: readonly number[]): Promise<number[]>

  /* Giving out: includes what is still waiting to be written. */
  ticket(by: { id: number } | { uuid: string }): Promise<Ticket | null>
  tickets(status: TicketStatus, limit: number): Promise<Ticket[]>
  message(id: string): Promise<Message | null>
  /** In order of time; `before` is a message id, null for the newest. An unknown id gives nothing. */
  thread(
    ticketId: number,
    page: { before: string | null; limit: number },
  ): Promise<{ messages: Message[]; hasMore: boolean }>
  search(text: string, limit: number): Promise<LocalHits>
  flush(): Promise<void>
}

const NOTHING: LocalHits = { tickets: [], contacts: [], messages: [], tookMs: 0 }
const TABLES = [
  'message_words',
  'contact_words',
  'ticket_words',
  'seen_messages',
  'seen_tickets',
  'seen_contacts',
]
const RENEW = `BEGIN;${TABLES.map(name => `DROP TABLE IF EXISTS ${name};`).join('')}${cacheTables};COMMIT;`

export function createCache(deps: {
  db: LocalDb
  log: Log
  now?: () => number
  limits?: CacheLimits
  /** What is written together with a message. */
  alongside?: (message: Message) => Statement[]
}): Cache {
  const { db, log } = deps
  const writer = createCacheWriter({
    db,
    log,
    now: deps.now ?? Date.now,
    limits: deps.limits ?? CACHE_LIMITS,
    alongside: deps.alongside ?? (() => []),
  })
  let open = false
  let era = 0

  const parseAll = <S extends z.ZodType>(
    what: string,
    schema: S,
    records: readonly unknown[],
  ): z.output<S>[] =>
    records.flatMap(record => {
      const parsed = schema.safeParse(record)
      if (parsed.success) return [parsed.data]
      log.warn(`cache refused a ${what}`, { issues: parsed.error.issues.map(issue => issue.path.join('.')) })
      return []
    })

  const stored = <S extends z.ZodType>(schema: S, json: unknown): z.output<S>[] => {
    try {
      return parseAll('stored record', schema, [JSON.parse(String(json))])
    } catch (error) {
      log.warn('cache has an unreadable row', { error })
      return []
    }
  }

  const takeTicket = (record: Ticket): void => {
    writer.ticket(record)
    if (record.contact) writer.contact(record.contact, false)
  }
  const takeMessage = (record: Message): void => {
    writer.message(record)
    if (record.contact) writer.contact(record.contact, false)
  }

  const renew = async (isUrgent = true): Promise<void> => {
    era += 1
    writer.discard()
    await writer.flush()
    writer.discard()
    await db.script(RENEW)
    if (isUrgent) await db.compact()
    else db.compactSoon().catch(error => log.error('what was erased is not overwritten yet', { error }))
  }

  /** Damage of the cache must not become damage of the day: it starts again from nothing. */
  const reading = async <T>(fallback: T, work: () => Promise<T>): Promise<T> => {
    if (!open) return fallback
    try {
      await writer.flush()
      return await work()
    } catch (error) {
      log.error('cache could not be read', { error })
      if (isDamage(error))
        await renew().catch(failed => log.error('cache could not be renewed', { error: failed }))
      return fallback
    }
  }

  return {
    async open(scope, rights = '') {
      const owner = `${scope} ${rights}`.trim()
      const rows = await db.all("SELECT value FROM meta WHERE key = 'cache_owner'")
      const before = String(rows[0]?.value ?? '')
      if (before !== owner) {
        // Whoever only has other rights goes on working, and does not wait for a big file to be written anew.
        await renew(before.split(' ', 1)[0] !== String(scope))
        await db.write([
          {
            sql: "INSERT INTO meta VALUES ('cache_owner', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            args: [owner],
          },
        ])
      }
      open = true
    },
    era: () => era,
    async close() {
      open = false
      era += 1
      await writer.flush()
    },
    async erase() {
      open = false
      await renew()
      await db.write([{ sql: "DELETE FROM meta WHERE key = 'cache_owner'" }])
    },
    renew: () => renew(),

    rememberTickets(records) {
      if (open) for (const record of parseAll('ticket', ticket, records)) takeTicket(record)
    },
    rememberMessages(records) {
      if (open) for (const record of parseAll('message', message, records)) takeMessage(record)
    },
    rememberContacts(records) {
      if (open) for (const record of parseAll('contact', contact, records)) writer.contact(record, true)
    },
    applyEvent(event) {
      if (!open) return
      if (event.channel === 'appMessage') {
        takeMessage(event.data.message)
        if (event.data.ticket) takeTicket(event.data.ticket)
        if (event.data.contact) writer.contact(event.data.contact, false)
      } else if (event.channel === 'ticket' && 'ticket' in event.data) {
        takeTicket(event.data.ticket)
      } else if (event.channel === 'contact') {
        if ('contact' in event.data) writer.contact(event.data.contact, false)
        else if ('records' in event.data)
          for (const record of event.data.records) writer.contact(record, false)
      }
    },
    async forgetContact(id, ticketIds) {
      if (!open) return [...ticketIds]
      await writer.flush()
      const seen = await db.all('SELECT id FROM seen_tickets WHERE contact_id = ?', [id])
      const own = [...new Set([...ticketIds, ...seen.map(row => Number(row.id))])]
      const those = 'SELECT value FROM json_each(?2)'
      const args = [id, JSON.stringify(own)]
      await db.writeRelaxed([
        { sql: `DELETE FROM seen_messages WHERE contact_id = ?1 OR ticket_id IN (${those})`, args },
        { sql: `DELETE FROM seen_tickets WHERE contact_id = ?1 OR id IN (${those})`, args },
        { sql: 'DELETE FROM seen_contacts WHERE id = ?1', args: [id] },
      ])
      return own
    },
    async forgetTicket(by) {
      if (!open) return
      await writer.flush()
      const [which, value] =
        'id' in by ? ['?1', by.id] : ['(SELECT id FROM seen_tickets WHERE uuid = ?1)', by.uuid]
      await db.writeRelaxed([
        { sql: `DELETE FROM summaries WHERE ticket_id = ${which}`, args: [value] },
        { sql: `DELETE FROM seen_messages WHERE ticket_id = ${which}`, args: [value] },
        { sql: `DELETE FROM seen_tickets WHERE id = ${which}`, args: [value] },
      ])
    },

    ticket: by =>
      reading(null, async () => {
        const [column, value] = 'id' in by ? ['id', by.id] : ['uuid', by.uuid]
        const rows = await db.all(`SELECT json FROM seen_tickets WHERE ${column} = ? LIMIT 1`, [value])
        return rows[0] ? (stored(ticket, rows[0].json)[0] ?? null) : null
      }),

    tickets: (status, limit) =>
      reading([], async () => {
        const rows = await db.all(
          'SELECT json FROM seen_tickets WHERE status = ? ORDER BY updated_at DESC LIMIT ?',
          [status, limit],
        )
        return rows.flatMap(row => stored(ticket, row.json))
      }),

    message: id =>
      reading(null, async () => {
        const [row] = await db.all('SELECT json, ack FROM seen_messages WHERE id = ?', [id])
        const [found] = row ? stored(message, row.json) : []
        return found ? { ...found, ack: Number(row?.ack) } : null
      }),

    thread: (ticketId, { before, limit }) =>
      reading({ messages: [], hasMore: false }, async () => {
        // One more than asked for shows whether there is more.
        const rows = await db.all(
          `SELECT m.json, m.ack, c.json AS contact FROM seen_messages m LEFT JOIN seen_contacts c ON c.id = m.contact_id
           WHERE m.ticket_id = ?1 AND (?2 IS NULL OR m.seq < (SELECT seq FROM seen_messages WHERE id = ?2))
           ORDER BY m.seq DESC LIMIT ?3`,
          [ticketId, before, limit + 1],
        )
        const messages = rows.slice(0, limit).flatMap(row =>
          stored(message, row.json).map(found => ({
            ...found,
            ack: Number(row.ack),
            contact: row.contact === null ? null : (stored(contact, row.contact)[0] ?? null),
          })),
        )
        return { messages: messages.reverse(), hasMore: rows.length > limit }
      }),

    search: (text, limit) => reading(NOTHING, () => searchLocal(db, text, limit)),
    flush: () => writer.flush(),
  }
}
