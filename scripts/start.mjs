/**
 * `npm start`: builds when needed and opens the console in Electron, or, where its binary is not installed, the same
 * console through the stand-in in an installed browser. Arguments go to the program: `npm start -- --hidden`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronBinary } from './lib/electron-binary.mjs'
import { browserName, findBrowser } from './lib/find-browser.mjs'
import { npmRegistry } from './lib/npm-registry.mjs'
import { outdated } from './lib/outdated.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)

function buildIfDue() {
  // `npm run dev` builds by itself.
  if (process.env.TURNO_NO_BUILD) return
  const due =
    outdated(
      root,
      ['out/main/index.js', 'out/preload/console.cjs', 'out/server/index.js', 'out/renderer/index.html'],
      [
        'src',
        'electron',
        'resources',
        'index.html',
        'second.html',
        'recorder.html',
        'vite.config.ts',
        'package-lock.json',
      ],
    ) ??
    outdated(
      root,
      ['out/stand-in/electron.js', 'out/stand-in/page.js'],
      ['scripts/stand-in', 'package-lock.json'],
    )
  if (!due) return
  console.log(due === 'missing' ? 'Building Turno (first start) ...' : 'Building Turno (sources changed) ...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const built = spawnSync(npm, ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout ?? ''}${built.stderr ?? ''}${built.error ?? ''}\n`)
    console.error('The build failed; see above.')
    process.exit(built.status || 1)
  }
}

function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** The command that runs main, and one line that tells when it is not Electron. */
function command() {
  const binary = electronBinary(root)
  if (binary && hasDisplay()) {
    const unboxed = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
    return { run: binary, with: [...unboxed, root, ...args], env: {}, notice: null }
  }
  const browser = hasDisplay() ? findBrowser() : null
  const why = binary ? 'There is no display' : "Electron's binary is not installed"
  const how = browser
    ? `opening the same console in ${browserName(browser)}`
    : 'open the address below in Chromium, Chrome or Edge (it works once)'
  return {
    run: process.execPath,
    with: [
      '--import',
      new URL('../out/stand-in/register.js', import.meta.url).href,
      join(root, 'out/main/index.js'),
      ...args,
    ],
    env: { TURNO_STAND_IN_BROWSER: process.env.TURNO_STAND_IN_BROWSER ?? browser ?? 'print' },
    notice: `${why}; ${how}.`,
  }
}

buildIfDue()
const { run, with: parameters, env, notice } = command()
if (notice) console.log(notice)
const registry = process.env.TURNO_NPM_REGISTRY ?? npmRegistry()
const child = spawn(run, parameters, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TURNO_NPM_REGISTRY: registry, ...env },
})

// Ctrl+C reaches the whole group at a terminal; a signal sent to this process alone is passed on. Main ends its own
// children (server, browser); a second signal does not wait for it.
let asked = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const again = asked
    asked = true
    const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY
    if (again) child.kill('SIGKILL')
    else if (!fromTerminal) child.kill(signal)
  })
}
child.once('error', error => {
  console.error(`Turno cannot be started: ${error.message}`)
  process.exit(1)
})
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
