/**
 * `npm run test:postgres [-- FILE...]`: the server's tests, and those of several processes (tests/chaos), with
 * their databases on a PostgreSQL of the tests' own (tests/support/postgres). All of them, unless files are named.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const files = process.argv.slice(2)
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...(files.length > 0 ? files : ['tests/integration/server', 'tests/chaos'])],
  { stdio: 'inherit', env: { ...process.env, TURNO_TEST_ENGINE: 'postgres' } },
)
process.exit(status ?? 1)
