/**
 * From starting the program, signed in before, to a list one can press; the script that is loaded until then, and the
 * processor time of main and the server, which says more than the clock where others work on the same processors. Twice: in a
 * browser profile that is new each time (`ms`), and in one that was there at the starts before (`kept`), as a console's is.
 */
import { existsSync } from 'node:fs'
import { atEnd, childrenOf, folder, openConsole, runs, threadsMs } from '../lib/programs.mjs'
import { keptProfile, newPage, signIn } from '../lib/screen.mjs'

export const title = 'Start to usable list (session kept, demo company, browser already open)'
export const bars = [
  ['ms', null],
  ['kept.ms', 1_000],
  ['scriptKb.toForm', 1_500],
]

/** So many starts a profile has seen before it is measured in. */
const STARTS_BEFORE = 3

/** Kilobytes of script a page has loaded so far, as they lie on the disk. */
const scriptKb = page =>
  page.evaluate(() =>
    Math.round(
      performance
        .getEntriesByType('resource')
        .filter(one => one.name.endsWith('.js'))
        .reduce((sum, one) => sum + one.decodedBodySize, 0) / 1_000,
    ),
  )

/** Processor milliseconds of main and of the server it has started. */
function spent(main) {
  const server = childrenOf(main).find(runs('out/server/index.js'))
  return { main: Math.round(threadsMs(main)), server: Math.round(server ? threadsMs(server) : 0) }
}

export async function prepare({ browser }) {
  const first = await openConsole()
  const page = await newPage(browser)
  // What comes in idle time behind the form is not of the form.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(first.address)
  await page.getByLabel('E-mail').waitFor()
  const toForm = await scriptKb(page)
  await signIn(page)
  await page.close()
  await first.stop()
  const kept = await keptProfile(browser, folder('turno-bench-profile-'))
  atEnd(() => kept.close())
  // V8 keeps what it compiled of a script that it has seen twice within three days.
  for (let i = 0; i < STARTS_BEFORE; i++) await start(first.data, () => kept.newPage())
  return { data: first.data, toForm, kept }
}

/** One start of the program until its list is there, in a window that `open` opens. */
async function start(data, open) {
  const began = performance.now()
  const program = await openConsole({ data })
  const reachable = performance.now()
  const page = await open()
  await page.goto(program.address)
  await page.locator('[data-row-button]').first().waitFor()
  const ms = performance.now() - began
  const processor = existsSync('/proc/self/task') ? spent(program.pid) : {}
  const toList = await scriptKb(page)
  await page.close()
  await program.stop()
  return { ms: Math.round(ms), mainMs: Math.round(reachable - began), processor, toList }
}

export async function run({ browser, data, toForm, kept }) {
  const { toList, ...fresh } = await start(data, () => newPage(browser))
  const { ms, processor } = await start(data, () => kept.newPage())
  return { ...fresh, kept: { ms, processor }, scriptKb: { toForm, toList } }
}
