/**
 * After `npm run package -- --dir`: reads every fuse back from the packaged binary, launches it, and fails unless
 * its log shows a whole start (lib/smoke-check.mjs).
 * Needs the real Electron; run by .github/workflows/ci.yml on each system.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FUSES, fusesIn } from './lib/fuses.mjs'
import { launch } from './lib/smoke-check.mjs'

const release = fileURLToPath(new URL('../release', import.meta.url))

/** Path of the unpacked executable electron-builder left for this system. */
function packaged() {
  const folder = readdirSync(release).find(name => /unpacked$|^mac/.test(name))
  if (!folder) throw new Error('nothing packaged: run npm run package -- --dir first')
  if (process.platform === 'darwin') return join(release, folder, 'Turno.app/Contents/MacOS/Turno')
  return join(release, folder, process.platform === 'win32' ? 'turno.exe' : 'turno')
}

const binary = packaged()
const fuses = await fusesIn(binary)
for (const name of new Set([...Object.keys(FUSES), ...Object.keys(fuses)])) {
  if (fuses[name] !== FUSES[name]) throw new Error(`fuse ${name} is ${fuses[name]}, expected ${FUSES[name]}`)
}
console.log('fuses as stated')

// Chromium's sandbox stands on what root has no need of and some systems do not allow.
const sandboxed = process.getuid?.() !== 0 && spawnSync('unshare', ['-Ur', 'true']).status === 0
const args = process.platform === 'linux' && !sandboxed ? ['--no-sandbox'] : []
if (args.length > 0) console.log('this system does not allow the sandbox: started without')
await launch({
  program: binary,
  args,
  dataDir: mkdtempSync(join(tmpdir(), 'turno-smoke-')),
  // The first start writes the demo company.
  limitMs: 90_000,
  livesMs: 15_000,
})
console.log('started, window shown, workspace up, alive after 15 s')
process.exit(0)
