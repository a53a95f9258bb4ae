/**
 * `npm run package`: installers by electron-builder, for this processor unless `--x64` or `--arm64` names another (whose
 * native module has to be installed, see lib/before-pack.mjs). With `--check` nothing is fetched: the configuration is checked
 * against electron-builder's own schema, packed once around a stand-in for Electron's archive, and what came out is
 * verified; `--sizes` does the same and lists what of it weighs how much.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConfig, packed, problemsOf, validate, writeShippedConfig } from './lib/pack-check.mjs'
import { sizesOf, tableOf } from './lib/pack-sizes.mjs'
import { writeLicences } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)

if (!existsSync(join(root, 'out/main/index.js'))) {
  console.error('Nothing is built: run npm run build first.')
  process.exit(1)
}
const licences = writeLicences(join(root, 'out/THIRD-PARTY-LICENSES.txt'))
console.log(`licences of ${licences} packages collected`)

const args = process.argv.slice(2)
if (args.includes('--check') || args.includes('--sizes')) {
  process.env.TURNO_UPDATE_URL ??= 'https://updates.invalid/turno'
  const folder = mkdtempSync(join(tmpdir(), 'turno-package-'))
  try {
    await validate(root)
    const result = await packed(root, folder)
    const problems = problemsOf(result)
    if (args.includes('--sizes')) for (const line of tableOf(sizesOf(result))) console.log(line)
    for (const problem of problems) console.error(problem)
    console.log(
      `configuration valid; ${result.inside.length} files in the archive; ${problems.length} problems`,
    )
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
} else {
  writeShippedConfig(root)
  const config = join(root, 'out/electron-builder.json')
  writeFileSync(config, JSON.stringify(buildConfig(root), null, 2))
  const processor = args.some(arg => /^--(?:x64|arm64|universal)$/.test(arg)) ? [] : [`--${process.arch}`]
  const run = spawnSync(
    process.execPath,
    [require.resolve('electron-builder/cli.js'), '--config', config, ...processor, ...args],
    { cwd: root, stdio: 'inherit' },
  )
  process.exitCode = run.status ?? 1
}
