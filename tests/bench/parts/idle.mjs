/**
 * What main and the embedded server take while nobody does anything: the demo without its customers, somebody signed in, the
 * list on the screen. The window itself is a browser here and is not measured.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openConsole, processorMs, residentMb } from '../lib/programs.mjs'
import { newPage, signIn } from '../lib/screen.mjs'

export const title =
  'Idle: main and embedded server, list open, no customers (processor ms a minute, resident MB)'
export const bars = [
  ['processor.all', 600],
  ['resident.all', 160],
]
/** After a start V8 tidies up for some time, which is none of what idling costs. */
const SETTLE_MS = 30_000
const MEASURED_MS = 60_000

/** Processes a process has started, and theirs. */
function childrenOf(pid) {
  const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return own.flatMap(child => [child, ...childrenOf(child)])
}

const runsServer = pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('out/server/index.js')

export async function prepare() {
  return {}
}

export async function run({ browser }) {
  const program = await openConsole()
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page)
  await page.locator('[data-row-button]').first().waitFor()
  await delay(SETTLE_MS)
  const server = childrenOf(program.pid).find(runsServer)
  if (server === undefined) throw new Error('main has started no server')
  const pids = { main: program.pid, server }
  const took = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorMs(pid)]))
  await delay(MEASURED_MS)
  const minute = ([name, pid]) => [name, Math.round((processorMs(pid) - took[name]) * (60_000 / MEASURED_MS))]
  const processor = Object.fromEntries(Object.entries(pids).map(minute))
  const resident = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMb(pid)]))
  await page.close()
  await program.stop()
  return {
    processor: { ...processor, all: processor.main + processor.server },
    resident: { ...resident, all: resident.main + resident.server },
  }
}
