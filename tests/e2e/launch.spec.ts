/** `npm start` where Electron's binary is not installed, and where the configuration cannot be used. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronBinary } from '../../scripts/lib/electron-binary.mjs'
import { findBrowser } from '../../scripts/lib/find-browser.mjs'
import { expect, test } from './fixtures'
import { CHROMIUM_FLAGS } from './fixtures/chromium-flags'

const root = join(import.meta.dirname, '../..')
const absent = electronBinary(root) === null

/** A program started by a test: what it printed, and how it ended. */
class Started {
  text = ''
  readonly ended: Promise<number | null>

  constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        this.text += String(chunk)
      })
    this.ended = once(child, 'exit').then(([code]) => code as number | null)
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGTERM')
    return this.ended
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }
}

let folder: string
let program: Started
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turno-launch-'))
})
test.afterEach(async () => {
  program.kill()
  // An installed browser ends a moment after the program, and writes to its profile until then.
  await expect(async () => rmSync(folder, { recursive: true, force: true })).toPass()
})

function start(script: string[], env: Record<string, string>): Started {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _w, TURNO_STAND_IN_BROWSER: _b, ...rest } = process.env
  return new Started(
    spawn(process.execPath, script, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...rest, TURNO_NO_BUILD: '1', TURNO_TRAFFIC: '0', TURNO_DATA: join(folder, 'data'), ...env },
    }),
  )
}

const printed = (): string => /http:\/\/127\.0\.0\.1:\d+\/\S+key=\S+/.exec(program.text)?.[0] ?? ''

test('without a display one line says why, and the printed address opens the console once', async ({
  page,
}) => {
  test.skip(!absent || process.platform !== 'linux', 'Electron is here, or a display always is')
  program = start(['scripts/start.mjs'], {})
  await expect.poll(printed).not.toBe('')
  expect(program.text.split('\n')[0]).toBe(
    "Electron's binary is not installed; open the address below in Chromium, Chrome or Edge (it works once).",
  )
  const address = printed()
  const wrong = await fetch(address.replace(/key=.*/, 'key=guessed'), { redirect: 'manual' })
  expect(wrong.status).toBe(403)
  await page.goto(address)
  // Nothing was chosen on this computer yet, so the first window asks, and no server was started.
  await expect(page.getByRole('heading', { name: 'Como você quer começar?' })).toBeVisible()
  expect(existsSync(join(folder, 'data', 'workspace'))).toBe(false)
  expect(page.url()).not.toContain('key=')
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(403)
  expect(await program.stop()).toBe(0)
})

test('with a display one line says why, and an installed browser shows the console', async () => {
  test.skip(
    !absent || process.platform !== 'linux' || findBrowser() === null,
    'Electron is here, the browser needs a real display, or none with a window is installed',
  )
  program = start(['scripts/start.mjs'], {
    DISPLAY: ':99',
    TURNO_STAND_IN_BROWSER_FLAGS: ['--headless', ...CHROMIUM_FLAGS].join(' '),
  })
  await expect.poll(() => program.text).toMatch(/window shown \{"kind":"console"/)
  // The browser works in a profile of its own, and has nothing left to open by hand.
  const profile = join(folder, 'data/browser/stand-in-browser')
  await expect.poll(() => existsSync(join(profile, 'Default'))).toBe(true)
  expect(printed()).toBe('')
  expect(program.text.split('\n')[0]).toMatch(
    /^Electron's binary is not installed; opening the same console in (Chromium|Google Chrome|Microsoft Edge)\.$/,
  )
  expect(await program.stop()).toBe(0)
})

for (const [how, content, said] of [
  ['missing', null, 'O arquivo de configuração não foi encontrado.'],
  ['broken', '{"server": ', 'O arquivo de configuração não é um JSON válido.'],
  ['wrong', '{"server": {"port": 99999}}', 'server'],
] as const) {
  test(`a ${how} configuration is told in a dialog, and nothing starts`, async () => {
    const file = join(folder, 'config.json')
    if (content !== null) writeFileSync(file, content)
    program = start(['--import', './out/stand-in/register.js', 'out/main/index.js'], {
      TURNO_CONFIG: file,
      TURNO_STAND_IN_BROWSER: 'print',
    })
    expect(await program.ended).toBe(1)
    expect(program.text).toContain('Turno não pode iniciar')
    expect(program.text).toContain(said)
    expect(program.text).toContain(file)
    expect(printed()).toBe('')
    // No server, no database, no window's profile: only the log that says why.
    expect(existsSync(join(folder, 'data', 'workspace'))).toBe(false)
    expect(readdirSync(join(folder, 'data')).filter(name => name.endsWith('.db'))).toEqual([])
  })
}
