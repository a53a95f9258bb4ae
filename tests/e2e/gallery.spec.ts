/** The pieces of the interface, built as `npm run gallery` serves them and photographed in both themes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { build, type PreviewServer, preview } from 'vite'
import { expect, findings, test } from './fixtures'

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

/** Components src/ui exports: what begins with a capital and is no type. */
async function exported(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'src/ui/index.ts'), 'utf8')
  const names = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','))
  return names.map(name => name.trim()).filter(name => /^[A-Z][a-z]/.test(name))
}

/** How many colours a picture of a piece holds, coarsely: one that shows nothing holds one. */
async function coloursOf(page: Page, name: string): Promise<number> {
  const { data } = PNG.sync.read(await page.locator(`[data-piece="${name}"] > div`).screenshot())
  const seen = new Set<number>()
  for (let at = 0; at < data.length; at += 4) {
    seen.add(((data[at] ?? 0) >> 4) * 256 + ((data[at + 1] ?? 0) >> 4) * 16 + ((data[at + 2] ?? 0) >> 4))
  }
  return seen.size
}

test('every piece is there, shows something in both themes, and has no serious finding', async ({
  page,
}, info) => {
  const failures: string[] = []
  page.on('pageerror', error => failures.push(String(error)))
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(address)
  const names = await page
    .locator('[data-piece]')
    .evaluateAll(all => all.map(one => one.getAttribute('data-piece') ?? ''))
  const shown = new Set(names.map(name => name.split(',')[0]))
  // Steady navigation and the name of a button draw nothing, and the select that comes later is the same one.
  const other = ['SteadyNavigate', 'ClearLabel', 'SelectOnDemand']
  expect((await exported()).filter(name => !shown.has(name) && !other.includes(name))).toEqual([])

  for (const theme of ['Light', 'Dark']) {
    await page.getByRole('tab', { name: theme }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    await expect(page.locator('[data-piece="SkeletonRows"]').getByRole('status')).toBeVisible()
    await info.attach(theme, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    for (const name of names) expect(await coloursOf(page, name), `${name}, ${theme}`).toBeGreaterThan(1)
    expect(await findings(page, undefined, theme === 'Light' ? 'everything' : 'colours'), theme).toEqual([])
  }

  // Narrow, and with large letters: nothing stands out of its box.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('tab', { name: '16 px' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(failures).toEqual([])
})
