/** The console in a browser, and the probes inside it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from 'playwright-core'
import { WITHOUT_UNSEEN } from '../../../scripts/lib/chromium-features.mjs'
import { findBrowser } from '../../../scripts/lib/find-browser.mjs'
import { packedBrowser } from '../../../scripts/lib/packed-browser.mjs'
import { atEnd, end, PASSWORD } from './programs.mjs'

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  WITHOUT_UNSEEN,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** People have a whole browser's kind of window around the page; without one, what npm brings. */
const browserOfBench = () => findBrowser() ?? packedBrowser()

export async function launch() {
  const executablePath = browserOfBench()
  if (!executablePath) throw new Error('The bench needs an installed Chromium, Chrome or Edge.')
  return chromium.launch({ executablePath, args: FLAGS })
}

/** A display that nobody looks at. @returns its name. @throws Error where Xvfb is not installed. */
async function ownDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1100x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  atEnd(() => end(child))
  const failed = once(child, 'error').then(() => {
    throw new Error('This part measures in a window: it needs a display (DISPLAY), or Xvfb.')
  })
  const [number] = await Promise.race([once(child.stdio[3], 'data'), failed])
  return `:${String(number).trim()}`
}

/**
 * A browser with a window. Without one, Chromium leaves out frames of which it believes that nothing changed, and says of the
 * keys in them that they were never drawn: half a second by Event Timing where the pixels of a window changed after 14 ms.
 */
export async function launchWindow() {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('This part measures in a window: it needs an installed browser.')
  const DISPLAY = process.env.DISPLAY ?? (await ownDisplay())
  const browser = await chromium.launch({
    executablePath,
    headless: false,
    args: [...FLAGS, '--window-position=0,0', '--window-size=1440,1000'],
    env: { ...process.env, DISPLAY },
  })
  atEnd(() => browser.close())
  return browser
}

const WINDOW = { viewport: { width: 1440, height: 900 }, locale: 'pt-BR' }

export const newPage = browser => browser.newPage(WINDOW)

/**
 * A browser that keeps what it stored and compiled for the pages that come after, as Electron keeps its profile between two
 * starts of the program.
 */
export const keptProfile = (browser, profile) =>
  browser
    .browserType()
    .launchPersistentContext(profile, { executablePath: browserOfBench(), args: FLAGS, ...WINDOW })

/** @param landed what is on screen then: rows of tickets, unless the person begins elsewhere. */
export async function signIn(page, email = 'ana@demo.turno', landed = '[data-ticket-id]') {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.locator(landed).first().waitFor()
}

/** Goes to a path inside the console, as a link of it does. */
export const goTo = (page, path) =>
  page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Puts the measuring tools into the page; their times are of the page's own clock, in milliseconds. */
export const install = page =>
  page.evaluate(() => {
    /** A frame is being drawn right now: what changes in it is on screen with it. */
    let inFrame = false
    const urgent = work => void scheduler.postTask(work, { priority: 'user-blocking' })
    const markFrames = until =>
      requestAnimationFrame(() => {
        inFrame = true
        urgent(() => {
          inFrame = false
        })
        if (!until()) markFrames(until)
      })
    /**
     * When the next frame has been drawn. Asked for at the highest priority: a task of the page's own queue would wait
     * for what the page does after that frame, which nobody waits for.
     */
    const painted = () =>
      new Promise(done => {
        const soon = () => urgent(() => done(performance.now()))
        if (inFrame) soon()
        else requestAnimationFrame(soon)
      })
    const drawn = (known = new Set()) =>
      [...document.querySelectorAll('[data-message-id]')]
        // Asking whether something is visible costs the page a layout: only of what is new.
        .filter(one => !known.has(one.getAttribute('data-message-id')))
        .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .map(one => one.getAttribute('data-message-id'))

    const bench = {
      clicks: [],
      keys: [],
      longTasks: [],
      frames: [],
      watching: false,
      /** From an event on a row (its press or its click) to the first bubble of its conversation on screen. */
      watchClick(from) {
        const before = new Set(drawn())
        let began = 0
        document.addEventListener(
          from,
          event => {
            began = event.timeStamp
            markFrames(() => found)
          },
          { once: true, capture: true },
        )
        let found = false
        bench.click = new Promise(done => {
          const look = async () => {
            if (began === 0 || drawn(before).length === 0) return
            observer.disconnect()
            found = true
            const at = await painted()
            bench.clicks.push(at - began)
            done(at - began)
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, {
            subtree: true,
            childList: true,
            // What was drawn ahead only has to be let seen.
            attributeFilter: ['data-message-id', 'style', 'class', 'hidden'],
          })
        })
      },
      watchKeys() {
        document.addEventListener(
          'keydown',
          event => {
            const { timeStamp } = event
            void painted().then(at => bench.keys.push(at - timeStamp))
          },
          { capture: true },
        )
      },
      watchFrames() {
        bench.watching = true
        let last = performance.now()
        const step = now => {
          bench.frames.push(now - last)
          last = now
          if (bench.watching) requestAnimationFrame(step)
        }
        requestAnimationFrame(now => {
          last = now
          requestAnimationFrame(step)
        })
      },
      /** From the moment the server made a message to the row on screen that shows it (or a newer one). */
      watchList() {
        bench.lags = []
        /** The two halves of it: until the window hears of the message, and from there to the row. */
        bench.travel = []
        bench.drawing = []
        bench.heard = 0
        bench.unseen = 0
        const waiting = new Map()
        const shows = (row, body) => row.textContent.includes(body)
        const look = () => {
          const now = Date.now()
          for (const [id, expected] of waiting) {
            const row = document.querySelector(`[data-testid^="ticket-list"] [data-ticket-id="${id}"]`)
            if (!row) {
              if (now - expected[0].heard > 3_000) {
                bench.unseen += expected.length
                waiting.delete(id)
              }
              continue
            }
            for (let i = expected.length - 1; i >= 0; i--) {
              if (!shows(row, expected[i].body)) continue
              for (const one of expected.splice(0, i + 1)) {
                bench.lags.push(now - one.made)
                bench.drawing.push(now - one.heard)
              }
              break
            }
            if (expected.length === 0) waiting.delete(id)
          }
          bench.waiting = waiting.size
        }
        // Right after each frame: what stands in the page then has been painted.
        const step = () => {
          urgent(look)
          if (bench.lags) requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
        bench.leave = window.turno.on.feed(({ events }) => {
          for (const { event } of events) {
            if (event.channel !== 'appMessage' || event.data.action !== 'create') continue
            const { message } = event.data
            if (message.fromMe) continue
            bench.heard++
            const one = {
              made: Date.parse(message.createdAt),
              heard: Date.now(),
              body: message.body.slice(0, 14),
            }
            bench.travel.push(one.heard - one.made)
            waiting.set(message.ticketId, [...(waiting.get(message.ticketId) ?? []), one])
          }
        })
      },
    }
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) bench.longTasks.push(entry.duration)
    }).observe({ type: 'longtask' })
    window.bench = bench
  })

/** Ids of the rows on screen, from the top. */
export const rowIds = page =>
  page.locator('[data-testid^="ticket-list"] [data-ticket-id]').evaluateAll(all =>
    all
      .map(one => ({ id: Number(one.dataset.ticketId), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.top > 140 && box.bottom < innerHeight - 10)
      .sort((a, b) => a.box.top - b.box.top)
      .map(({ id }) => id),
  )

/** How long a hand rests on what it is about to press, and how long it presses. Milliseconds. */
const HAND = { rest: 120, hold: 60 }

const placeOf = async (page, id) => {
  const box = await page.locator(`[data-testid^="ticket-list"] [data-ticket-id="${id}"]`).boundingBox()
  return [box.x + 90, box.y + 16]
}

/** The ticket whose row is at a place at this moment; null where there is none. */
const ticketAt = (page, [x, y]) =>
  page.evaluate(
    point => {
      const row = document.elementFromPoint(...point)?.closest('[data-ticket-id]')
      return row ? Number(row.dataset.ticketId) : null
    },
    [x, y],
  )

/** Times a hand reaches for a row, and how long it waits for a conversation, before it reaches again. */
const REACH = { times: 20, waitMs: 3_000 }

/**
 * Opens any ticket but one while rows move: whatever is under the pointer when it presses. @returns milliseconds from the
 * click; null when no row held still for as long as a press takes.
 */
export async function openAnother(page, not) {
  const list = await page.locator('[data-testid^="ticket-list"]').first().boundingBox()
  for (let i = 0; i < REACH.times; i++) {
    const place = [list.x + 90, list.y + 40 + (i % 5) * 72]
    await page.mouse.move(...place)
    await page.waitForTimeout(HAND.rest)
    const under = await ticketAt(page, place)
    if (under === null || under === not) continue
    await page.evaluate(() => window.bench.watchClick('click'))
    await page.mouse.click(...place, { delay: HAND.hold })
    const took = await page.evaluate(
      ms => Promise.race([window.bench.click, new Promise(done => setTimeout(done, ms, null))]),
      REACH.waitMs,
    )
    if (took !== null) return took
  }
  return null
}

/** The ticket whose conversation is open; null when its row is not drawn (it may have moved far down meanwhile). */
export const openId = page =>
  page.evaluate(() => {
    const row = document.querySelector('[data-row-button][aria-current]')
    return row ? Number(row.dataset.rowButton) : null
  })

/** Clicks a row as a hand does, and waits for its first bubble. @returns milliseconds from the click. */
export async function openRow(page, id) {
  const place = await placeOf(page, id)
  await page.evaluate(() => window.bench.watchClick('click'))
  await page.mouse.move(...place)
  await page.waitForTimeout(HAND.rest)
  await page.mouse.click(...place, { delay: HAND.hold })
  return page.evaluate(() => window.bench.click)
}

/** Presses and releases a row in no time at all, which no hand does: nothing was fetched ahead. @returns ms from the press. */
export async function openRowAtOnce(page, id) {
  const place = await placeOf(page, id)
  await page.evaluate(() => window.bench.watchClick('pointerdown'))
  await page.mouse.click(...place)
  return page.evaluate(() => window.bench.click)
}

/** Heap after collection in megabytes, nodes and drawn rows. */
export async function memory(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  await session.detach()
  const counts = await page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    rows: document.querySelectorAll('[data-ticket-id]').length,
    bubbles: document.querySelectorAll('[data-message-id]').length,
  }))
  return { heapMb: Math.round(usedSize / 104_857.6) / 10, nodes, jsEventListeners, ...counts }
}
