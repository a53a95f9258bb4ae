/**
 * What a commit changed of cached data (until-changed.ts): texts of tickets and the people behind tokens. The database
 * reports it: triggers on the writing connection note it in a temporary table, whatever statement, trigger or foreign
 * key caused it. A rollback removes the notes.
 */
import type { Client, Transaction } from '@libsql/client'

/** What has to be read anew after a commit. `everything` when unknown or too much to list. */
export type Touched =
  | 'everything'
  | {
      /** Ids of tickets of which something changed that is in their text. */
      readonly tickets: ReadonlySet<number>
      /** Whether many tickets changed at once: a queue's name, a tag's colour. */
      readonly allTickets: boolean
      /** Whether something changed about who may sign in, and as what. */
      readonly people: boolean
    }

/** Most tickets that are listed; with more of them all are read anew. */
const MOST_NAMED = 1_000

type What = 'ticket' | 'tickets' | 'people'
type Change = 'INSERT' | 'UPDATE' | 'DELETE' | `UPDATE OF ${string}`

/** One ticket, named by an SQL expression; several, by what they are found by; or something for all. */
const one = (id: string): string => `SELECT 'ticket', ${id}`
const those = (where: string): string => `SELECT 'ticket', id FROM tickets WHERE ${where}`
const all = (what: What): string => `SELECT '${what}', NULL`

const ofWindow = (row: 'new' | 'old'): string =>
  those(`contact_id = ${row}.contact_id AND whatsapp_id = ${row}.whatsapp_id`)

/**
 * Table, change and note. Tickets by what `electron/server/desk/presenters/tickets.ts` reads, people by what
 * `electron/server/platform/auth/member.ts` reads: tests/unit/server/touched.test.ts checks this.
 */
export const NOTED: readonly (readonly [table: string, change: Change, noted: string])[] = [
  ['tickets', 'UPDATE', one('new.id')],
  ['tickets', 'DELETE', one('old.id')],
  ['ticket_tags', 'INSERT', one('new.ticket_id')],
  ['ticket_tags', 'UPDATE', `${one('new.ticket_id')} UNION ${one('old.ticket_id')}`],
  ['ticket_tags', 'DELETE', one('old.ticket_id')],
  ['tags', 'UPDATE', all('tickets')],
  // A removed contact takes its tickets along; a removed queue, person or number changes their column.
  [
    'contacts',
    'UPDATE OF id, name, number, username, email, profile_pic_url, is_group, active, whatsapp_id',
    those('contact_id = new.id'),
  ],
  ['queues', 'UPDATE OF id, name, color', all('tickets')],
  ['whatsapps', 'UPDATE OF id, name, provider, direct_send', all('tickets')],
  ['users', 'UPDATE OF id, name', all('tickets')],
  ['reply_windows', 'INSERT', ofWindow('new')],
  ['reply_windows', 'UPDATE', `${ofWindow('new')} UNION ${ofWindow('old')}`],
  ['reply_windows', 'DELETE', ofWindow('old')],
  ...['users', 'user_queues', 'refresh_tokens', 'companies', 'settings'].flatMap(table =>
    (['INSERT', 'UPDATE', 'DELETE'] as const).map(change => [table, change, all('people')] as const),
  ),
]

const STATEMENTS = [
  'CREATE TEMP TABLE touched (what TEXT NOT NULL, id INTEGER)',
  ...NOTED.map(
    ([table, change, noted], i) =>
      `CREATE TEMP TRIGGER touched_${i} AFTER ${change} ON main.${table} BEGIN INSERT INTO touched (what, id) ${noted}; END`,
  ),
]

/** Makes a connection note its changes. Throws when it already does. */
export async function noteTouched(connection: Pick<Client, 'execute'> | Transaction): Promise<void> {
  for (const statement of STATEMENTS) await connection.execute(statement)
}

/**
 * What an open transaction touched, right before its commit; clears it.
 * @returns everything when the connection did not note it yet (a reopened one).
 */
export async function takeTouched(tx: Transaction): Promise<Touched> {
  let rows: { what: What; id: number | null }[]
  try {
    const found = await tx.execute(`SELECT DISTINCT what, id FROM temp.touched LIMIT ${MOST_NAMED + 1}`)
    rows = found.rows as unknown as typeof rows
  } catch {
    await noteTouched(tx)
    return 'everything'
  }
  if (rows.length === 0) return { tickets: new Set(), allTickets: false, people: false }
  await tx.execute('DELETE FROM temp.touched')
  if (rows.length > MOST_NAMED) return 'everything'
  return {
    tickets: new Set(rows.flatMap(({ what, id }) => (what === 'ticket' && id !== null ? [Number(id)] : []))),
    allTickets: rows.some(({ what }) => what === 'tickets'),
    people: rows.some(({ what }) => what === 'people'),
  }
}
