/** The lists of administration at 5,000 rows: first page, frames while scrolling, and rows that come in meanwhile. */
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { summary } from '../lib/figures.mjs'
import { openConsole, person, serve, workspace } from '../lib/programs.mjs'
import { goTo, newPage, signIn } from '../lib/screen.mjs'

const ROWS = 5_000
const PAGES_ASKED = 40
const WHEEL_STEPS = 80

/** `platform`: the super-administrator reads it. */
const LISTS = [
  { name: 'users', path: '/users', api: '/users?pageNumber=1' },
  { name: 'companies', path: '/settings/companies', api: '/companies?pageNumber=1', platform: true },
  { name: 'schedules', path: '/schedules?view=list', api: '/schedules?pageNumber=1' },
  { name: 'audit', path: '/audit', api: '/audit?pageNumber=1' },
  { name: 'invoices', path: '/financeiro', api: '/invoices/all?pageNumber=1' },
  { name: 'plans', path: '/settings/plans', api: '/plans?pageNumber=1', platform: true },
  { name: 'helps', path: '/settings/helps', api: '/helps?pageNumber=1', platform: true },
  // These are read whole: their pages are the list.
  { name: 'connections', path: '/connections', api: '/whatsapp?session=0' },
  { name: 'queues', path: '/queues', api: '/queue' },
]

export const title = `lists of administration at ${ROWS.toLocaleString('en')} rows`
export const bars = LISTS.flatMap(({ name }) => [
  [`${name}.firstPage.p95`, 300],
  [`${name}.frames.max`, 50],
  [`${name}.movedPx`, 0],
])

const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`

/** What five thousand rows of each list are made of; the demo company is the first. */
const FILL = [
  'UPDATE plans SET users = 0',
  `${numbers} INSERT INTO users (company_id, name, email, password_hash, created_at, updated_at)
   SELECT 1, 'Pessoa ' || i, 'pessoa' || i || '@lista.test', '', 1767225600000 + i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO companies (name, email, phone, plan_id, created_at, updated_at)
   SELECT 'Empresa ' || i, 'empresa' || i || '@lista.test', '11988887777', (SELECT min(id) FROM plans), 1767225600000 + i,
     1767225600000 + i FROM n`,
  `${numbers} INSERT INTO plans (name, value, created_at, updated_at)
   SELECT 'Plano ' || i, i, 1767225600000 + i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO helps (title, description, video, created_at, updated_at)
   SELECT 'Ajuda ' || i, 'Como fazer ' || i, 'dQw4w9WgXcQ', 1767225600000 + i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO whatsapps (company_id, name, number, status, token, created_at, updated_at)
   SELECT 1, 'Linha ' || i, '55119' || (80000000 + i), 'DISCONNECTED', 'token-' || i, 1767225600000 + i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO queues (company_id, name, color, greeting_message, order_queue, created_at, updated_at)
   SELECT 1, 'Fila ' || i, printf('#%06x', i), 'Olá da fila ' || i, i, 1767225600000 + i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO schedules (company_id, body, send_at, sent_at, status, contact_id, user_id, created_at, updated_at)
   SELECT 1, 'Mensagem agendada ' || i, 1767225600000 + i * 60000, 1767225600000 + i * 60000, 'ENVIADA',
     (SELECT min(id) FROM contacts WHERE company_id = 1), (SELECT min(id) FROM users WHERE company_id = 1),
     1767225600000 + i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO audit_entries (company_id, user_name, action, subject, subject_id, subject_name, search, created_at)
   SELECT 1, 'Pessoa ' || i, 'change', 'users', i, 'Pessoa ' || i, 'pessoa ' || i, 1767225600000 + i FROM n`,
  `${numbers} INSERT INTO invoices (company_id, detail, cents, due_date, status, created_at, updated_at)
   SELECT 1, 'Mensalidade ' || i, 9990, date('2005-01-01', '+' || i || ' days'), 'paid', 1767225600000, 1767225600000 FROM n`,
]

export async function prepare() {
  const folder = await workspace(0)
  const db = createClient({ url: `file:${join(folder, 'workspace.db')}` })
  for (const statement of FILL) await db.execute(statement)
  db.close()
  return { folder }
}

/** Runs in the page: the longest pause between two frames until `end` is called. */
function watchFrames() {
  const seen = { frames: [], on: true }
  let last = performance.now()
  const step = now => {
    seen.frames.push(now - last)
    last = now
    if (seen.on) requestAnimationFrame(step)
  }
  requestAnimationFrame(now => {
    last = now
    requestAnimationFrame(step)
  })
  window.listBench = () => {
    seen.on = false
    return seen.frames
  }
}

/** Runs in the page: the row below a point, by its words, and how far its top is from the window's. */
const rowAt = ([x, y, words]) => {
  const rows = [...document.querySelectorAll('[role="table"] [role="row"]')]
  const row = words
    ? rows.find(one => one.textContent === words)
    : document.elementFromPoint(x, y)?.closest('[role="row"]')
  return row ? { words: row.textContent, top: Math.round(row.getBoundingClientRect().top) } : null
}

/** Somebody elsewhere adds what comes first in the list; nothing for the lists that only the server writes. */
async function addElsewhere(server, token, name, serial) {
  const post = async (path, body) => {
    const reply = await fetch(`${server}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
  }
  // A new person is also a new entry of the audit log.
  if (name === 'users' || name === 'audit')
    await post('/users', { name: `Aaa ${serial}`, email: `aaa${serial}@lista.test`, password: 'segredo123' })
  if (name === 'companies')
    await post('/companies', {
      name: `Aaa ${serial}`,
      email: `aaa-empresa${serial}@lista.test`,
      phone: '11988887777',
      password: 'segredo123',
      planId: 1,
    })
}

export async function run({ browser, folder }) {
  const server = await serve(folder)
  const { token } = await person(server.url, 'admin@demo.turno')
  // Before the console: a sign-in beside it would end it.
  const root = await person(server.url, 'super@demo.turno')
  const figures = {}
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page, 'super@demo.turno', 'nav a[href="/tickets"]')
  for (const { name, path, api, platform } of LISTS) {
    const firstPage = []
    const key = platform ? root.token : token
    for (let i = 0; i < PAGES_ASKED; i++) {
      const began = performance.now()
      const reply = await fetch(`${server.url}/api${api}`, { headers: { authorization: `Bearer ${key}` } })
      await reply.text()
      if (!reply.ok) throw new Error(`${api}: ${reply.status}`)
      firstPage.push(performance.now() - began)
    }
    await goTo(page, path)
    await page.locator('[role="table"] [role="row"]').nth(8).waitFor()
    await page.waitForTimeout(800)
    const point = [720, 520]
    await page.mouse.move(...point)
    await page.evaluate(watchFrames)
    for (let i = 0; i < WHEEL_STEPS; i++) {
      await page.mouse.wheel(0, 240)
      await page.waitForTimeout(40)
    }
    await page.waitForTimeout(600)
    const frames = await page.evaluate(() => window.listBench())
    // What comes in above, or among what was read, leaves the row under the pointer where it is.
    await page.waitForTimeout(500)
    const before = await page.evaluate(rowAt, [...point, ''])
    for (let serial = 0; serial < 3; serial++)
      await addElsewhere(server.url, key, name, `${name}-${Date.now()}-${serial}`)
    await page.waitForTimeout(1_200)
    const after = before && (await page.evaluate(rowAt, [...point, before.words]))
    figures[name] = {
      firstPage: summary(firstPage),
      frames: summary(frames),
      movedPx: before && after ? Math.abs(after.top - before.top) : null,
    }
  }
  await page.close()
  await program.stop()
  await server.stop()
  return figures
}
