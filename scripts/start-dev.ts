/** `npm run dev`: starts main once it is built, in Electron when its binary is there, else in the stand-in. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ElectronOptions } from 'vite-plugin-electron'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let running: ChildProcess | null = null

function hasElectron(): boolean {
  try {
    return existsSync(
      at(`../node_modules/electron/dist/${readFileSync(at('../node_modules/electron/path.txt'), 'utf8')}`),
    )
  } catch {
    return false
  }
}

export const startDev: NonNullable<ElectronOptions['onstart']> = async ({ startup }) => {
  if (hasElectron()) {
    await startup(['.'])
    return
  }
  running?.removeAllListeners('exit')
  running?.kill()
  running = spawn(process.execPath, [at('./start.mjs'), '--no-build'], { stdio: 'inherit', env: process.env })
  running.once('exit', code => process.exit(code ?? 0))
}
