/** The outbox on the disk: every change of an entry's fate is here before anybody is notified of it. */
import { z } from 'zod'
import {
  attachment,
  expectedTicket,
  menuParts,
  OUTBOX_STATES,
  original,
  outboxEntry,
  quoteRef,
} from '../../../src/contract'
import type { LocalDb, Statement } from '../local-db/local-db'
import type { Log } from '../log/log'
import type { OutboxRecord } from './types'

/** How long a finished entry is remembered: it guards against a second acceptance and a second pairing. */
const DONE_KEPT_MS = 7 * 86_400_000

const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .nullable()
    .transform((text, context): z.output<S> | null => {
      if (text === null) return null
      try {
        return schema.parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message: 'unreadable JSON' })
        return z.NEVER
      }
    })

const row = z.object({
  seq: z.number(),
  id: z.string(),
  ticket_id: z.number(),
  kind: outboxEntry.shape.kind,
  body: z.string(),
  quote: json(quoteRef),
  attachment: json(attachment),
  original: json(original),
  menu: json(menuParts),
  forward: json(outboxEntry.shape.forward),
  expected: json(expectedTicket),
  state: z.enum(OUTBOX_STATES),
  attempts: z.number(),
  unsure: z.number().transform(n => n !== 0),
  first_attempt_at: z.number().nullable(),
  last_attempt_at: z.number().nullable(),
  failure_code: z.string().nullable(),
  failure_text: z.string().nullable(),
  hold_until: z.number().nullable(),
  sent_at: z.number().nullable(),
  created_at: z.number(),
})

/** What an entry is when it is accepted. */
type NewEntry = Pick<
  OutboxRecord,
  | 'id'
  | 'ticketId'
  | 'kind'
  | 'body'
  | 'quote'
  | 'attachment'
  | 'original'
  | 'menu'
  | 'forward'
  | 'expected'
  | 'holdUntil'
  | 'createdAt'
>

export interface OutboxStore {
  load(scope: number): Promise<OutboxRecord[]>
  /** Ids of messages that already stood for an entry. */
  claimed(scope: number): Promise<string[]>
  /** Whether an entry of this id was accepted and finished before, and which message it became. */
  finished(scope: number, id: string): Promise<{ messageId: string | null } | null>
  /** @returns the entry's place in the order. */
  insert(scope: number, entry: NewEntry): Promise<number>
  /** Writes everything of the record that can change. */
  update(record: OutboxRecord): Promise<void>
  remove(record: OutboxRecord): Promise<void>
  /** The entry became a message: it leaves the queue, and its pairing is remembered. */
  finish(scope: number, record: OutboxRecord): Promise<void>
  /** Forgets pairings older than a week. */
  prune(now: number): Promise<void>
}

const text = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

function updateOf(r: OutboxRecord): Statement {
  return {
    sql: `UPDATE outbox SET body = ?, attachment = ?, original = ?, forward = ?, state = ?, attempts = ?, unsure = ?, first_attempt_at = ?,
          last_attempt_at = ?, failure_code = ?, failure_text = ?, hold_until = ?, sent_at = ? WHERE seq = ?`,
    args: [
      r.body,
      text(r.attachment),
      text(r.original ?? null),
      text(r.forward),
      r.state,
      r.attempts,
      r.unsure ? 1 : 0,
      r.firstAttemptAt,
      r.lastAttemptAt,
      r.failureCode,
      r.failureText,
      r.holdUntil,
      r.sentAt,
      r.seq,
    ],
  }
}

export function createOutboxStore(db: LocalDb, log: Log): OutboxStore {
  return {
    async load(scope) {
      const rows = await db.all('SELECT * FROM outbox WHERE scope = ? ORDER BY seq', [scope])
      return rows.flatMap(found => {
        const parsed = row.safeParse(found)
        if (!parsed.success) {
          log.error('an outbox entry on the disk is unreadable', {
            seq: Number(found.seq),
            issues: parsed.error.issues.map(issue => issue.path.join('.')),
          })
          return []
        }
        const r = parsed.data
        return [
          {
            seq: r.seq,
            id: r.id,
            ticketId: r.ticket_id,
            kind: r.kind,
            body: r.body,
            quote: r.quote,
            attachment: r.attachment,
            original: r.original,
            menu: r.menu,
            forward: r.forward,
            expected: r.expected ?? undefined,
            // What was on its way when the program ended has to be asked about again.
            state: r.state === 'sending' ? ('queued' as const) : r.state,
            attempts: r.attempts,
            unsure: r.unsure,
            firstAttemptAt: r.first_attempt_at,
            lastAttemptAt: r.last_attempt_at,
            failureCode: r.failure_code,
            failureText: r.failure_text,
            holdUntil: r.hold_until,
            sentAt: r.sent_at,
            createdAt: r.created_at,
            messageId: null,
            streak: 0,
            backoffUntil: null,
            progress: r.kind === 'media' ? 0 : null,
            leaving: false,
          },
        ]
      })
    },

    async claimed(scope) {
      const rows = await db.all(
        'SELECT message_id AS id FROM outbox_done WHERE scope = ? AND message_id IS NOT NULL',
        [scope],
      )
      return rows.map(found => String(found.id))
    },

    async finished(scope, id) {
      const rows = await db.all('SELECT message_id FROM outbox_done WHERE scope = ? AND id = ?', [scope, id])
      if (!rows[0]) return null
      const messageId = rows[0].message_id
      return { messageId: typeof messageId === 'string' ? messageId : null }
    },

    async insert(scope, e) {
      const [done] = await db.write([
        {
          sql: `INSERT INTO outbox (scope, id, ticket_id, kind, body, quote, attachment, attachment_id, original, menu,
                forward, expected, state, hold_until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)`,
          args: [
            scope,
            e.id,
            e.ticketId,
            e.kind,
            e.body,
            text(e.quote),
            text(e.attachment),
            e.attachment?.id ?? null,
            text(e.original ?? null),
            text(e.menu ?? null),
            text(e.forward),
            text(e.expected ?? null),
            e.holdUntil,
            e.createdAt,
          ],
        },
      ])
      return done?.lastRow ?? 0
    },

    async update(record) {
      await db.write([updateOf(record)])
    },

    async remove(record) {
      await db.write([{ sql: 'DELETE FROM outbox WHERE seq = ?', args: [record.seq] }])
    },

    async finish(scope, record) {
      await db.write([
        { sql: 'DELETE FROM outbox WHERE seq = ?', args: [record.seq] },
        {
          sql: `INSERT INTO outbox_done (scope, id, ticket_id, message_id, at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (scope, id) DO UPDATE SET message_id = coalesce(excluded.message_id, message_id)`,
          args: [scope, record.id, record.ticketId, record.messageId, record.sentAt ?? record.createdAt],
        },
      ])
    },

    async prune(now) {
      await db.writeRelaxed([{ sql: 'DELETE FROM outbox_done WHERE at < ?', args: [now - DONE_KEPT_MS] }])
    },
  }
}
