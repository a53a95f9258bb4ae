/** Going to a screen, waiting until it stands, and keeping its picture. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Look } from './matrix'

/** Where the book lies; git ignores it. */
export const BOOK = join(import.meta.dirname, '../../out/pictures')

/** What one look is called in the name of a picture's file. */
export const lookName = ({ size, theme, language, state }: Look): string =>
  [size, theme, language, state].join('-')

/** Milliseconds after which a screen that is still busy is taken as it is, and said to be. */
const PATIENCE_MS = 20_000

/** Waits until nothing is on its way and nothing moves. @returns what is still busy, or null. */
export async function settled(page: Page, patience = PATIENCE_MS): Promise<string | null> {
  const busy = page.locator(
    '[aria-busy="true"]:visible, .ant-spin-spinning:visible, main [role="status"][aria-label]:has(> [aria-hidden="true"]):visible',
  )
  // What waits below the lower edge is asked for when somebody comes there.
  const inView = (): Promise<string[]> =>
    busy.evaluateAll(all =>
      all
        .filter(one => one.getBoundingClientRect().top < innerHeight)
        .map(one => one.outerHTML.slice(0, 160)),
    )
  const quiet = async (): Promise<void> => {
    // Twice: between an answer and what it makes a screen ask for next nothing is busy.
    for (let times = 0; times < 2; times += 1) {
      await expect.poll(inView, { timeout: patience }).toEqual([])
      await page.waitForTimeout(120)
    }
  }
  const late = await quiet().then(
    () => null,
    async () => `is still busy: ${(await inView()).join(' ')}`,
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ends.map(one => one.finished))
  })
  return late
}

/** Goes to an address as the router would. @returns what is wrong with the screen there, or null. */
export async function goTo(page: Page, path: string, patience?: number): Promise<string | null> {
  await page.evaluate(to => {
    for (const one of document.querySelectorAll('main, [data-pane="content"]'))
      one.setAttribute('data-before', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // A screen whose files come first stands in the place of the next one until then; one that shows both addresses stays.
  await page
    .waitForFunction(() => document.querySelector('[data-before]') === null, null, { timeout: 1_500 })
    .catch(() => undefined)
  return settled(page, patience)
}

/** Keeps a picture of what the window shows. */
export async function keep(page: Page, name: string, look: Look): Promise<void> {
  mkdirSync(join(BOOK, name), { recursive: true })
  await page.mouse.move(0, 0)
  await page.screenshot({
    path: join(BOOK, name, `${lookName(look)}.png`),
    animations: 'disabled',
    caret: 'hide',
  })
}
