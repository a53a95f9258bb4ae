/** The wall of a supervisor: from the moment the server made a message to the tile that shows it, at 20 a second. */
import { summary } from '../lib/figures.mjs'
import { openConsole, serve, workspace } from '../lib/programs.mjs'
import { newPage, signIn } from '../lib/screen.mjs'

const RATE = 20
const SECONDS = 30

export const title = `the wall with nine threads, ${RATE} messages a second for ${SECONDS} s`
export const bars = [['eventToTile.p95', 300]]

export async function prepare() {
  // The demo company alone: few tickets, so that many of the messages fall on the nine tiles.
  return { folder: await workspace(0) }
}

/** Runs in the wall's page. */
function watchTiles() {
  const wall = { lags: [], drawing: [], heard: 0, moved: 0 }
  const waiting = new Map()
  const tileOf = id => document.querySelector(`li[data-ticket-id="${id}"]`)
  const painted = work =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = work
      port2.postMessage(null)
    })
  const look = () => {
    for (const [id, one] of waiting) {
      const tile = tileOf(one.ticketId)
      if (!tile) {
        // Somebody riskier took the place before the message was drawn.
        wall.moved++
        waiting.delete(id)
      } else if (tile.querySelector(`[data-message-id="${CSS.escape(id)}"]`)) {
        waiting.delete(id)
        painted(() => {
          const now = Date.now()
          wall.lags.push(now - one.made)
          wall.drawing.push(now - one.heard)
        })
      }
    }
  }
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-message-id', 'data-ticket-id'],
  })
  window.turno.on.feed(({ events }) => {
    for (const { event } of events) {
      if (event.channel !== 'appMessage' || event.data.action !== 'create') continue
      const { message } = event.data
      wall.heard++
      if (!tileOf(message.ticketId)) continue
      const made = Date.parse(message.createdAt)
      waiting.set(message.id, { ticketId: message.ticketId, made, heard: Date.now() })
    }
    look()
  })
  window.wallBench = () => ({ ...wall, waiting: waiting.size })
}

export async function run({ browser, folder }) {
  const server = await serve(folder, ['--traffic', String(RATE)])
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page, 'admin@demo.turno', 'nav a[href="/tickets"]')
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => window.turno.windows.wall())
  const wall = await opened
  await wall.setViewportSize({ width: 1440, height: 900 })
  await wall.locator('li[data-ticket-id] [data-message-id]').first().waitFor()
  await wall.evaluate(watchTiles)
  await wall.waitForTimeout(SECONDS * 1_000)
  const seen = await wall.evaluate(() => window.wallBench())
  const tiles = await wall.locator('li[data-ticket-id]').count()
  await wall.close()
  await page.close()
  await program.stop()
  await server.stop()
  return {
    eventToTile: summary(seen.lags),
    windowToTile: summary(seen.drawing),
    heardPerSecond: Math.round(seen.heard / SECONDS),
    tiles,
    neverDrawn: seen.waiting,
    replacedBefore: seen.moved,
  }
}
