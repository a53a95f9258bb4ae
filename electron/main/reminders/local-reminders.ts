/** Reminders for servers that keep none: answers `/api/reminders` from this computer's file, as a server would. */
import { displayName, endpoints, REMINDER_WORDS_CHARS, type Reminder } from '../../../src/contract'
import type { Cache } from '../cache/cache'
import { json, type LocalAnswer, refused } from '../local-answer'
import type { LocalDb } from '../local-db/local-db'

interface Row {
  id: number
  ticket_id: number
  ticket_uuid: string
  message_id: string | null
  note: string
  due_at: number
}

/**
 * @param scope the account's number in the file; null for nobody.
 * @param changed tells windows and whoever watches the time.
 */
export function createLocalReminders(deps: {
  db: Pick<LocalDb, 'all' | 'write'>
  cache: Pick<Cache, 'ticket' | 'message'>
  scope: () => number | null
  changed: () => void
  now?: () => number
}): LocalAnswer {
  const { db, cache } = deps
  const now = deps.now ?? Date.now

  async function shown(row: Row): Promise<Reminder> {
    const ticket = await cache.ticket({ id: row.ticket_id })
    const message = row.message_id === null ? null : await cache.message(row.message_id)
    return {
      id: row.id,
      ticketId: row.ticket_id,
      ticketUuid: row.ticket_uuid,
      messageId: row.message_id,
      name: displayName(ticket?.contact),
      words: message && !message.isDeleted ? [...message.body].slice(0, REMINDER_WORDS_CHARS).join('') : '',
      note: row.note,
      dueAt: new Date(row.due_at).toISOString(),
    }
  }
  const rows = async (scope: number, id?: number): Promise<Row[]> =>
    (await db.all(
      `SELECT id, ticket_id, ticket_uuid, message_id, note, due_at FROM reminders
       WHERE scope = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY due_at, id`,
      [scope, id ?? null],
    )) as unknown as Row[]

  async function change(
    scope: number,
    sql: string,
    args: (string | number | null)[],
  ): Promise<Response | null> {
    const [done] = await db.write([{ sql, args: [scope, ...args] }])
    if (!done?.rowsAffected) return refused(404, 'ERR_NO_REMINDER_FOUND')
    deps.changed()
    return null
  }

  async function create(scope: number, input: unknown): Promise<Response> {
    const body = endpoints['reminders.create'].body.safeParse(input)
    if (!body.success || Date.parse(body.data.dueAt) <= now()) return refused(400, 'ERR_VALIDATION')
    const { ticketId, messageId = null, note = '', dueAt } = body.data
    const ticket = await cache.ticket({ id: ticketId })
    if (!ticket) return refused(404, 'ERR_NO_TICKET_FOUND')
    const insert = `INSERT INTO reminders (scope, ticket_id, ticket_uuid, message_id, note, due_at) VALUES (?, ?, ?, ?, ?, ?)`
    const failed = await change(scope, insert, [ticketId, ticket.uuid, messageId, note, Date.parse(dueAt)])
    const made = (await rows(scope)).toSorted((a, b) => b.id - a.id)[0]
    return failed ?? (made ? json(await shown(made)) : refused(500, 'ERR_INTERNAL'))
  }

  return async (request, path) => {
    const [, id] = /^\/reminders(?:\/(\d+))?$/.exec(path) ?? []
    if (!/^\/reminders(?:\/\d+)?$/.test(path)) return null
    const scope = deps.scope()
    if (scope === null) return refused(401, 'ERR_SESSION_EXPIRED')
    if (id === undefined)
      return request.method === 'POST'
        ? create(scope, await request.json())
        : json(await Promise.all((await rows(scope)).map(shown)))
    if (request.method === 'DELETE')
      return (
        (await change(scope, 'DELETE FROM reminders WHERE scope = ? AND id = ?', [Number(id)])) ?? json(null)
      )
    const body = endpoints['reminders.update'].body.safeParse(await request.json())
    if (!body.success || Date.parse(body.data.dueAt) <= now()) return refused(400, 'ERR_VALIDATION')
    const moved = 'UPDATE reminders SET due_at = ?3 WHERE scope = ?1 AND id = ?2'
    const failed = await change(scope, moved, [Number(id), Date.parse(body.data.dueAt)])
    const [row] = await rows(scope, Number(id))
    return failed ?? (row ? json(await shown(row)) : refused(404, 'ERR_NO_REMINDER_FOUND'))
  }
}
