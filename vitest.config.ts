import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'
import { texts } from './scripts/lib/texts.mjs'
import { writeToMemory } from './tests/support/quick-folder.ts'

writeToMemory()
// One zone for all, whatever the machine's. TURNO_TEST_ZONE is for runs that look for what depends on it.
process.env.TZ = process.env.TURNO_TEST_ZONE ?? 'UTC'
// The language that texts and figures have where nobody chose one.
process.env.LC_ALL = 'en_US.UTF-8'
// Node 20 is the least that Turno runs on; the AWS SDK would say at each start of a server that it is old.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

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
 * Hundreds of passwords are set by the tests: at the real cost each takes a tenth of a second of computing (as
 * tests/support/cheap-hash.ts says of signing in). The end-to-end tests pay it.
 */
const cheapPasswords: Plugin = {
  name: 'turno:cheap-passwords',
  transform(code, id) {
    if (!id.endsWith('/electron/server/platform/auth/passwords.ts')) return undefined
    if (!code.includes('COST = 2 ** 15')) throw new Error('passwords.ts has another cost')
    return code.replace('COST = 2 ** 15', 'COST = 2')
  },
}

/** TURNO_TEST_ENGINE=postgres (`npm run test:postgres`): test servers have their databases on a PostgreSQL of the tests' own. */
const onPostgres = process.env.TURNO_TEST_ENGINE === 'postgres'
const postgres: Plugin = {
  name: 'turno:postgres',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id.endsWith('/db/open') && !importer?.includes('/support/postgres/')
      ? at('./tests/support/postgres/open-on-postgres.ts')
      : undefined,
}

/** Files about the file itself: its copies, its locks, its statement plans; and the built program, which has one. */
const ABOUT_THE_FILE = [
  'tests/integration/server/{keeping,indexes}.test.ts',
  'tests/chaos/built-server.test.ts',
]

/** Rules about the program's text: they parse all of it, and run once, with the types (`npm run test:static`). */
const STATIC = [
  'tests/unit/rooms/**/*.test.ts',
  'tests/unit/private-members.test.ts',
  'tests/unit/server/order-by.test.ts',
]

/**
 * Rooms whose files share nothing but modules without a state of their own: no page, no mocked module, no changed global.
 * They keep even our own modules from file to file.
 */
const SHARED = [
  // These replace a module.
  'tests/integration/{compat,outbox,server}/**/!(bad-partner|copilot-attacks|indexes|report-export-volume).test.ts',
  'tests/channel-contract/*.test.ts',
  'tests/unit/{api,attention,contract,adapters,i18n,outbox,server,theme,wall,workplace}/**/*.test.ts',
]

/** Files that want a page say so in their first line. Apart from the others, or each change of kind starts a process. */
const PAGES = ['tests/unit', 'tests/integration/presses']
  .flatMap(folder =>
    readdirSync(at(`./${folder}`), { recursive: true, encoding: 'utf8' }).map(
      file => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter(file => /\.test\.tsx?$/.test(file))
  .filter(file => readFileSync(at(`./${file}`), 'utf8').startsWith('// @vitest-environment jsdom'))

/**
 * Screens leave much behind at once: with room for it, a tenth of their tests' time no longer goes into clearing away. Not
 * for files that start threads with little memory of their own: V8 gives this to every thread of the process.
 */
const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * The files of a worker share its process: React, Ant Design, jsdom, Fastify and native modules are loaded once, which
 * was more than half of what a file cost (15 files of screens: 92 s of CPU in processes of their own, 45 s in one).
 * What a file could leave to the next is taken away before each one by tests/unit/support/fresh.ts: our own modules are
 * evaluated anew, and with them every store. Mocked modules are the file's own in any case. Package modules are not
 * evaluated anew: whoever changes something inside one puts it back.
 */
export default defineConfig({
  plugins: [
    react(),
    texts(),
    cheapPasswords,
    ...(process.env.TURNO_TEST_WITHOUT_LIBSQL ? [withoutLibsql] : []),
    ...(onPostgres ? [postgres] : []),
  ],
  resolve: {
    alias: [
      { find: '@contract', replacement: at('./src/contract/index.ts') },
      { find: /^@\//, replacement: at('./src/') },
    ],
  },
  test: {
    environment: 'node',
    isolate: false,
    ...(onPostgres ? { globalSetup: ['tests/support/postgres/setup.ts'] } : {}),
    restoreMocks: true,
    // One more than there are cores: each waits for clocks and answers for a tenth of its time.
    maxWorkers: availableParallelism() + 1,
    // Patience is no assertion: what is awaited comes in milliseconds, but a machine of two noisy cores may stand still
    // for seconds in between.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // scripts/test.mjs runs a red file once more, alone, and says so.
    retry: 0,
    reporters: ['default', ...(process.env.TURNO_TEST_REPORT ? ['./scripts/lib/vitest-report.mjs'] : [])],
    // `npm run test:unit` runs the first three.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: SHARED,
          exclude: [...PAGES, ...STATIC, ...(onPostgres ? ABOUT_THE_FILE : [])],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: PAGES,
          setupFiles: ['tests/unit/support/fresh.ts'],
          execArgv: ROOMY,
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.ts'],
          exclude: [...SHARED, ...PAGES, ...STATIC, ...(onPostgres ? ABOUT_THE_FILE : [])],
          setupFiles: ['tests/unit/support/fresh.ts'],
        },
      },
      { extends: true, test: { name: 'static', include: STATIC } },
      {
        extends: true,
        // Several processes on one database, killed and frozen: `npm run test:faults` and `npm run test:postgres`.
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          exclude: onPostgres ? ABOUT_THE_FILE : [],
        },
      },
    ],
  },
})
