/**
 * A working day at speed: customers write all the time, tickets are opened one after another, answered
 * now and then, other screens are looked at, the line breaks. Measured at rest after the first hour, after the second,
 * when every list and thread that is kept is full (stores/messages: 30 threads of 120 messages), and at the end.
 *
 * What Turno keeps is judged from the first hour on. The whole heap is judged from the second: of the 2.4 MB that came to
 * it between the first hour and the eighth (heap snapshots of 2026-11-21), 2.1 were machine code that V8 compiles of what
 * runs often, which ends when everything has been compiled; Turno's own objects were 0.2 MB of it.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, signIn, type Turno, type Wire, type Workspace } from '../e2e/fixtures'
import { composer, openTop, rowIds, rows, showList } from '../e2e/fixtures/desk'
import { countIntervals, type Holding, holding } from './measure'

export const EIGHT_HOURS = {
  /** Messages that reach the console, ticket switches, broken lines: over the whole day. */
  messages: 20_000,
  switches: 800,
  reconnects: 30,
  /** Messages a second. */
  rate: 95,
  /** How long everything stands still before it is measured: longer than toasts, typing marks and sent bubbles. */
  restMs: 12_000,
} as const

export interface Report {
  /** After the first hour, after the second, at the end. */
  held: [Holding, Holding, Holding]
  heard: number
  switched: number
  reconnected: number
  /** Sockets of the user, each time the line was whole again. */
  sockets: number[]
}

/** A ticket without a composer is nothing to wait for. */
const BRIEFLY = { timeout: 500 } as const

const SCREENS = ['/contacts', '/', '/tickets'] as const

type Heard = typeof window & { heard: number }

const connected = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const answer = await window.turno.socket.state()
          return answer.ok ? answer.value.status : answer.code
        }),
      { timeout: 60_000, intervals: [100] },
    )
    .toBe('connected')

/**
 * Starts the server anew, and the line to it: asked for as a person does who sees the server back. How long the pauses of
 * a console are that nobody asks is the connection's own tests' matter; here they were three quarters of a short day.
 */
async function restart(page: Page, workspace: Workspace, args: readonly string[]): Promise<void> {
  await workspace.kill()
  await workspace.start(args)
  await page.evaluate(() => window.turno.socket.check())
  await connected(page)
}

const heardIn = (page: Page): Promise<number> => page.evaluate(() => (window as Heard).heard)

/** Presses the row at that place of the list as it stands at that moment; rows move, so no place is aimed at. */
const pressAny = (page: Page, place: number): Promise<boolean> =>
  page.evaluate(at => {
    const all = document.querySelectorAll<HTMLElement>('[data-pane="list"] [data-row-button]')
    const one = all[at % Math.max(1, all.length)]
    one?.click()
    return one !== undefined
  }, place)

export async function replay(
  parts: {
    installation: Turno
    workspace: Workspace
    wire: Wire
    context: BrowserContext
    env: Record<string, string>
  },
  day: typeof EIGHT_HOURS,
): Promise<Report> {
  const { installation, workspace, wire, context } = parts
  await context.addInitScript(countIntervals)
  const page = await installation.start({ env: parts.env })
  const { control } = installation
  const session = await context.newCDPSession(page)
  await signIn(page, 'admin@demo.turno')
  await page.locator('a[href="/tickets"]').first().click()
  await showList(page, 'Atendendo')
  await expect(rows(page).first()).toBeVisible()
  await page.evaluate(() => {
    const counted = window as Heard
    counted.heard = 0
    window.turno.on.feed(({ events }) => {
      for (const { event } of events)
        if (event.channel === 'appMessage' && event.data.action === 'create') counted.heard += 1
    })
  })
  const [home = 0] = await rowIds(page)
  const sockets: number[] = []
  let switched = 0
  let reconnected = 0

  /** The server stands still, the same ticket is open, nothing is on its way. */
  const rest = async (): Promise<Holding> => {
    await restart(page, workspace, [])
    await page.evaluate(id => {
      document
        .querySelector<HTMLElement>(`[data-pane="list"] [data-ticket-id="${id}"] [data-row-button]`)
        ?.scrollIntoView()
    }, home)
    await page.locator('[data-pane="list"]').evaluate(list => {
      for (const one of list.querySelectorAll('*')) one.scrollTop = 0
    })
    await expect(rows(page).first()).toBeVisible()
    // The list is asked for again after the line came back: its rows may still move.
    await openTop(page)
    // What was written to one of the demo's numbers that are down waits, by right, with a timer: it is taken back.
    await page.evaluate(async () => {
      const kept = await window.turno.outbox.list()
      for (const { id } of kept.ok ? kept.value : []) await window.turno.outbox.remove({ id })
    })
    await page.waitForTimeout(day.restMs)
    sockets.push(wire.live)
    return holding(page, session, control)
  }

  const hours = async (share: number): Promise<void> => {
    await restart(page, workspace, ['--traffic', String(day.rate)])
    const until = { switches: Math.round(day.switches * share), messages: Math.round(day.messages * share) }
    const breaks = Math.max(1, Math.floor(day.switches / day.reconnects))
    while (switched < until.switches || (await heardIn(page)) < until.messages) {
      if (await pressAny(page, switched * 7)) switched += 1
      await page.waitForTimeout(120)
      if (switched % 10 === 0)
        await composer(page)
          .fill(`rascunho ${switched}`, BRIEFLY)
          .catch(() => undefined)
      if (switched % 20 === 0)
        await composer(page)
          .press('Enter', BRIEFLY)
          .catch(() => undefined)
      if (switched % 100 === 50) {
        for (const path of SCREENS) {
          await page.locator(`nav a[href="${path}"]`).first().click()
          await page.waitForTimeout(200)
        }
        await expect(rows(page).first()).toBeVisible()
      }
      if (switched % breaks === 0) {
        wire.drop()
        // Until the break is known on both sides.
        await page.waitForTimeout(300)
        await expect.poll(() => wire.live, { timeout: 60_000 }).toBe(1)
        await connected(page)
        reconnected += 1
        sockets.push(wire.live)
      }
    }
  }

  const held: Report['held'] = [
    await hours(1 / 8).then(rest),
    await hours(2 / 8).then(rest),
    await hours(1).then(rest),
  ]
  return { held, heard: await heardIn(page), switched, reconnected, sockets }
}

/**
 * What must hold at the end of any such day.
 * @param growth most that what is kept may have grown since the first hour, and the heaps since the second; 1 is nothing.
 */
export function judge({ held, sockets }: Report, growth: number): void {
  const [first, before, after] = held
  expect(after.dataMb, 'what the page keeps, since the first hour').toBeLessThan(first.dataMb * growth)
  expect(after.pageMb, 'heap of the page').toBeLessThan(before.pageMb * growth)
  expect(after.mainMb, 'heap of main').toBeLessThan(before.mainMb * growth)
  // One clock more or less is what is on screen just then; one a switch, or a line, would be many.
  expect(after.intervals, 'intervals of the page').toBeLessThanOrEqual(before.intervals + 1)
  expect(after.bridgeListeners, 'listeners on what main says').toBe(before.bridgeListeners)
  expect(after.mainListeners, 'listeners in main').toBe(before.mainListeners)
  expect(after.mainTimers, 'timers in main').toBeLessThanOrEqual(before.mainTimers)
  // Bubbles and rows on screen differ from one moment to another; what piles up would be a multiple.
  expect(after.domListeners, 'listeners on nodes').toBeLessThan(before.domListeners * 1.25)
  expect(new Set(sockets), 'sockets of the user').toEqual(new Set([1]))
}
