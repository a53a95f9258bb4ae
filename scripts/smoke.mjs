/**
 * After `npm run package -- --dir`: reads every fuse back from the packaged binary and launches it for 30 seconds.
 * Needs the real Electron; run by .github/workflows/ci.yml on each system.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

const release = new URL('../release', import.meta.url).pathname.replace(/^\/([A-Z]:)/, '$1')

/** Path of the unpacked executable electron-builder left for this system. */
function packaged() {
  const folder = readdirSync(release).find(name => /unpacked$|^mac/.test(name))
  if (!folder) throw new Error('nothing packaged: run npm run package -- --dir first')
  if (process.platform === 'darwin') return join(release, folder, 'Turno.app/Contents/MacOS/Turno')
  return join(release, folder, process.platform === 'win32' ? 'turno.exe' : 'turno')
}

const expected = {
  [FuseV1Options.RunAsNode]: FuseState.DISABLE,
  [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
  [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
  [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: FuseState.DISABLE,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
}

const binary = packaged()
const wire = await getCurrentFuseWire(binary)
for (const [fuse, state] of Object.entries(expected)) {
  if (wire[fuse] !== state) throw new Error(`fuse ${FuseV1Options[fuse]} is ${wire[fuse]}, expected ${state}`)
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
