/** Frames while something moves, on a processor that is slowed four times: rows of a list, a card, the contact panel, a drawer. */
import { boardOf } from '../lib/board.mjs'
import { summary } from '../lib/figures.mjs'
import { openConsole, serve } from '../lib/programs.mjs'
import { goTo, install, newPage, rowIds, signIn } from '../lib/screen.mjs'

const TICKETS = 300
const LANES = 4
const SLOWED = 4
/** How often each of them is made to move. */
const TIMES = 12
/** From the press until it has moved: the longest motion, and what starts it. Milliseconds. */
const WATCHED_MS = 400
/** A list that changed less than a second before takes its places at once. Milliseconds. */
const CALM_MS = 1_300

export const title = `Motion on a processor slowed ${SLOWED} times: gaps between frames of ${TIMES} motions each`
/** 60 frames a second are 16.7 ms; when a frame was drawn is told by a clock that trembles, so all of them together count. */
export const bars = ['rows', 'card', 'panel', 'drawer'].map(what => [`${what}.mean`, 17.5])

export const prepare = async () => ({ folder: await boardOf({ tickets: TICKETS, lanes: LANES }) })

/** Chromium's own word for a frame that reached the screen; its compositor draws what moves, whatever the page is at. */
const FRAME = 'DrawFrame'
/** Says in the page's clock and in the trace's the same instant. */
const INSTANT = 'motion-instant'

/** Traces the browser while `work` goes on. @returns the trace's events. */
async function traced(session, work) {
  const events = []
  const add = ({ value }) => events.push(...value)
  session.on('Tracing.dataCollected', add)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'disabled-by-default-devtools.timeline.frame',
        'devtools.timeline.frame',
        'blink.user_timing',
      ],
    },
  })
  try {
    await work()
  } finally {
    const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    session.off('Tracing.dataCollected', add)
  }
  return events
}

/**
 * When something moved, which the page itself says: a part that moves nothing is not taken for a smooth one.
 * @returns begin and end of each motion, in milliseconds of the page.
 */
async function motionsOf(page, work) {
  await page.evaluate(() => {
    const seen = new Map()
    window.motion = { seen, over: false }
    const step = () => {
      for (const one of document.getAnimations())
        if (one.playState === 'running' && typeof one.startTime === 'number' && !seen.has(one)) {
          const { endTime } = one.effect.getComputedTiming()
          // What a hand leaves behind changes its colour meanwhile; that goes nowhere.
          const goes = one.effect.getKeyframes().some(({ transform, translate }) => transform ?? translate)
          if (goes && Number.isFinite(endTime)) seen.set(one, [one.startTime, one.startTime + endTime])
        }
      if (!window.motion.over) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  await work()
  await page.waitForTimeout(WATCHED_MS)
  return page.evaluate(() => {
    window.motion.over = true
    return [...window.motion.seen.values()]
  })
}

/** Gaps between the frames while something moved, in milliseconds; none where nothing did. */
function gapsIn(motions, frames) {
  const begins = [...new Set(motions.map(([from]) => from))]
  return begins.flatMap(begin => {
    const end = Math.max(...motions.filter(([from]) => from === begin).map(([, to]) => to))
    const shown = frames.filter(at => at >= begin && at <= end)
    return shown.map((at, place) => at - (shown[place - 1] ?? begin))
  })
}

async function measure({ page, session }, work, between) {
  const times = []
  const events = await traced(session, async () => {
    await page.evaluate(name => performance.mark(name), INSTANT)
    for (let time = 0; time < TIMES; time++) {
      times.push(await motionsOf(page, () => work(time)))
      await between?.(time)
      await page.waitForTimeout(CALM_MS)
    }
  })
  const instant = events.find(({ name }) => name === INSTANT)
  const frames = events
    .filter(({ name, pid }) => name === FRAME && pid === instant.pid)
    .map(({ ts }) => (ts - instant.ts) / 1000 + instant.args.data.startTime)
    .sort((one, other) => one - other)
  const gaps = times.flatMap(motions => gapsIn(motions, frames))
  return {
    ...summary(gaps),
    mean:
      gaps.length === 0
        ? null
        : Math.round((10 * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length) / 10,
    still: times.filter(motions => motions.length === 0).length,
  }
}

export async function run({ browser, folder }) {
  const server = await serve(folder)
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page, 'admin@demo.turno', 'nav a[href="/tickets"]')
  await page.locator('nav a[href="/tickets"]').click()
  await page.locator('[data-ticket-id]').first().waitFor()
  await install(page)
  await page.waitForTimeout(1_500)
  await page.locator('[data-ticket-id] [data-row-button]').first().click()
  await page.locator('[data-testid="composer-text"]').waitFor()
  await page.mouse.move(900, 400)
  await page.waitForTimeout(1_500)
  const slow = await page.context().newCDPSession(page)
  const seen = { page, session: await browser.newBrowserCDPSession() }
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })

  // A message lifts the ticket of the fifth row to the top.
  const rows = await measure(seen, async time => {
    const id = (await rowIds(page))[4]
    await page.evaluate(
      ([ticket, body]) =>
        fetch(`/api/messages/${ticket}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ body }),
        }),
      [id, `Já vejo isso, mensagem ${time}`],
    )
  })

  const aside = page.locator('#tickets-contact')
  const toggle = page.getByRole('button', { name: 'Dados do contato', exact: true })
  if (await aside.isVisible()) await toggle.click()
  const panel = await measure(
    seen,
    () => toggle.click(),
    () => toggle.click(),
  )

  await goTo(page, '/connections')
  const add = page.getByRole('button', { name: 'Adicionar conexão' })
  await add.waitFor()
  const drawer = await measure(
    seen,
    () => add.click(),
    () => page.keyboard.press('Escape'),
  )

  await goTo(page, '/kanban')
  const lanes = page.locator('[data-lane]')
  await lanes.nth(LANES - 1).waitFor()
  await page.locator('[data-card]').first().waitFor()
  await page.waitForTimeout(1_500)
  const card = await measure(seen, async time => {
    // There and back, so that no lane runs empty.
    const [from, to] = time % 2 === 0 ? [0, 1] : [1, 0]
    const start = await lanes.nth(from).locator('[data-card]').first().boundingBox()
    const end = await lanes.nth(to).boundingBox()
    await page.mouse.move(start.x + 40, start.y + 30)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++)
      await page.mouse.move(start.x + 40 + ((end.x - start.x) * step) / 10, start.y + 30 + step * 20)
    await page.mouse.up()
  })
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.close()
  await program.stop()
  await server.stop()
  return { rows, panel, drawer, card }
}
