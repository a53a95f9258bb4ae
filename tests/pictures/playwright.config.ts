import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** The picture book alone (`npm run pictures`), on the same host and with the same fixtures as every spec. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  outputDir: join(import.meta.dirname, '../../test-results/pictures'),
  globalTeardown: join(import.meta.dirname, 'book.ts'),
  timeout: 900_000,
  projects: [{ name: String(base.metadata?.host) }],
  reporter: 'list',
  fullyParallel: true,
})
