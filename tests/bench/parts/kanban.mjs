/** The kanban board with 2,000 tickets in five lanes: frames while lanes are scrolled to their ends and a card is dragged. */
import { boardOf } from '../lib/board.mjs'
import { summary } from '../lib/figures.mjs'
import { openConsole, serve } from '../lib/programs.mjs'
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

export const prepare = async () => ({ folder: await boardOf({ tickets: TICKETS, lanes: LANES }) })

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
