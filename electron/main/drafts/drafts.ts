/**
 * What an agent has typed but not sent, per ticket: text, quote, attachments, caret.
 * Survives switches, restarts and a session ended elsewhere; an explicit sign-out erases it with the account's scope.
 */
import { z } from 'zod'
import { attachment, type Draft, quoteRef } from '../../../src/contract'
import type { Attachments } from '../attachments/attachments'
import type { LocalDb, Statement } from '../local-db/local-db'
import type { Log } from '../log/log'

export interface Drafts {
  list(): Promise<Draft[]>
  /** Keeps the draft as given; one without text, quote and attachments is removed. The caller debounces. */
  save(draft: Draft): Promise<void>
  /** Call after the outbox has accepted what was in it: files the outbox names stay. */
  remove(ticketId: number): Promise<void>
}

const draftRow = z.object({
  ticket_id: z.number(),
  text: z.string(),
  quote: z.string().nullable(),
  caret: z.number().nullable(),
  updated_at: z.string(),
})
const fileRow = z.object({ ticket_id: z.number(), attachment: z.string() })

/** JSON from the disk, checked; unreadable text reads as undefined. */
function fromJson<S extends z.ZodType>(schema: S, json: string | null): z.output<S> | undefined {
  if (json === null) return undefined
  try {
    const parsed = schema.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** @param scope the signed-in account's number, null when signed out: then there are no drafts and none are kept. */
export function createDrafts(deps: {
  db: LocalDb
  attachments: Attachments
  scope: () => number | null
  log: Log
}): Drafts {
  const { db, attachments, log } = deps

  const filesOf = async (scope: number, ticketId: number): Promise<string[]> => {
    const rows = await db.all(
      'SELECT attachment_id FROM draft_attachments WHERE scope = ? AND ticket_id = ?',
      [scope, ticketId],
    )
    return rows.map(row => String(row.attachment_id))
  }

  const remove = async (ticketId: number): Promise<void> => {
    const scope = deps.scope()
    if (scope === null) return
    const files = await filesOf(scope, ticketId)
    await db.write([{ sql: 'DELETE FROM drafts WHERE scope = ? AND ticket_id = ?', args: [scope, ticketId] }])
    await attachments.release(files)
  }

  return {
    async list() {
      const scope = deps.scope()
      if (scope === null) return []
      const rows = await db.all('SELECT * FROM drafts WHERE scope = ? ORDER BY updated_at DESC', [scope])
      const files = await db.all(
        'SELECT ticket_id, attachment FROM draft_attachments WHERE scope = ? ORDER BY ticket_id, position',
        [scope],
      )
      return rows.flatMap(found => {
        const parsed = draftRow.safeParse(found)
        if (!parsed.success) {
          log.error('a draft on the disk is unreadable', {
            issues: parsed.error.issues.map(i => i.path.join('.')),
          })
          return []
        }
        const row = parsed.data
        return [
          {
            ticketId: row.ticket_id,
            text: row.text,
            quote: fromJson(quoteRef, row.quote) ?? null,
            caret: row.caret,
            updatedAt: row.updated_at,
            attachments: files.flatMap(file => {
              const known = fileRow.safeParse(file)
              if (!known.success || known.data.ticket_id !== row.ticket_id) return []
              return fromJson(attachment, known.data.attachment) ?? []
            }),
          },
        ]
      })
    },

    async save(draft) {
      const scope = deps.scope()
      if (scope === null) return
      if (draft.text === '' && draft.quote === null && draft.attachments.length === 0) {
        await remove(draft.ticketId)
        return
      }
      const before = await filesOf(scope, draft.ticketId)
      const key = [scope, draft.ticketId]
      const statements: Statement[] = [
        {
          sql: `INSERT INTO drafts (scope, ticket_id, text, quote, caret, updated_at) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (scope, ticket_id) DO UPDATE SET
                text = excluded.text, quote = excluded.quote, caret = excluded.caret, updated_at = excluded.updated_at`,
          args: [
            ...key,
            draft.text,
            draft.quote && JSON.stringify(draft.quote),
            draft.caret,
            draft.updatedAt,
          ],
        },
        { sql: 'DELETE FROM draft_attachments WHERE scope = ? AND ticket_id = ?', args: key },
        ...draft.attachments.map((file, position) => ({
          sql: 'INSERT INTO draft_attachments (scope, ticket_id, position, attachment_id, attachment) VALUES (?, ?, ?, ?, ?)',
          args: [...key, position, file.id, JSON.stringify(file)],
        })),
      ]
      await db.write(statements)
      const named = new Set(draft.attachments.map(file => file.id))
      await attachments.release(before.filter(id => !named.has(id)))
    },

    remove,
  }
}
