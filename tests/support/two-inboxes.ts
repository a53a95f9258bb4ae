/** A workspace of the time when each provider had an inbox of its own, and what the one inbox then holds. */

const row = (id: number, key: string, shown: string, done: string) =>
  `(${id}, 1, 1, '${key}', 'x', '{"n":${id}}', 2, 30, ${shown}, ${done}, 60)`
const columns =
  'id, company_id, whatsapp_id, key, chat, payload, attempts, next_at, shown_at, done_at, created_at'

export const TWO_INBOXES = [
  "INSERT INTO companies (id, name, created_at, updated_at) VALUES (1, 'Loja', 1, 1)",
  "INSERT INTO whatsapps (id, company_id, name, created_at, updated_at) VALUES (1, 1, 'Linha', 1, 1)",
  `INSERT INTO cloud_inbox (${columns}) VALUES ${row(7, 'waits', 'null', 'null')}, ${row(3, 'done', 'null', '50')}`,
  // The same key: of a connection that changed its provider.
  `INSERT INTO web_inbox (${columns}) VALUES ${row(5, 'waits', '40', 'null')}`,
]

export const READ_INBOX = `SELECT provider, key, payload, attempts, next_at, shown_at, done_at, created_at
  FROM inbox WHERE company_id = 1 AND whatsapp_id = 1 AND chat = 'x' ORDER BY id`

const CARRIED = { attempts: 2, next_at: 30, created_at: 60 }
/** In the order they came, each provider's after the other's. */
export const ONE_INBOX = [
  { ...CARRIED, provider: 'cloud', key: 'done', payload: '{"n":3}', shown_at: null, done_at: 50 },
  { ...CARRIED, provider: 'cloud', key: 'waits', payload: '{"n":7}', shown_at: null, done_at: null },
  { ...CARRIED, provider: 'web', key: 'waits', payload: '{"n":5}', shown_at: 40, done_at: null },
]
