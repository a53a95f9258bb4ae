import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      { find: '@contract', replacement: at('./src/contract/index.ts') },
      { find: /^@\//, replacement: at('./src/') },
    ],
  },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/unit/support/patience.ts'],
    restoreMocks: true,
    // Patience is no assertion: what is awaited comes in milliseconds, but a machine of two noisy cores may stand still
    // for seconds in between.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // For the same machine: a second try is printed as retried, never as passed at once. Hunt with --retry=0.
    retry: 1,
  },
})
