/** A thread of 5,000 messages: keys while it is loaded, and ten pages of quick scrolling. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { summary } from '../lib/figures.mjs'
import { openConsole, person, serve, workspace } from '../lib/programs.mjs'
import { install, memory, newPage, signIn } from '../lib/screen.mjs'

export const title = 'Thread of 5,000 messages: key to paint, ten pages up'
export const bars = [
  ['keyToPaint.p95', 50],
  ['scroll.missing', 0],
]
const MESSAGES = 5_000
const KEYS = 120

export async function prepare() {
  const folder = await workspace(0)
  const server = await serve(folder)
  const ana = await person(server.url, 'ana@demo.turno')
  const { tickets } = await ana.get('/tickets?status=open&pageNumber=1')
  const ticket = tickets.find(one => one.userId === ana.user.id)
  await server.stop()
  const file = readdirSync(folder).find(name => name.endsWith('.db'))
  const db = createClient({ url: `file:${join(folder, file)}`, timeout: 20_000 })
  const columns = (await db.execute('PRAGMA table_info(messages)')).rows.map(row => row.name)
  const { rows } = await db.execute({
    sql: 'SELECT * FROM messages WHERE ticket_id = ? ORDER BY created_at LIMIT 1',
    args: [ticket.id],
  })
  const oldest = rows[0]
  const kept = columns.filter(
    name =>
      ![
        'seq',
        'id',
        'body',
        'search',
        'from_me',
        'created_at',
        'quoted_msg_id',
        'client_id',
        'media_type',
        'media_url',
      ].includes(name),
  )
  const insert = `INSERT INTO messages (id, body, search, from_me, created_at, media_type, ${kept.join(', ')})
    SELECT 'BENCH' || value, 'Linha ' || value || ' de uma conversa muito longa, com palavras de sobra.', 'linha ' || value,
      value % 2, ? - (${MESSAGES} - value) * 60000, 'conversation', ${kept.join(', ')}
    FROM generate_series(1, ${MESSAGES}), (SELECT * FROM messages WHERE id = ?)`
  const series = `WITH RECURSIVE numbers(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${MESSAGES})`
  await db.execute({
    sql: `${series} ${insert.replace(`generate_series(1, ${MESSAGES})`, 'numbers')}`,
    args: [Number(oldest.created_at) - 60_000, oldest.id],
  })
  db.close()
  return { folder, ticketId: ticket.id, uuid: ticket.uuid }
}

export async function run({ browser, folder, ticketId, uuid }) {
  const server = await serve(folder)
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page)
  await page.goto(new URL(`/tickets/${uuid}`, page.url()).href)
  await page.locator('[data-message-id]').first().waitFor()
  await install(page)
  await page.waitForTimeout(1_500)

  // Ten pages by the wheel, as fast as a hand turns it.
  await page.evaluate(() => {
    const seen = new Set()
    const note = () => {
      for (const one of document.querySelectorAll('[data-message-id]')) seen.add(one.dataset.messageId)
    }
    note()
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-message-id'],
    })
    window.bench.seen = seen
    window.bench.watchFrames()
  })
  const box = await page.getByTestId('thread-scroll').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + 200)
  const expected = new Set()
  for (let number = 1; number <= 10; number++) {
    const answer = await page.evaluate(
      ([id, at]) =>
        fetch(`/api/messages/${id}?markAsRead=false&pageNumber=${at}`).then(reply => reply.json()),
      [ticketId, number],
    )
    for (const message of answer.messages) expected.add(message.id)
  }
  await page.evaluate(() => {
    window.bench.frames.length = 0
    window.bench.longTasks.length = 0
  })
  const began = performance.now()
  let missing = expected.size
  while (missing > 0 && performance.now() - began < 60_000) {
    await page.mouse.wheel(0, -240)
    missing = await page.evaluate(ids => ids.filter(id => !window.bench.seen.has(id)).length, [...expected])
  }
  const scrollMs = performance.now() - began
  const frames = await page.evaluate(() => {
    window.bench.watching = false
    return window.bench.frames
  })

  // Everything loaded, then keys.
  const loading = performance.now()
  await page.evaluate(async most => {
    const scroll = document.querySelector('[data-testid="thread-scroll"]')
    const until = performance.now() + 120_000
    while (performance.now() < until && scroll.querySelectorAll('[aria-setsize="-1"]').length > 0) {
      scroll.scrollTop = 0
      await new Promise(done => setTimeout(done, 16))
    }
    return most
  }, MESSAGES)
  const loadMs = performance.now() - loading
  const size = await page.evaluate(
    () =>
      document.querySelector('[data-testid="thread-scroll"] [aria-setsize]')?.getAttribute('aria-setsize') ??
      '-1',
  )
  await page.keyboard.press('Control+End')
  await page.waitForTimeout(800)
  const composer = page.getByTestId('composer-text')
  await composer.click()
  await page.evaluate(() => window.bench.watchKeys())
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press('abcdefghij '[i % 11] === ' ' ? 'Space' : 'abcdefghij'[i % 10])
    await page.waitForTimeout(40)
  }
  await page.waitForTimeout(300)
  const keys = await page.evaluate(() => window.bench.keys)
  const after = await memory(page)
  await page.close()
  await program.stop()
  await server.stop()
  return {
    keyToPaint: summary(keys),
    scroll: {
      ms: Math.round(scrollMs),
      messages: expected.size,
      missing,
      frames: frames.length,
      over50: frames.filter(ms => ms > 50).length,
      worstFrame: Math.round(Math.max(0, ...frames)),
    },
    loaded: { rows: Number(size), ms: Math.round(loadMs) },
    after,
  }
}
