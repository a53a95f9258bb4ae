/** An internal chat of 5,000 messages: frames while one reads up to its beginning, and keys once it is all here. */
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { summary } from '../lib/figures.mjs'
import { openConsole, person, serve, workspace } from '../lib/programs.mjs'
import { install, memory, newPage, signIn } from '../lib/screen.mjs'

const MESSAGES = 5_000
const KEYS = 60
const WHEEL_PAGES = 10
/** Rows that may be drawn of all those messages: those seen and a screen around them. */
const MOST_DRAWN = 120

export const title = `Internal chat of ${MESSAGES.toLocaleString('en')} messages: frames up to its beginning, keys`
export const bars = [
  ['scroll.max', 50],
  ['keyToPaint.p95', 50],
  ['missing', 0],
  ['drawn', MOST_DRAWN],
]

export async function prepare() {
  const folder = await workspace(0)
  const server = await serve(folder)
  const ana = await person(server.url, 'ana@demo.turno')
  const { user: bruno } = await person(server.url, 'bruno@demo.turno')
  await server.stop()
  const db = createClient({ url: `file:${join(folder, 'workspace.db')}` })
  const at = Date.now() - MESSAGES * 60_000
  await db.execute({
    sql: `INSERT INTO chats (uuid, company_id, title, owner_id, last_message, created_at, updated_at)
      VALUES ('5f0c7a54-0d5c-4c58-9a5e-0c3f1d2b6a01', 1, 'Muito longa', ?, '', ?, ?)`,
    args: [ana.user.id, at, Date.now() + 60_000],
  })
  await db.execute({
    sql: `INSERT INTO chat_users (company_id, chat_id, user_id, created_at)
      SELECT 1, (SELECT max(id) FROM chats), id, ? FROM users WHERE id IN (?, ?)`,
    args: [at, ana.user.id, bruno.id],
  })
  await db.execute({
    sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MESSAGES})
      INSERT INTO chat_messages (company_id, chat_id, sender_id, sender_name, message, created_at, updated_at)
      SELECT 1, (SELECT max(id) FROM chats), CASE WHEN i % 5 < 2 THEN ? ELSE ? END, '', 'Linha ' || i || ' de uma conversa longa'
        || CASE i % 7 WHEN 0 THEN ', com palavras de sobra para que ocupe mais de uma linha na tela de quem a lê agora mesmo.' ELSE '' END,
        ? + i * 60000, ? + i * 60000 FROM n`,
    args: [ana.user.id, bruno.id, at, at],
  })
  db.close()
  return { folder }
}

export async function run({ browser, folder }) {
  const server = await serve(folder)
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page)
  await page.locator('nav a[href^="/chats"]').click()
  await page.getByRole('button', { name: /^Muito longa/ }).click()
  const feed = page.getByTestId('chat-messages')
  await feed.getByText(`Linha ${MESSAGES} de uma conversa longa`).waitFor()
  await install(page)
  await page.waitForTimeout(1_000)

  // Some pages by the wheel, the rest at a jump each: nobody turns a wheel through all of it.
  const box = await feed.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + 200)
  await page.evaluate(() => window.bench.watchFrames())
  const began = performance.now()
  const total = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-testid="chat-messages"] article')]
      return Number(rows[0]?.getAttribute('aria-setsize') ?? -1)
    })
  for (let step = 0; step < WHEEL_PAGES * 8; step++) {
    await page.mouse.wheel(0, -240)
    await page.waitForTimeout(30)
  }
  await page.evaluate(async () => {
    const scroll = document.querySelector('[data-testid="chat-messages"]')
    const until = performance.now() + 120_000
    while (performance.now() < until && scroll.querySelector('[aria-setsize="-1"]')) {
      scroll.scrollTop = 0
      await new Promise(done => setTimeout(done, 16))
    }
  })
  const frames = await page.evaluate(() => {
    window.bench.watching = false
    return window.bench.frames
  })
  const loadMs = performance.now() - began
  const here = await total()
  const drawn = await feed.getByRole('article').count()

  const field = page.getByRole('textbox', { name: 'Escrever para Muito longa' })
  await field.click()
  await page.evaluate(() => window.bench.watchKeys())
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press('abcdefghij'[i % 10])
    await page.waitForTimeout(40)
  }
  await page.waitForTimeout(300)
  const keys = await page.evaluate(() => window.bench.keys)
  const after = await memory(page)
  await page.close()
  await program.stop()
  await server.stop()
  return {
    scroll: summary(frames),
    keyToPaint: summary(keys),
    missing: MESSAGES - here,
    drawn,
    loadMs: Math.round(loadMs),
    after,
  }
}
