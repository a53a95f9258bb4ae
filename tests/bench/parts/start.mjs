/** From starting the program, signed in before, to a list one can press; and the script that is loaded until then. */
import { openConsole } from '../lib/programs.mjs'
import { newPage, signIn } from '../lib/screen.mjs'

export const title = 'Start to usable list (session kept, demo company, browser already open)'
export const bars = [
  ['ms', null],
  ['scriptKb.toForm', 1_500],
]

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
  return { data: first.data, toForm }
}

export async function run({ browser, data, toForm }) {
  const began = performance.now()
  const program = await openConsole({ data })
  const reachable = performance.now()
  const page = await newPage(browser)
  await page.goto(program.address)
  await page.locator('[data-row-button]').first().waitFor()
  const ms = performance.now() - began
  const toList = await scriptKb(page)
  await page.close()
  await program.stop()
  return { ms: Math.round(ms), mainMs: Math.round(reachable - began), scriptKb: { toForm, toList } }
}
