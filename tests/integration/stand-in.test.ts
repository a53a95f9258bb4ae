import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { findTestBrowser } from '../../scripts/lib/find-browser.mjs'
import { outdated } from '../../scripts/lib/outdated.mjs'
import { CHROMIUM_FLAGS } from '../e2e/fixtures/chromium-flags'
import { StandInMain } from '../e2e/fixtures/stand-in-host'

const root = resolve(import.meta.dirname, '../..')
const executablePath = findTestBrowser()
const data = mkdtempSync(join(tmpdir(), 'turno-stand-in-'))
const script = 'tests/support/stand-in-program/main.mjs'

let browser: Browser
let context: BrowserContext
let main: StandInMain
let page: Page

interface Seen {
  requests: { url: string; method: string; headers: Record<string, string> }[]
  ipc: { url: string; origin: string }[]
  events: string[]
  navigations: string[]
  opened: string[]
  aborted: number
}

const seen = (): Promise<Seen> => page.evaluate(async () => (await fetch('/api/seen')).json())
const eventually = (test: (now: Seen) => boolean) => expect.poll(async () => test(await seen())).toBe(true)

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A plain request, as any other program on this machine could make it. */
function knock(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((found, failed) => {
    request(url, { headers }, response => {
      response.resume()
      found(response.statusCode ?? 0)
    })
      .on('error', failed)
      .end()
  })
}

beforeAll(async () => {
  if (!executablePath) throw new Error('This test needs Chromium, Chrome or Edge.')
  if (outdated(root, ['out/stand-in/electron.js', 'out/stand-in/page.js'], ['scripts/stand-in'])) {
    await build({ configFile: join(root, 'scripts/stand-in/vite.config.ts') })
  }
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  context = await browser.newContext()
  main = await StandInMain.start(context, { script, env: { SELF_TEST_DATA: data } })
  page = await main.page()
})

afterAll(async () => {
  await main?.kill()
  await browser?.close()
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
})

test('the real preload runs before the page and its bridge is frozen', async () => {
  expect(await page.evaluate('window.seen.bridgeFirst')).toBe(true)
  const bridge = await page.evaluate(() => {
    const { bridge } = window as unknown as { bridge: { nested: { list: number[] } } }
    return [
      Object.isFrozen(bridge),
      Object.isFrozen(bridge.nested.list),
      'require' in window,
      'turnoStandIn_page' in window,
    ]
  })
  expect(bridge).toEqual([true, true, false, false])
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe(
    '/start?x=1#top',
  )
})

test('an invoke carries structured values both ways and main sees the app origin', async () => {
  const back = await page.evaluate(async () => {
    const { bridge } = window as unknown as {
      bridge: { echo(value: unknown): Promise<Record<string, unknown>> }
    }
    const value = await bridge.echo({
      when: new Date(5),
      bytes: new Uint8Array([1, 2, 255]),
      map: new Map([['a', { $standIn: 'date' }]]),
      nothing: undefined,
      big: 12n,
      odd: Number.NaN,
    })
    const bytes = value.bytes as Uint8Array
    return [
      value.when instanceof Date && value.when.getTime(),
      bytes instanceof Uint8Array && [...bytes],
      JSON.stringify((value.map as Map<string, unknown>).get('a')),
      'nothing' in value && value.nothing === undefined,
      value.big === 12n,
      Number.isNaN(value.odd),
    ]
  })
  expect(back).toEqual([5, [1, 2, 255], '{"$standIn":"date"}', true, true, true])
  const { ipc } = await seen()
  expect(ipc.at(-1)).toMatchObject({ url: 'app://turno/start?x=1#top', origin: 'app://turno' })
})

test('refusals read as in Electron', async () => {
  const texts = await page.evaluate(async () => {
    const { bridge } = window as unknown as { bridge: Record<string, (value?: unknown) => Promise<unknown>> }
    const text = async (run: () => Promise<unknown> | undefined) => {
      try {
        await run()
        return 'no error'
      } catch (error) {
        return (error as Error).message
      }
    }
    return [
      await text(() => bridge.fail?.()),
      await text(() => bridge.missing?.()),
      await text(() => bridge.echo?.({ element: document.createElement('a') })),
    ]
  })
  expect(texts).toEqual([
    "Error invoking remote method 'fail': TypeError: no such luck",
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    expect.stringContaining('could not be cloned'),
  ])
})

test('messages reach the page until it unsubscribes', async () => {
  await page.evaluate("window.bridge.shout('hi')")
  await expect.poll(() => page.evaluate('window.seen.ticks')).toEqual(['heard hi'])
  await main.control.ask('openUrl', 'turno://tick')
  await expect.poll(() => page.evaluate('window.seen.ticks.length')).toBe(2)
  expect(
    await page.evaluate('[window.seen.ticks[1].at.getTime(), window.seen.ticks[1].bytes.length]'),
  ).toEqual([0, 2])
  await page.evaluate('window.stopTicks()')
  await page.evaluate("window.bridge.shout('again')")
  await page.evaluate('window.bridge.echo(1)')
  expect(await page.evaluate('window.seen.ticks.length')).toBe(2)
})

test('the gateway hands main the app request and streams the answer', async () => {
  const answer = await page.evaluate(async () => {
    const response = await fetch('/api/echo?q=1', {
      method: 'POST',
      body: 'olá',
      headers: { 'x-mine': 'yes' },
    })
    return [response.status, await response.text(), response.headers.get('x-kept'), document.cookie]
  })
  expect(answer).toEqual([200, 'olá', '1', ''])
  const asked = (await seen()).requests.find(one => one.url === 'app://turno/api/echo?q=1')
  expect(asked).toMatchObject({ method: 'POST', headers: { origin: 'app://turno', 'x-mine': 'yes' } })
  expect(asked?.headers.referer).toMatch(/^app:\/\/turno\//)
  expect(asked?.headers.cookie).toBeUndefined()
  expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
})

test('ranges pass through and an abandoned answer is cancelled in main', async () => {
  const part = await page.evaluate(async () => {
    const response = await fetch('/api/file', { headers: { range: 'bytes=10-19' } })
    return [response.status, response.headers.get('content-range'), (await response.arrayBuffer()).byteLength]
  })
  expect(part).toEqual([206, 'bytes 10-19/300000', 10])
  const whole = await page.evaluate(async () => (await (await fetch('/api/file')).arrayBuffer()).byteLength)
  expect(whole).toBe(300_000)
  const first = await page.evaluate(async () => {
    const leaving = new AbortController()
    const response = await fetch('/api/slow', { signal: leaving.signal })
    const chunk = await response.body?.getReader().read()
    leaving.abort()
    return new TextDecoder().decode(chunk?.value).slice(0, 4)
  })
  expect(first).toBe('tick')
  await eventually(now => now.aborted === 1)
})

test('no other program gets in: no cookie, foreign host, foreign origin, used key, socket', async () => {
  const origin = new URL(page.url()).origin
  expect(await knock(`${origin}/`)).toBe(403)
  expect(await knock(`${origin}/__stand-in/preload.js`)).toBe(403)
  expect(await knock(`${origin}/__stand-in/enter?key=guess`)).toBe(403)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await knock(`${origin}/api/seen`, { cookie })).toBe(200)
  expect(await knock(`${origin}/api/seen`, { cookie, host: 'evil.example' })).toBe(403)
  expect(await knock(`${origin}/api/seen`, { cookie, origin: 'https://evil.example' })).toBe(403)
  expect(await knock(`${origin}/api/seen`, { cookie, 'sec-fetch-site': 'same-site' })).toBe(403)
  const used = (await main.control.ask('history', 'page'))[0]?.details.address as string
  expect(await knock(used)).toBe(403)
  const refused = await new Promise(done => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/__stand-in/socket?token=guess`, {
      headers: { cookie },
    })
    socket.on('error', error => done(error.message))
    socket.on('open', () => done('opened'))
  })
  expect(refused).toContain('403')
})

test('the control channel asks for its secret', async () => {
  const address = /control (ws:\S+)/.exec(main.log)?.[1] ?? ''
  const refused = await new Promise(done => {
    const socket = new WebSocket(address, { headers: { authorization: 'Bearer guess' } })
    socket.on('error', error => done(error.message))
    socket.on('open', () => done('opened'))
  })
  expect(refused).toContain('403')
})

test('a reload is the same window again', async () => {
  const before = await main.control.ask('windows')
  await page.reload()
  expect(await page.evaluate('window.bridge.echo("after")')).toBe('after')
  const after = await main.control.ask('windows')
  expect(after.map(one => one.id)).toEqual(before.map(one => one.id))
  expect(after[0]).toMatchObject({ url: 'app://turno/start?x=1#top', attached: true, title: 'Self-test' })
  expect((await seen()).events.filter(one => one === 'ready-to-show')).toHaveLength(1)
  expect((await seen()).events).not.toContain('closed')
})

test('an answer that comes after a reload reaches nobody, also not who waits under its number', async () => {
  await page.reload()
  await page.evaluate("void window.bridge.late('old')")
  await page.reload()
  await page.evaluate("void window.bridge.late('new').then(value => { window.answer = value })")
  await main.control.ask('openUrl', 'turno://late-old')
  expect(await page.evaluate('window.bridge.echo("between")')).toBe('between')
  expect(await page.evaluate('window.answer')).toBeUndefined()
  await main.control.ask('openUrl', 'turno://late-new')
  await expect.poll(() => page.evaluate('window.answer')).toBe('new')
})

test('a second window has its own identity and closing its page closes it', async () => {
  await main.control.ask('openUrl', 'turno://second')
  const second = await main.page(1)
  await expect
    .poll(() => main.control.ask('windows'))
    .toMatchObject([{ focused: false }, { focused: true, visible: true }])
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
  await expect.poll(() => second.evaluate(() => document.hasFocus())).toBe(true)
  await second.evaluate("window.bridge.shout('second')")
  await expect.poll(() => second.evaluate('window.seen.ticks')).toEqual(['heard second'])
  await second.close()
  await expect.poll(async () => (await main.control.ask('windows')).length).toBe(1)
})

test('a tab that is no window shows nothing of Turno', async () => {
  const stray = await context.newPage()
  await stray.goto(new URL(page.url()).origin, { waitUntil: 'commit' })
  await expect
    .poll(() => stray.evaluate(() => document.documentElement.textContent))
    .toContain('not a Turno window')
  expect(await stray.evaluate('typeof window.bridge')).toBe('undefined')
  await stray.close()
})

test('leaving, new windows and downloads go through main', async () => {
  await page.click('#outside')
  await page.evaluate(() => location.assign('https://example.org/by-script'))
  await eventually(now => now.navigations.length === 2)
  expect((await seen()).navigations).toEqual(['https://example.org/', 'https://example.org/by-script'])
  await page.click('#blank')
  expect(await page.evaluate(() => window.open('https://example.org/opened'))).toBeNull()
  await eventually(now => now.opened.length === 2)
  expect((await seen()).opened).toEqual(['app://turno/other', 'https://example.org/opened'])
  await page.click('#save')
  const saved = await main.control.until('download')
  expect(saved.details).toMatchObject({ state: 'completed', bytes: 300_000 })
  expect(readFileSync(join(data, 'kept.bin')).length).toBe(300_000)
})

test('a permission is what main says', async () => {
  const error = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).catch(e => e.name),
  )
  expect(error).toBe('NotAllowedError')
  // Told over another line than the one the page was answered on.
  await expect
    .poll(() => main.control.happenings.find(one => one.kind === 'permission')?.details)
    .toMatchObject({ permission: 'media', granted: false })
})

test('notices, tray, menu and shortcuts are recorded and can be pressed', async () => {
  await main.control.ask('openUrl', 'turno://notify')
  const [notice] = await main.control.ask('notifications')
  expect(notice).toMatchObject({
    title: 'Ana',
    body: 'Olá',
    hasReply: true,
    state: 'shown',
    actions: [{ text: 'Aceitar' }],
  })
  await main.control.ask('clickNotification', notice?.number ?? 0)
  await expect(main.control.ask('clickNotification', notice?.number ?? 0)).rejects.toThrow('not on screen')
  expect(await main.control.ask('tray')).toMatchObject({
    toolTip: 'Turno: 3',
    menu: [{ id: 'open', label: 'Abrir' }],
  })
  await main.control.ask('chooseTray', 'open')
  await main.control.ask('pressShortcut', 'CmdOrCtrl+Shift+A')
  await main.control.ask('pressMenu', ['Arquivo', 'Preferências'])
  await page.keyboard.press('Control+p')
  await eventually(now => now.events.filter(one => one === 'prefs').length === 2)
  expect((await seen()).events).toEqual(expect.arrayContaining(['notice clicked', 'tray open', 'shortcut']))
})

test('a utility process answers and ends', async () => {
  await main.control.ask('openUrl', 'turno://utility')
  await eventually(now => now.events.includes('utility gone'))
  expect((await seen()).events).toContain('utility 42 5')
})

test('secrets are sealed, and what is absent refuses loudly', async () => {
  await main.control.ask('openUrl', 'turno://secret')
  await main.control.ask('openUrl', 'turno://absent')
  await eventually(now => now.events.some(one => one.startsWith('secret')))
  const { events } = await seen()
  expect(events).toContain('secret segredo false')
  expect(events.some(one => one.includes('does not implement BrowserWindow.previewFile'))).toBe(true)
})

test('a second start is refused and told to the first', async () => {
  const refused = StandInMain.start(context, {
    script,
    args: ['turno://ticket/1'],
    env: { SELF_TEST_DATA: data },
  })
  await expect(refused).rejects.toThrow('ended (7)')
  await eventually(now => now.events.includes('second turno://ticket/1 {"hello":1}'))
})

test('closing the last window quits; the next start has the same origin', async () => {
  const { origin } = new URL(page.url())
  await page.evaluate(() => localStorage.setItem('kept', 'yes'))
  await page.close()
  await expect.poll(() => main.ended).toBe(true)
  await main.kill()
  main = await StandInMain.start(context, { script, env: { SELF_TEST_DATA: data } })
  page = await main.page()
  expect(new URL(page.url()).origin).toBe(origin)
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('yes')
})

test('without a driver a person opens the printed address once and answers dialogs in the page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turno-printed-'))
  const child = spawn(process.execPath, ['--import', './out/stand-in/register.js', script], {
    cwd: root,
    env: { ...process.env, SELF_TEST_DATA: folder, TURNO_STAND_IN_BROWSER: 'print' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const ended = once(child, 'exit')
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
    })
    const printed = () => /http:\/\/127\.0\.0\.1:\S+key=\S+/.exec(text)?.[0]
    await expect.poll(printed).toBeTruthy()
    const address = printed() ?? ''
    const opened = await context.newPage()
    await opened.goto(address)
    await opened.getByRole('heading', { name: 'Self-test' }).waitFor()
    await opened.evaluate("window.bridge.shout('ask me')")
    await opened.getByLabel('Lembrar').check()
    await opened.getByRole('button', { name: 'Sim' }).click()
    await expect.poll(() => opened.evaluate('window.seen.ticks')).toEqual(['1 true'])
    expect(await knock(address)).toBe(403)
    child.kill('SIGINT')
    expect((await ended)[0]).toBe(0)

    await opened.close()
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('a killed main takes its utility processes along', async () => {
  await main.control.ask('openUrl', 'turno://lasting')
  const [child] = await main.control.ask('utilities')
  const pid = child?.pid ?? 0
  expect(process.kill(pid, 0)).toBe(true)
  await main.kill()
  await expect.poll(() => alive(pid)).toBe(false)
})
