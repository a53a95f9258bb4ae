/** `npm run dev`: starts main once it is built, in Electron when its binary is there, else in the stand-in. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { electronBinary } from './electron-binary.mjs'

const at = path => fileURLToPath(new URL(`../../${path}`, import.meta.url))
let running = null

const leave = () => {
  running?.removeAllListeners('exit')
  running?.kill()
}
process.once('exit', leave)

/** vite-plugin-electron's `onstart`; runs again whenever main was rebuilt. */
export async function startDev({ startup }) {
  if (electronBinary(at('.'))) {
    await startup(['.'])
    return
  }
  if (!existsSync(at('out/stand-in/register.js'))) {
    spawnSync(
      process.execPath,
      [at('node_modules/vite/bin/vite.js'), 'build', '--config', 'scripts/stand-in/vite.config.ts'],
      {
        cwd: at('.'),
        stdio: 'inherit',
      },
    )
  }
  leave()
  running = spawn(process.execPath, [at('scripts/start.mjs')], {
    stdio: 'inherit',
    env: { ...process.env, TURNO_NO_BUILD: '1' },
  })
  running.once('exit', code => process.exit(code ?? 0))
}
