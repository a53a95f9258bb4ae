/** Opening tickets for the first time and again, and what 50 of them leave in memory. */

import { summary } from '../lib/figures.mjs'
import { openConsole, serve, workspace } from '../lib/programs.mjs'
import { install, memory, newPage, openRow, openRowAtOnce, rowIds, signIn } from '../lib/screen.mjs'

export const title = 'Ticket click to first bubble; memory after 50 tickets (2,000 tickets, 120,000 messages)'
export const bars = [
  ['fresh.p95', 100],
  ['again.p95', 50],
  ['after.heapMb', 120],
]
const TICKETS = 50

export async function prepare() {
  return { folder: await workspace(2_000) }
}

export async function run({ browser, folder }) {
  const server = await serve(folder)
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page)
  await install(page)
  await page.waitForTimeout(1_500)
  const before = await memory(page)
  const seen = new Set()
  const fresh = []
  const atOnce = []
  const again = []
  while (fresh.length + atOnce.length < TICKETS) {
    const round = (await rowIds(page)).filter(id => !seen.has(id))
    for (const id of round) {
      if (fresh.length + atOnce.length >= TICKETS) break
      seen.add(id)
      if (seen.size % 3 === 0) atOnce.push(await openRowAtOnce(page, id))
      else fresh.push(await openRow(page, id))
      // As a person reads, and so that one measurement does not pay for the one before.
      await page.waitForTimeout(150)
    }
    for (const id of round.filter(id => seen.has(id)).slice(0, 12)) {
      again.push(await openRow(page, id))
      await page.waitForTimeout(150)
    }
    await page.mouse.move(300, 500)
    await page.mouse.wheel(0, 640)
    await page.waitForTimeout(300)
  }
  const after = await memory(page)
  await page.close()
  await program.stop()
  await server.stop()
  return {
    fresh: summary(fresh.slice(1)),
    again: summary(again),
    freshAtOnce: summary(atOnce),
    before,
    after,
  }
}
