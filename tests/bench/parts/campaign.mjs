/** The report of a campaign of ten thousand recipients while it runs, by a clock that goes faster than the world's. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bundle } from '../../faults/lib/bundle.mjs'
import { summary } from '../lib/figures.mjs'
import { atEnd, end, openConsole, workspace } from '../lib/programs.mjs'
import { goTo, install, newPage, signIn } from '../lib/screen.mjs'

const RECIPIENTS = 10_000
/** Ten times what the fastest setting sends. */
const PER_SECOND = 50
const SECONDS = 20

export const title = `report of a running campaign of ${RECIPIENTS.toLocaleString('en')} recipients, ${PER_SECOND} a second`
export const bars = [
  ['frames.max', 50],
  ['longTasks', 0],
  // Five times a second, and the time an event takes.
  ['eventGap.p95', 300],
]

export async function prepare() {
  return { program: await bundle('tests/bench/lib/campaign-server.ts', 'bench-campaign') }
}

export async function run({ browser, program }) {
  const folder = await workspace(0)
  const child = fork(program, [JSON.stringify({ folder, recipients: RECIPIENTS, perSecond: PER_SECOND })])
  atEnd(() => end(child))
  const [{ url, campaignId }] = await once(child, 'message')
  const seat = await openConsole({ server: url })
  const page = await newPage(browser)
  await page.goto(seat.address)
  await signIn(page, 'admin@demo.turno', 'nav a[href="/tickets"]')
  await install(page)
  child.send('go')
  await goTo(page, `/campaign/${campaignId}/report`)
  await page.locator('[role="table"] [role="row"]').nth(8).waitFor()
  await page.waitForTimeout(4_000)
  await page.mouse.move(720, 700)
  await page.evaluate(() => {
    const { bench } = window
    bench.longTasks.length = 0
    bench.heardAt = []
    bench.people = 0
    bench.leave = window.turno.on.feed(({ events }) => {
      for (const { event } of events) {
        if (event.channel !== 'campaign' || event.data.action !== 'update') continue
        bench.heardAt.push(performance.now())
        bench.people += event.data.recipients.length
      }
    })
    bench.watchFrames()
  })
  for (let i = 0; i < SECONDS * 4; i++) {
    // Somebody reads: down through the recipients and up again.
    await page.mouse.wheel(0, i % 20 < 10 ? 180 : -180)
    await page.waitForTimeout(250)
  }
  const seen = await page.evaluate(() => {
    const { bench } = window
    bench.watching = false
    bench.leave()
    const { frames, longTasks, heardAt, people } = bench
    return { frames, longTasks, heardAt, people }
  })
  await page.close()
  await seat.stop()
  await end(child)
  return {
    frames: summary(seen.frames),
    framesOver50: seen.frames.filter(ms => ms > 50).length,
    longTasks: seen.longTasks.length,
    longestTask: Math.round(Math.max(0, ...seen.longTasks)),
    eventGap: summary(seen.heardAt.slice(1).map((at, i) => at - seen.heardAt[i])),
    toldOfPerSecond: Math.round(seen.people / SECONDS),
  }
}
