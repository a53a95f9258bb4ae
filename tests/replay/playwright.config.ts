import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** The long replay alone, on the same host and with the same fixtures as every other spec. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  projects: [{ name: String(base.metadata?.host) }],
  workers: 1,
  retries: 0,
})
