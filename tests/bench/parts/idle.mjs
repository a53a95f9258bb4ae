/**
 * What a console takes while nobody does anything: the demo without its customers, started for the second time, somebody signed
 * in, the list on the screen. Main runs in Node with the stand-in for Electron's own modules, whose share is measured beside
 * it (`resident.standIn`: a main that does nothing). The window is a page of a browser that runs without a screen.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atEnd, childrenOf, end, openConsole, runs, threadsMs } from '../lib/programs.mjs'
import { goTo, newPage, signIn } from '../lib/screen.mjs'

export const title =
  'Idle: main, embedded server and window, list open, no customers (processor ms a minute, resident MB)'
export const bars = [
  ['processor.window', 60],
  ['processor.all', 600],
  ['resident.together', 160],
  ['afterWork.resident.together', 160],
]
/** After a start V8 tidies up for some time, which is none of what idling costs. */
const SETTLE_MS = 30_000
/** The first start writes the demo and sums up its ninety days: once, and for about a minute. */
const FIRST_MS = 75_000
/** Medians of so many stretches: work of other programs on a processor makes each thing dearer. */
const STRETCHES = 3
const STRETCH_MS = 20_000
const BUSY_OPENINGS = 30
const register = new URL('../../../out/stand-in/register.js', import.meta.url).href
const EMPTY = fileURLToPath(new URL('../lib/empty-main.mjs', import.meta.url))

const median = values => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Resident memory: its own, and what it has of each file (programs and libraries, which processes share). Kilobytes. */
function residentOf(pid) {
  const files = new Map()
  let own = 0
  let file = ''
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const head = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line)
    if (head) file = head[1]
    const [, what, size] = /^(Rss|Anonymous): +(\d+)/.exec(line) ?? []
    if (what === 'Anonymous') own += Number(size)
    if (what && file.startsWith('/'))
      files.set(file, (files.get(file) ?? 0) + (what === 'Rss' ? Number(size) : -Number(size)))
  }
  return { own, files }
}
const mb = kb => Math.round(kb / 1_024)
const sum = values => [...values].reduce((all, one) => all + one, 0)

/** Resident memory of main and server. @param empty of a main that does nothing, in kilobytes. @returns megabytes. */
function residentTogether(mainPid, serverPid, empty) {
  const [main, server] = [residentOf(mainPid), residentOf(serverPid)]
  const files = new Map(main.files)
  for (const [file, size] of server.files) files.set(file, Math.max(size, files.get(file) ?? 0))
  const shared = sum(files.values())
  return {
    main: mb(main.own + sum(main.files.values())),
    server: mb(server.own + sum(server.files.values())),
    // Of main's own, what the stand-in and Node take before Turno does anything.
    standIn: mb(empty),
    mainOwn: mb(main.own),
    serverOwn: mb(server.own),
    shared: mb(shared),
    // Pages of files that both have are there once.
    together: mb(main.own + server.own + shared),
  }
}

/** Memory of a main of the stand-in that does nothing. */
async function standInAlone() {
  const child = spawn(process.execPath, ['--import', register, EMPTY], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stop = () => end(child, 'SIGKILL')
  atEnd(stop)
  await new Promise(ready => child.stdout.once('data', ready))
  await delay(2_000)
  const { own } = residentOf(child.pid)
  await stop()
  return own
}

/** Processor time a minute of each process, medians of several stretches. */
async function idling(pids) {
  const names = Object.keys(pids)
  const stretches = []
  for (let i = 0; i < STRETCHES; i++) {
    const before = names.map(name => threadsMs(pids[name]))
    await delay(STRETCH_MS)
    stretches.push(names.map((name, n) => (threadsMs(pids[name]) - before[n]) * (60_000 / STRETCH_MS)))
  }
  const each = names.map((name, n) => [name, Math.round(median(stretches.map(one => one[n])))])
  return { ...Object.fromEntries(each), all: sum(each.map(([, value]) => value)) }
}

export async function prepare({ browser }) {
  const first = await openConsole()
  const page = await newPage(browser)
  await page.goto(first.address)
  await signIn(page)
  await delay(FIRST_MS)
  await page.close()
  await first.stop()
  return { data: first.data, empty: await standInAlone() }
}

export async function run({ browser, data, empty }) {
  const renderers = new Set(childrenOf(process.pid).filter(runs('--type=renderer')))
  const program = await openConsole({ data })
  const page = await newPage(browser)
  await page.goto(program.address)
  const row = page.locator('[data-row-button]')
  await row.first().waitFor()
  await delay(SETTLE_MS)
  const server = childrenOf(program.pid).find(runs('out/server/index.js'))
  const [window] = childrenOf(process.pid)
    .filter(pid => runs('--type=renderer')(pid) && !renderers.has(pid))
    .sort((a, b) => threadsMs(b) - threadsMs(a))
  if (server === undefined || window === undefined) throw new Error('no server, or no window')
  const pids = { main: program.pid, server, window }
  const processor = await idling(pids)

  const resident = residentTogether(program.pid, server, empty)

  const rows = await row.count()
  for (let i = 0; i < BUSY_OPENINGS; i++) {
    await row.nth(i % Math.min(rows, 10)).click()
    await page.locator('[data-message-id]').first().waitFor()
    await delay(300)
  }
  await goTo(page, '/tickets')
  await delay(SETTLE_MS)
  const afterWork = {
    processor: await idling(pids),
    resident: residentTogether(program.pid, server, empty),
  }
  await page.close()
  await program.stop()
  return { processor, afterWork, resident }
}
