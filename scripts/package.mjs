/**
 * `npm run package`: installers by electron-builder. With `--check` nothing is fetched or built: the configuration is
 * checked against electron-builder's own schema and the list of files that would be packed is verified.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { writeLicences } from './licences.mjs'

const root = new URL('..', import.meta.url).pathname
const require = createRequire(import.meta.url)

/** Every file below a folder, relative to the project. */
function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length))
}

async function check() {
  process.env.TURNO_UPDATE_URL ??= 'https://updates.invalid/turno'
  const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config')
  const { DebugLogger } = require('builder-util')
  const config = await getConfig(root, join(root, 'electron-builder.yml'), null)
  await validateConfiguration(config, new DebugLogger(false))
  const problems = []
  for (const needed of [
    'out/main/index.js',
    'out/preload/console.cjs',
    'out/renderer/index.html',
    'out/server/index.js',
  ]) {
    if (!existsSync(join(root, needed))) problems.push(`${needed} is missing: run npm run build first`)
  }
  const packed = ['out/main', 'out/preload', 'out/renderer', 'out/server'].flatMap(filesBelow)
  for (const file of packed)
    if (/\.map$|\.test\.|stand-in/.test(file)) problems.push(`${file} must not be packed`)
  for (const icon of [config.win.icon, config.mac.icon, config.linux.icon]) {
    if (!existsSync(join(root, icon))) problems.push(`${icon} is missing`)
  }
  for (const problem of problems) console.error(problem)
  console.log(
    `configuration valid; ${packed.length} built files would be packed; ${problems.length} problems`,
  )
  return problems.length === 0 ? 0 : 1
}

const args = process.argv.slice(2)
if (args.includes('--check')) {
  process.exitCode = await check()
} else {
  console.log(`licences of ${writeLicences(join(root, 'out/THIRD-PARTY-LICENSES.txt'))} packages collected`)
  const run = spawnSync(process.execPath, [require.resolve('electron-builder/cli.js'), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = run.status ?? 1
}
