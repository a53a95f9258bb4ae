/** From starting the program, signed in before, to a list one can press. */
import { openConsole } from '../lib/programs.mjs'
import { newPage, signIn } from '../lib/screen.mjs'

export const title = 'Start to usable list (session kept, demo company, browser already open)'
export const bars = [['ms', null]]

export async function prepare({ browser }) {
  const first = await openConsole()
  const page = await newPage(browser)
  await page.goto(first.address)
  await signIn(page)
  await page.close()
  await first.stop()
  return { data: first.data }
}

export async function run({ browser, data }) {
  const began = performance.now()
  const program = await openConsole({ data })
  const reachable = performance.now()
  const page = await newPage(browser)
  await page.goto(program.address)
  await page.locator('[data-row-button]').first().waitFor()
  const ms = performance.now() - began
  await page.close()
  await program.stop()
  return { ms: Math.round(ms), mainMs: Math.round(reachable - began) }
}
