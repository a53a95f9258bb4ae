/** Customers who write 50 and 500 messages a second for 20 s while somebody types and opens tickets. */

import { summary } from '../lib/figures.mjs'
import { openConsole, serve, workspace } from '../lib/programs.mjs'
import { install, memory, newPage, openAnother, openId, signIn } from '../lib/screen.mjs'

const SECONDS = 20

const part = (rate, bars) => ({
  // What of them is heard is the demo's matter: an agent hears three of its five queues.
  title: `${rate} events a second for ${SECONDS} s (list of an agent in three of five queues)`,
  bars,
  async prepare() {
    return { folder: await workspace(2_000) }
  },
  async run({ browser, folder }) {
    const server = await serve(folder, ['--traffic', String(rate)])
    const program = await openConsole({ server: server.url })
    const page = await newPage(browser)
    await page.goto(program.address)
    await signIn(page)
    await install(page)
    await openAnother(page, null)
    const id = await openId(page)
    await page.getByTestId('composer-text').click()
    const before = await memory(page)
    await page.evaluate(() => {
      window.bench.clicks.length = 0
      window.bench.longTasks.length = 0
      window.bench.watchList()
      window.bench.watchKeys()
    })
    const end = performance.now() + SECONDS * 1_000
    while (performance.now() < end) {
      await page.keyboard.press('a')
      await page.waitForTimeout(100)
    }
    const flood = await page.evaluate(() => ({
      lags: window.bench.lags,
      travel: window.bench.travel,
      drawing: window.bench.drawing,
      heard: window.bench.heard,
      unseen: window.bench.unseen,
      waiting: window.bench.waiting,
      longTasks: window.bench.longTasks,
      keys: window.bench.keys,
    }))
    const openMs = await openAnother(page, id)
    const after = await memory(page)
    await page.close()
    await program.stop()
    await server.stop()
    const blocking = flood.longTasks.reduce((sum, ms) => sum + ms - 50, 0)
    return {
      listLag: summary(flood.lags),
      serverToWindow: summary(flood.travel),
      windowToRow: summary(flood.drawing),
      keyToPaint: summary(flood.keys),
      heardPerSecond: Math.round(flood.heard / SECONDS),
      notOnScreen: flood.unseen,
      stillWaiting: flood.waiting,
      longTasks: flood.longTasks.length,
      blockingMs: Math.round(blocking),
      openMeanwhileMs: openMs === null ? null : Math.round(openMs),
      before,
      after,
    }
  },
})

export const flood50 = part(50, [
  ['listLag.p95', 100],
  ['keyToPaint.p95', 50],
])
export const flood500 = part(500, [])
