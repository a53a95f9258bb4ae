import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** Every screen and dialog as axe sees it, on the same host and with the same fixtures as every other spec. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  projects: [{ name: String(base.metadata?.host) }],
})
