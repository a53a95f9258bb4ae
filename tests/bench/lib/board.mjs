/** A workspace of the demo whose board holds a given number of tickets. */
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { workspace } from './programs.mjs'

const START = 1_767_225_600_000
const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
  || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`

/** Only these tickets stand on the board; the demo company is the first. */
function statements({ tickets, lanes }) {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${tickets})`
  return [
    `UPDATE tickets SET status = 'closed' WHERE company_id = 1`,
    'UPDATE tags SET kanban = 0 WHERE company_id = 1',
    ...Array.from(
      { length: lanes - 1 },
      (_, at) => `INSERT INTO tags (company_id, name, color, kanban, created_at, updated_at)
      VALUES (1, 'Coluna ${at + 1}', '#d64545', 1, ${START}, ${START})`,
    ),
    `${numbers} INSERT INTO contacts (company_id, name, number, search, created_at, updated_at)
   SELECT 1, 'Cliente ' || i, '55119' || (70000000 + i), 'cliente ' || i, ${START}, ${START} FROM n`,
    `${numbers} INSERT INTO tickets (company_id, uuid, status, queue_id, user_id, contact_id, whatsapp_id, last_message, last_message_type,
     last_message_at, waiting_since, unread_messages, created_at, updated_at)
   SELECT 1, ${uuid}, 'open', (SELECT min(id) FROM queues WHERE company_id = 1), (SELECT min(id) FROM users WHERE company_id = 1),
     c.id, (SELECT min(id) FROM whatsapps WHERE company_id = 1), 'Mensagem ' || i || ' de quem espera por uma resposta há algum tempo', 'conversation', ${START} + i * 1000,
     CASE WHEN i % 3 THEN ${START} + i * 1000 END, i % 4, ${START} + i, ${START} + i * 1000
   FROM n JOIN contacts c ON c.company_id = 1 AND c.number = '55119' || (70000000 + i)`,
    // Every fifth ticket stays without a lane's tag.
    `INSERT INTO ticket_tags (company_id, ticket_id, tag_id, created_at)
   SELECT 1, t.id, l.id, ${START}
   FROM (SELECT id, row_number() OVER (ORDER BY id) AS at FROM tickets WHERE company_id = 1 AND status = 'open') t
   JOIN (SELECT id, row_number() OVER (ORDER BY id) AS lane FROM tags WHERE company_id = 1 AND kanban = 1) l
     ON l.lane = t.at % ${lanes}`,
  ]
}

/**
 * @param {{ tickets: number, lanes: number }} board how many open tickets, in how many lanes with that of no tag.
 * @returns the folder of the workspace.
 */
export async function boardOf(board) {
  const folder = await workspace(0)
  const db = createClient({ url: `file:${join(folder, 'workspace.db')}` })
  for (const statement of statements(board)) await db.execute(statement)
  db.close()
  return folder
}
