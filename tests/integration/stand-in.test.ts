import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
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
  events: string[]
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

test('a tab that is no window shows nothing of Turno', async () => {
  const stray = await context.newPage()
  await stray.goto(new URL(page.url()).origin, { waitUntil: 'commit' })
  await expect
    .poll(() => stray.evaluate(() => document.documentElement.textContent))
    .toContain('not a Turno window')
  expect(await stray.evaluate('typeof window.bridge')).toBe('undefined')
  await stray.close()
})

test('secrets are sealed, and what is absent refuses loudly', async () => {
  await main.control.ask('openUrl', 'turno://secret')
  await main.control.ask('openUrl', 'turno://absent')
  await eventually(now => now.events.some(one => one.startsWith('secret')))
  const { events } = await seen()
  expect(events).toContain('secret segredo false')
  expect(events.some(one => one.includes('does not implement BrowserWindow.previewFile'))).toBe(true)
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
