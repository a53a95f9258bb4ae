/** A suggestion that streams: from the provider's first token to the pixel, and what typing costs while it comes. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { summary } from '../lib/figures.mjs'
import { atEnd, openConsole, serve, workspace } from '../lib/programs.mjs'
import { install, newPage, openRow, rowIds, signIn } from '../lib/screen.mjs'

/** Answers whose first token is timed; below the pace an agent may ask at. */
const ANSWERS = 8
const SWITCHES = 4
/** Typing with and without a stream, by turns: what the machine does besides hits both. */
const ROUNDS = 3
const KEYS = 50
const KEY_MS = 60
/** Between two tokens, milliseconds: fifty a second, as a quick model. */
const TOKEN_MS = 20
/** Of an answer that is not over while somebody types. */
const MANY = 400

export const title = 'Copilot: first token to pixel, a ticket switch while it streams, keys while it streams'
export const bars = [
  ['firstToken.p50', 60],
  ['notStopped', 0],
  ['streaming.p95', 50],
]

/** A provider on loopback, which says when its first token left and how many callers left before the end. */
async function double() {
  const state = { tokens: 25, firstAt: 0, asked: 0, left: 0 }
  const server = createServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    state.asked += 1
    const { tokens } = state
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const say = (delta, more = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'double', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`,
      )
    let over = false
    response.on('close', () => {
      if (!over) state.left += 1
      over = true
    })
    for (let token = 0; token < tokens && !over; token++) {
      if (token === 0) state.firstAt = Date.now()
      say({ content: `palavra${token} ` })
      await new Promise(done => setTimeout(done, TOKEN_MS))
    }
    if (over) return
    over = true
    say({}, { finish_reason: 'stop' })
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => server.close())
  return { state, url: `http://127.0.0.1:${server.address().port}/v1` }
}

export async function prepare() {
  const folder = await workspace(200)
  const provider = await double()
  const db = createClient({ url: `file:${join(folder, 'workspace.db')}` })
  await db.execute({
    sql: "UPDATE copilot_settings SET base_url = ?, model = 'double', ceiling = NULL",
    args: [provider.url],
  })
  await db.execute({
    sql: `INSERT INTO settings (company_id, key, value, created_at, updated_at)
      VALUES ((SELECT min(id) FROM companies), 'localProviders', 'enabled', ?, ?)
      ON CONFLICT (company_id, key) DO UPDATE SET value = excluded.value`,
    args: [Date.now(), Date.now()],
  })
  db.close()
  return { folder, provider: provider.state }
}

/** Asks, and waits for the first words on screen. @returns milliseconds from the token to the frame after it. */
async function firstToken(page, provider) {
  await page.evaluate(() => {
    window.shownAt = new Promise(done => {
      const look = () => {
        const card = document.querySelector('[data-testid="copilot-card"]')
        if (!card?.textContent.includes('palavra0')) return
        observer.disconnect()
        requestAnimationFrame(() => scheduler.postTask(() => done(Date.now()), { priority: 'user-blocking' }))
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
  })
  await page.getByTestId('composer-text').press('Control+j')
  const shown = await page.evaluate(() => window.shownAt)
  return shown - provider.firstAt
}
const whole = page => page.locator('[data-testid="copilot-card"][aria-busy="false"]').waitFor()
const drop = async page => {
  await page.getByTestId('copilot-card').focus()
  await page.keyboard.press('Escape')
  await page.getByTestId('copilot-card').waitFor({ state: 'detached' })
}

async function typed(page) {
  await page.getByTestId('composer-text').click()
  await page.evaluate(() => {
    window.bench.keys.length = 0
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('abcdefghij'[key % 10])
    await page.waitForTimeout(KEY_MS)
  }
  await page.waitForTimeout(200)
  return page.evaluate(() => [...window.bench.keys])
}

export async function run({ browser, folder, provider }) {
  const server = await serve(folder)
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page)
  await install(page)
  const ids = await rowIds(page)
  await openRow(page, ids[0])
  await page.getByRole('button', { name: 'Sugerir resposta' }).waitFor()
  provider.tokens = 25
  // Once for the card's files.
  await firstToken(page, provider)
  await whole(page)
  await drop(page)
  const first = []
  for (let answer = 0; answer < ANSWERS; answer++) {
    first.push(await firstToken(page, provider))
    await whole(page)
    await drop(page)
    await page.waitForTimeout(300)
  }

  provider.tokens = MANY
  provider.left = 0
  const stops = []
  for (let turn = 0; turn < SWITCHES; turn++) {
    await firstToken(page, provider)
    const before = provider.left
    const began = performance.now()
    await openRow(page, ids[(turn + 1) % 2])
    while (provider.left === before && performance.now() - began < 3_000)
      await new Promise(done => setTimeout(done, 5))
    if (provider.left > before) stops.push(performance.now() - began)
    await page.getByRole('button', { name: 'Sugerir resposta' }).waitFor()
  }

  await page.evaluate(() => window.bench.watchKeys())
  const [streaming, alone] = [[], []]
  let streamed = 0
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await typed(page)))
    await page.getByTestId('composer-text').fill('')
    await firstToken(page, provider)
    streaming.push(...(await typed(page)))
    streamed += await page.locator('[data-testid="copilot-card"][aria-busy="true"]').count()
    await drop(page)
    await page.getByTestId('composer-text').fill('')
  }
  if (streamed < ROUNDS) throw new Error('the answer ended before the typing did')
  await page.close()
  await program.stop()
  await server.stop()
  return {
    firstToken: summary(first),
    stopped: summary(stops),
    notStopped: SWITCHES - stops.length,
    streaming: summary(streaming),
    alone: summary(alone),
  }
}
