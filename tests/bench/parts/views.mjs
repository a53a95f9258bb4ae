/** Twenty views of 20,000 tickets that are worked on: what their counts and their first pages take, at rest and while tickets change. */
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { summary } from '../lib/figures.mjs'
import { person, serve, workspace } from '../lib/programs.mjs'

const TICKETS = 20_000
const ROUNDS = 20

export const title = `20 views of ${TICKETS.toLocaleString('en')} tickets: counts and first pages`
export const bars = [
  ['counts.p95', 100],
  ['pages.p95', 100],
  ['countsWhileWriting.p95', 100],
]

const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TICKETS})`
const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
  || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
const nth = (table, every) =>
  `(SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM ${table} WHERE company_id = 1) WHERE at = i % ${every})`

/** The demo company is the first. */
const fill = now => [
  `UPDATE tickets SET status = 'closed' WHERE company_id = 1`,
  `${numbers} INSERT INTO contacts (company_id, name, number, search, created_at, updated_at)
   SELECT 1, 'Cliente ' || i, '55119' || (70000000 + i), 'cliente ' || i || ' 55119' || (70000000 + i), ${now}, ${now} FROM n`,
  `${numbers} INSERT INTO tickets (company_id, uuid, status, queue_id, user_id, whatsapp_id, contact_id, last_message,
     last_message_type, last_message_at, waiting_since, unread_messages, priority, created_at, updated_at)
   SELECT 1, ${uuid}, CASE WHEN i % 2 THEN 'open' ELSE 'pending' END,
     CASE WHEN i % 7 THEN ${nth('queues', 3)} END, CASE WHEN i % 2 THEN ${nth('users', 4)} END, ${nth('whatsapps', 2)},
     c.id, 'Mensagem ' || i || CASE WHEN i % 50 THEN ' sobre a entrega' ELSE ' sobre o boleto' END, 'conversation', ${now} - i * 1000,
     CASE WHEN i % 3 THEN ${now} - i * 1000 END, i % 4,
     CASE i % 40 WHEN 0 THEN 'urgent' WHEN 1 THEN 'high' ELSE 'normal' END, ${now} - i * 60000, ${now} - i * 1000
   FROM n JOIN contacts c ON c.company_id = 1 AND c.number = '55119' || (70000000 + i)`,
  `INSERT INTO ticket_tags (company_id, ticket_id, tag_id, created_at)
   SELECT 1, t.id, g.id, ${now} FROM tickets t JOIN (SELECT id, row_number() OVER (ORDER BY id) AS at FROM tags WHERE company_id = 1) g
     ON g.at = t.id % 5 WHERE t.company_id = 1 AND t.status <> 'closed'`,
]

export async function prepare() {
  const folder = await workspace(0)
  const db = createClient({ url: `file:${join(folder, 'workspace.db')}` })
  for (const statement of fill(Date.now())) await db.execute(statement)
  db.close()
  return { folder }
}

/** One of each condition, alone and together. */
const conditionsOf = ({ queues: [q1, q2], tags: [t1, t2], lines: [l1] }) => [
  {},
  { statuses: ['pending'] },
  { statuses: ['open'], holders: ['me'] },
  { holders: ['nobody'] },
  { queueIds: [q1] },
  { queueIds: [q1, q2], statuses: ['pending'] },
  { queueIds: [0] },
  { tagIds: [t1] },
  { tagIds: [t1], notTagIds: [t2] },
  { notTagIds: [t1, t2] },
  { whatsappIds: [l1] },
  { priorities: ['urgent'] },
  { priorities: ['urgent', 'high'], statuses: ['pending'] },
  { unread: true },
  { unread: true, holders: ['me'] },
  { waitingMinutes: 5 },
  { waitingMinutes: 60, statuses: ['pending'], queueIds: [q1] },
  { window: 'closing' },
  { text: 'boleto' },
  { snoozed: true },
]
const ORDERS = ['waiting', 'activity', 'oldest', 'priority']

export async function run({ folder }) {
  const { url, stop } = await serve(folder)
  const admin = await person(url, 'admin@demo.turno')
  const ids = rows => rows.map(({ id }) => id)
  const known = {
    queues: ids(await admin.get('/queue')),
    tags: ids(await admin.get('/tags/list')),
    lines: ids(await admin.get('/whatsapp')),
  }
  const send = async (method, path, body) => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const views = []
  for (const [at, conditions] of conditionsOf(known).entries())
    views.push(
      await send('POST', '/saved-views', {
        name: `Visão ${at + 1}`,
        conditions,
        order: ORDERS[at % ORDERS.length],
        sharedWith: null,
      }),
    )
  const timed = async work => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const counts = []
  for (let round = 0; round < ROUNDS; round += 1)
    counts.push(await timed(() => admin.get('/saved-views/counts')))
  const pages = []
  const slowest = {}
  for (const { id, name } of views)
    for (let round = 0; round < 5; round += 1) {
      const ms = await timed(() => admin.get(`/tickets?viewId=${id}&pageNumber=1`))
      pages.push(ms)
      slowest[name] = Math.round(Math.max(slowest[name] ?? 0, ms))
    }
  // Every answer is asked for after a change, as consoles do.
  const [first] = (await admin.get(`/tickets?viewId=${views[0].id}&pageNumber=1`)).tickets
  const countsWhileWriting = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await send('PUT', `/tickets/${first.id}/priority`, { priority: round % 2 ? 'low' : 'high' })
    countsWhileWriting.push(await timed(() => admin.get('/saved-views/counts')))
  }
  // The next run makes its own.
  for (const { id } of views) await send('DELETE', `/saved-views/${id}`, {})
  await stop()
  return {
    counts: summary(counts),
    pages: summary(pages),
    countsWhileWriting: summary(countsWhileWriting),
    slowest,
  }
}
