/** The pieces of the interface, built as `npm run gallery` serves them and photographed in both themes. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { build, type PreviewServer, preview } from 'vite'
import { packedBrowser } from '../../scripts/lib/packed-browser.mjs'
import { expect, findings, test } from './fixtures'
import { CHROMIUM_FLAGS } from './fixtures/chromium-flags'

const ROOT = join(import.meta.dirname, '../..')
const CONFIG = join(ROOT, 'src/gallery/vite.config.ts')

let server: PreviewServer
let address = ''

test.beforeAll(async ({ browserName: _ }, info) => {
  const outDir = info.outputPath('gallery')
  await build({ configFile: CONFIG, logLevel: 'error', build: { outDir, minify: false } })
  server = await preview({ configFile: CONFIG, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  address = server.resolvedUrls?.local[0] ?? ''
})

test.afterAll(() => server.close())

/** Pieces of which a picture of the whole page shows nothing: every place of them has the same colour, coarsely. */
async function blank(page: Page, picture: Buffer): Promise<string[]> {
  const { data, width } = PNG.sync.read(picture)
  const places = await page.locator('[data-piece] > div').evaluateAll(all =>
    all.map(one => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const name = one.parentElement?.getAttribute('data-piece') ?? ''
      return { name, box: [x + scrollX, y + scrollY, x + scrollX + width, y + scrollY + height] }
    }),
  )
  const coarse = (x: number, y: number): number => {
    const at = (y * width + x) * 4
    return ((data[at] ?? 0) >> 4) * 256 + ((data[at + 1] ?? 0) >> 4) * 16 + ((data[at + 2] ?? 0) >> 4)
  }
  return places.flatMap(({ name, box }) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = box.map(Math.round)
    const first = coarse(left, top)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (coarse(x, y) !== first) return []
    return [name]
  })
}

test('every piece (unit/ui/gallery.test.ts) shows something in both themes, and has no serious finding', async ({
  page,
}, info) => {
  const failures: string[] = []
  page.on('pageerror', error => failures.push(String(error)))
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(address)
  const names = await page
    .locator('[data-piece]')
    .evaluateAll(all => all.map(one => one.getAttribute('data-piece') ?? ''))
  expect(names.length).toBeGreaterThan(40)

  for (const theme of ['Light', 'Dark']) {
    await page.getByRole('tab', { name: theme }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    await expect(page.locator('[data-piece="SkeletonRows"]').getByRole('status')).toBeVisible()
    const body = await page.screenshot({ fullPage: true })
    await info.attach(theme, { body, contentType: 'image/png' })
    expect(await blank(page, body), theme).toEqual([])
    expect(await findings(page, undefined, theme === 'Light' ? 'everything' : 'colours'), theme).toEqual([])
  }

  // Narrow, and with large letters: nothing stands out of its box.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('tab', { name: '16 px' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(failures).toEqual([])
})

/** Pieces of which most screens are made, as they are compared: `npm run pictures -- --compared` takes them anew. */
const COMPARED = [
  ['Light', 'DataTable'],
  ['Light', 'DataTable, empty'],
  ['Light', 'Field'],
  ['Light', 'EntrancePage'],
  ['Light', 'WaitingPill'],
  ['Dark', 'DataTable'],
  ['Dark', 'SegmentedTabs'],
  ['Dark', 'ErrorState'],
  ['Dark', 'TagChip'],
] as const

test('ten chosen pictures are as they were, pixel by pixel', async ({ playwright }) => {
  // One program everywhere, the one npm brings: letters and edges differ a little from one browser to the next.
  const executablePath = packedBrowser()
  test.skip(executablePath === null, 'npm brings a browser for Linux x64 alone')
  const browser = await playwright.chromium.launch({
    executablePath: executablePath ?? undefined,
    args: [...CHROMIUM_FLAGS, '--disable-lcd-text'],
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 720 },
      reducedMotion: 'reduce',
      colorScheme: 'light',
    })
    await page.clock.setFixedTime(new Date('2026-03-10T12:00:00Z'))
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready)
    for (const theme of ['Light', 'Dark'] as const) {
      await page.getByRole('tab', { name: theme }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
      await page.mouse.move(0, 0)
      for (const [, name] of COMPARED.filter(([where]) => where === theme))
        await expect
          .soft(page.locator(`[data-piece="${name}"] > div`))
          .toHaveScreenshot(`${name.replace(', ', '-')}-${theme}.png`)
    }
    await page.getByRole('tab', { name: 'Light' }).click()
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    await expect.soft(page.getByRole('dialog')).toHaveScreenshot('FormDialog-Light.png')
  } finally {
    await browser.close()
  }
})
