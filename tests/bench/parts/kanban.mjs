/** The kanban board with 2,000 tickets in five lanes: frames while lanes are scrolled to their ends and a card is dragged. */
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { summary } from '../lib/figures.mjs'
import { openConsole, serve, workspace } from '../lib/programs.mjs'
import { install, memory, newPage, signIn } from '../lib/screen.mjs'

const TICKETS = 2_000
const LANES = 5
const CARD_PX = 104
const WHEEL_PX = 360

export const title = `Kanban with ${TICKETS.toLocaleString('en')} tickets in ${LANES} lanes: frames while scrolling and dragging`
export const bars = [
  ['scroll.max', 50],
  ['drag.max', 50],
  ['missing', 0],
]

const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TICKETS})`
const START = 1_767_225_600_000
const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
  || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`

/** Only these tickets stand on the board; the demo company is the first. */
const FILL = [
  `UPDATE tickets SET status = 'closed' WHERE company_id = 1`,
  'UPDATE tags SET kanban = 0 WHERE company_id = 1',
  ...Array.from(
    { length: LANES - 1 },
    (_, at) => `INSERT INTO tags (company_id, name, color, kanban, created_at, updated_at)
      VALUES (1, 'Coluna ${at + 1}', '#d64545', 1, ${START}, ${START})`,
  ),
  `${numbers} INSERT INTO contacts (company_id, name, number, search, created_at, updated_at)
   SELECT 1, 'Cliente ' || i, '55119' || (70000000 + i), 'cliente ' || i, ${START}, ${START} FROM n`,
  `${numbers} INSERT INTO tickets (company_id, uuid, status, queue_id, user_id, contact_id, last_message, last_message_type,
     last_message_at, waiting_since, unread_messages, created_at, updated_at)
   SELECT 1, ${uuid}, 'open', (SELECT min(id) FROM queues WHERE company_id = 1), (SELECT min(id) FROM users WHERE company_id = 1),
     c.id, 'Mensagem ' || i || ' de quem espera por uma resposta há algum tempo', 'conversation', ${START} + i * 1000,
     CASE WHEN i % 3 THEN ${START} + i * 1000 END, i % 4, ${START} + i, ${START} + i * 1000
   FROM n JOIN contacts c ON c.company_id = 1 AND c.number = '55119' || (70000000 + i)`,
  // Every fifth ticket stays without a lane's tag.
  `INSERT INTO ticket_tags (company_id, ticket_id, tag_id, created_at)
   SELECT 1, t.id, l.id, ${START}
   FROM (SELECT id, row_number() OVER (ORDER BY id) AS at FROM tickets WHERE company_id = 1 AND status = 'open') t
   JOIN (SELECT id, row_number() OVER (ORDER BY id) AS lane FROM tags WHERE company_id = 1 AND kanban = 1) l
     ON l.lane = t.at % ${LANES}`,
]

export async function prepare() {
  const folder = await workspace(0)
  const db = createClient({ url: `file:${join(folder, 'workspace.db')}` })
  for (const statement of FILL) await db.execute(statement)
  db.close()
  return { folder }
}

const takeFrames = page =>
  page.evaluate(() => {
    window.bench.watching = false
    return window.bench.frames.splice(0)
  })

export async function run({ browser, folder }) {
  const server = await serve(folder)
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.setViewportSize({ width: 1640, height: 900 })
  await page.goto(program.address)
  await signIn(page, 'admin@demo.turno', 'nav a[href="/kanban"]')
  await page.locator('nav a[href="/kanban"]').click()
  const lanes = page.locator('[data-lane]')
  await lanes.nth(LANES - 1).waitFor()
  await page.locator('[data-card]').first().waitFor()
  await install(page)
  await page.waitForTimeout(1_500)

  // Each lane to its end by the wheel, as fast as a hand turns it; pages come meanwhile.
  const scrolled = []
  for (let at = 0; at < LANES; at++) {
    const box = await lanes.nth(at).boundingBox()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.evaluate(() => window.bench.watchFrames())
    for (let px = 0; px < ((TICKETS / LANES) * CARD_PX * 11) / 10; px += WHEEL_PX) {
      await page.mouse.wheel(0, WHEEL_PX)
      await page.waitForTimeout(30)
    }
    scrolled.push(...(await takeFrames(page)))
  }
  await page.waitForTimeout(800)
  const here = await page.evaluate(() =>
    [...document.querySelectorAll('[data-lane] [role="listitem"]')]
      .reduce((most, one) => {
        const lane = one.closest('[data-lane]').dataset.lane
        return most.set(lane, Number(one.getAttribute('aria-setsize')))
      }, new Map())
      .values()
      .reduce((sum, one) => sum + one, 0),
  )

  // One card over all lanes and back, and down at last.
  const first = await lanes.nth(0).boundingBox()
  const far = await lanes.nth(LANES - 1).boundingBox()
  const y = first.y + 300
  await page.mouse.move(first.x + 80, y)
  await page.evaluate(() => window.bench.watchFrames())
  await page.mouse.down()
  for (const [from, to] of [
    [first.x + 80, far.x + 120],
    [far.x + 120, first.x + 420],
  ])
    for (let step = 1; step <= 60; step++) {
      await page.mouse.move(from + ((to - from) * step) / 60, y + (step % 7))
      await page.waitForTimeout(16)
    }
  await page.mouse.up()
  await page.waitForTimeout(800)
  const dragged = await takeFrames(page)
  const after = await memory(page)
  await page.close()
  await program.stop()
  await server.stop()
  return {
    scroll: summary(scrolled),
    drag: summary(dragged),
    missing: TICKETS - here,
    cards: TICKETS,
    after,
  }
}
