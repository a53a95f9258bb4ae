import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { electronBinary } from './scripts/lib/electron-binary.mjs'
import { findTestBrowser } from './scripts/lib/find-browser.mjs'
import { CHROMIUM_FLAGS } from './tests/e2e/fixtures/chromium-flags'
import { toneFile } from './tests/e2e/fixtures/tone'
import { writeToMemory } from './tests/support/quick-folder'

// What Playwright has translated outlives the run, and its workers find it where it does.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= join(
  tmpdir(),
  `playwright-transform-cache-${process.geteuid?.()}`,
)
writeToMemory()

const executablePath = findTestBrowser()
const host =
  process.env.TURNO_HOST === 'stand-in' || !electronBinary(import.meta.dirname) ? 'stand-in' : 'electron'
if (host === 'stand-in' && !executablePath) {
  throw new Error(
    'The specs need Electron (npx install-electron) or an installed Chromium, Chrome or Edge; npm brings one for Linux x64 alone.',
  )
}

/** Absolute: other configurations stand on this one from folders of their own (tests/replay). */
const at = (path: string): string => join(import.meta.dirname, path)

/** The specs run on the real Electron where its binary is installed, else on the stand-in; the report names the host. */
export default defineConfig({
  testDir: at('tests/e2e'),
  globalSetup: at('tests/e2e/fixtures/seed-once.ts'),
  testMatch: '**/*.spec.ts',
  outputDir: at('test-results'),
  // Of the ten pictures that are compared (gallery.spec.ts): one browser draws them wherever they are compared.
  snapshotPathTemplate: at('tests/e2e/compared/{arg}{ext}'),
  // Patience is no assertion: what is awaited comes soon, but a machine of two noisy cores may stand still in between.
  timeout: 180_000,
  // Soft edges may fall a little otherwise on another processor; a changed colour, size or word is more than that.
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 30, threshold: 0.03, caret: 'hide' } },
  fullyParallel: false,
  // Each has a browser, a main process and a server: more of them than cores halve what every test may count on.
  workers: Number(process.env.TURNO_E2E_WORKERS ?? Math.max(2, availableParallelism())),
  // scripts/test.mjs runs a red file once more, alone, and says so.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    [at('tests/e2e/fixtures/longest-first.ts')],
    ...(process.env.TURNO_TEST_REPORT ? [[at('scripts/lib/playwright-report.mjs')] as const] : []),
  ],
  metadata: { host },
  projects: [{ name: host }],
  use: {
    headless: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Drawing every step of what glides is a third of what opening and closing costs. Who asks about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // One set of flags for all: files with flags of their own would wait for a worker of theirs at the end of the run.
    launchOptions: {
      executablePath: executablePath ?? undefined,
      args: [...CHROMIUM_FLAGS, `--use-file-for-fake-audio-capture=${toneFile()}`],
    },
  },
})
