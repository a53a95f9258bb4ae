/** Typing while the list of tickets stands away from its top and rows come in above: from the key to the screen. */
import { prepare, start } from '../lib/family.mjs'
import { summary } from '../lib/figures.mjs'
import { launchWindow, openRow, rowIds } from '../lib/screen.mjs'

const EVENTS_PER_SECOND = 10
/** Conversations opened down the list before, and rows the list then goes on to by keys. */
const OPENED = 25
const FURTHER = 45
/** Keys of one stretch, and between two of them, as people type. Milliseconds. */
const KEYS = 80
const KEY_MS = 90
/** Stretches at the top and away from it, by turns: what the machine does besides hits both. */
const ROUNDS = 3
/** Below this the browser tells of no event. Milliseconds. */
const LEAST = 16

/** By Event Timing, what people see: the frame that shows the key. @returns milliseconds, one figure for each key. */
async function typed(page) {
  await page.evaluate(() => {
    window.timed = []
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('a')
    await page.waitForTimeout(KEY_MS)
  }
  const slow = await page.evaluate(() => new Promise(done => setTimeout(() => done(window.timed), 1_500)))
  return [...slow, ...Array.from({ length: Math.max(0, KEYS - slow.length) }, () => LEAST)]
}

const scrollTop = page =>
  page.evaluate(() => document.querySelector('[data-testid^="ticket-list"]').scrollTop)

export const typing = {
  title: `Legacy server: typing with the list away from its top, ${EVENTS_PER_SECOND} events a second`,
  bars: [['away.p95', 32]],
  prepare,
  async run(given) {
    const browser = await launchWindow()
    const family = await start({ ...given, browser })
    const { page } = family
    await family.signIn()
    await family.settle()
    const seen = new Set()
    while (seen.size < OPENED) {
      for (const id of (await rowIds(page)).filter(id => !seen.has(id)).slice(0, OPENED - seen.size)) {
        seen.add(id)
        await openRow(page, id)
      }
      await page.mouse.move(300, 500)
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(400)
    }
    await page.evaluate(() => {
      window.timed = []
      new PerformanceObserver(list => {
        for (const one of list.getEntries()) if (one.name === 'keydown') window.timed.push(one.duration)
      }).observe({ type: 'event', durationThreshold: 16 })
    })
    const composer = page.getByTestId('composer-text')
    const away = []
    const top = []
    let [least, moved] = [Number.POSITIVE_INFINITY, 0]
    family.write(EVENTS_PER_SECOND, 600)
    for (let round = 0; round < ROUNDS; round++) {
      // Away: keys lead far down, the list goes along.
      await page.mouse.move(900, 300)
      for (let step = 0; step < FURTHER; step++) await page.keyboard.press('Alt+ArrowDown')
      await page.waitForTimeout(1_500)
      await composer.click()
      const from = await scrollTop(page)
      away.push(...(await typed(page)))
      const to = await scrollTop(page)
      least = Math.min(least, from, to)
      moved = Math.max(moved, Math.abs(to - from))
      // At its top, in the same conversation.
      await page.evaluate(() => {
        document.querySelector('[data-testid^="ticket-list"]').scrollTop = 0
      })
      await page.waitForTimeout(800)
      await composer.click()
      top.push(...(await typed(page)))
    }
    const drawn = await page.evaluate(() => document.querySelectorAll('[data-ticket-id]').length)
    await family.stop()
    await browser.close()
    return { away: summary(away), top: summary(top), scrolledAway: least, moved, rows: drawn }
  },
}
