/**
 * After `npm run package -- --dir`: reads every fuse back from the packaged binary and launches it for 30 seconds.
 * Needs the real Electron; run by .github/workflows/ci.yml on each system.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FUSES, fusesIn } from './lib/pack-check.mjs'

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
for (const [name, wanted] of Object.entries(FUSES)) {
  if (fuses[name] !== wanted) throw new Error(`fuse ${name} is ${fuses[name]}, expected ${wanted}`)
}
console.log('fuses as stated')

const args = process.platform === 'linux' ? ['--no-sandbox'] : []
const app = spawn(binary, args, {
  env: { ...process.env, TURNO_DATA: mkdtempSync(join(tmpdir(), 'turno-smoke-')) },
  stdio: 'inherit',
})
const code = await new Promise(resolve => {
  const timer = setTimeout(() => resolve('alive'), 30_000)
  app.on('exit', exit => {
    clearTimeout(timer)
    resolve(exit ?? 'killed')
  })
})
if (code !== 'alive') throw new Error(`the packaged app ended by itself: ${code}`)
app.kill()
console.log('launched and alive after 30 s')
process.exit(0)
