/**
 * `npm run pictures [-- --only WORDS --size S --theme T --language L --state S]`: a picture of every screen and dialog, and
 * a page to leaf through them, in out/pictures. `--compared` makes the ten anew that `npm test` compares by pixels.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = { type: 'string' }
const { values } = parseArgs({
  options: {
    ...{ only: text, size: text, theme: text, language: text, state: text },
    compared: { type: 'boolean' },
    'no-build': { type: 'boolean' },
  },
})
const run = (...args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: process.env }).status ?? 1
const { compared, 'no-build': built, ...choice } = values

if (!built) {
  const vite = 'node_modules/vite/bin/vite.js'
  const status =
    run(vite, 'build', '--logLevel', 'error') ||
    run(vite, 'build', '--logLevel', 'error', '--config', 'scripts/stand-in/vite.config.ts')
  if (status !== 0) process.exit(status)
}
process.env.TURNO_PICTURES = JSON.stringify(choice)
process.exit(
  compared
    ? run(
        'node_modules/@playwright/test/cli.js',
        'test',
        'tests/e2e/gallery.spec.ts',
        '--grep',
        'ten chosen',
        '--update-snapshots',
      )
    : run('node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/pictures/playwright.config.ts'),
)
