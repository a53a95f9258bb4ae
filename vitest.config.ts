import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** TURNO_TEST_WITHOUT_LIBSQL=1: the program meets what Windows on ARM has, no native module; Node's SQLite takes over. */
const withoutLibsql: Plugin = {
  name: 'turno:without-libsql',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === '@libsql/client/sqlite3' && importer?.includes('/electron/database/') ? '\0no-libsql' : undefined,
  load: id =>
    id === '\0no-libsql' ? 'throw new Error("Cannot find module \'@libsql/win32-arm64-msvc\'")' : undefined,
}

/**
 * Rooms whose files share nothing but modules without a state of their own: no page, no mocked module, no changed global.
 * They are loaded once for each worker instead of once for each file, which is half of what these files cost.
 */
const SHARED = [
  // indexes.test.ts replaces a module.
  'tests/integration/{compat,outbox,server}/**/!(indexes).test.ts',
  'tests/unit/{api,attention,contract,dialect,i18n,outbox,server,theme,wall,workplace}/**/*.test.ts',
]

export default defineConfig({
  plugins: [react(), ...(process.env.TURNO_TEST_WITHOUT_LIBSQL ? [withoutLibsql] : [])],
  resolve: {
    alias: [
      { find: '@contract', replacement: at('./src/contract/index.ts') },
      { find: /^@\//, replacement: at('./src/') },
    ],
  },
  test: {
    environment: 'node',
    setupFiles: ['tests/unit/support/patience.ts'],
    restoreMocks: true,
    // Left to itself Vitest keeps one core for its own process, which has little to do: on two cores half would idle.
    maxWorkers: '100%',
    // Patience is no assertion: what is awaited comes in milliseconds, but a machine of two noisy cores may stand still
    // for seconds in between.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // As in playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.ts'],
          exclude: SHARED,
        },
      },
    ],
  },
})
