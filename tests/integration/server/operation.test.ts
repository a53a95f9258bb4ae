/** What whoever runs the server asks it: whether it lives, whether it can be sent people, its figures, and its end. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import { jsonLog, silentLog } from '../../../electron/server/log'
import { BASELINE } from '../../../electron/server/platform/db/migrations'
import {
  auditEntries,
  inbox,
  messages,
  outgoing,
  webhookDeliveries,
  webhooks,
} from '../../../electron/server/platform/db/schema'
import { createStorage } from '../../../electron/server/platform/keeping/storage'
import { currentRequest } from '../../../electron/server/platform/operation/request-scope'
import { readiness } from '../../../electron/server/platform/operation/serve'
import { startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'
import { type Harness, startHarness } from './harness'

const TOKEN = 'a-token-of-the-operator'
const bearer = { headers: { authorization: `Bearer ${TOKEN}` } }
const lines: string[] = []
let h: Harness

beforeAll(async () => {
  const log = jsonLog(line => lines.push(line), currentRequest)
  h = await startHarness({
    metricsToken: TOKEN,
    log,
    requestLog: log,
    lastAnswersMs: 10_000,
    handlers: {
      ...handlers,
      'version.get': async call => {
        if (call.request.headers['x-test'] === 'fail') throw new Error('nobody foresaw this')
        return handlers['version.get'](call)
      },
    },
  })
})
afterAll(() => h.close())

const figures = async (): Promise<Map<string, number>> => {
  const text = await (await h.raw(null, '/metrics', bearer)).text()
  return new Map(
    text
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

describe('/health and /ready', () => {
  it('answer anybody, without a sign-in', async () => {
    const health = await h.raw(null, '/health')
    expect([health.status, await health.json()]).toEqual([200, { alive: true }])
    const ready = await h.raw(null, '/ready')
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }])
  })

  it('say so when the lease on the work was not renewed', async () => {
    const app = h.running.app
    expect(await readiness({ ...app, work: { ...app.work, isFenced: () => true } })()).toEqual(['work'])
  })

  it('say so when what was received is not taken in', async () => {
    const app = h.running.app
    const ready = (work: Partial<typeof app.work> = {}) =>
      readiness({ ...app, work: { ...app.work, ...work } })
    const [here, elsewhere] = [ready(), ready({ ownedCompanies: () => sql`1 = 0` })]
    expect(await Promise.all([here(), elsewhere()])).toEqual([[], []])
    const old = new Date(Date.now() - 6 * 60_000).toISOString()
    const number = { companyId: h.one.id, whatsappId: h.one.whatsappId, provider: 'cloud' }
    const row = { ...number, chat: 'x', payload: '{}', nextAt: old }
    // A message that is shown already, with its file still to come, holds up nobody.
    await h.insert(inbox, { ...row, key: 'shown', shownAt: old })
    expect(await here()).toEqual([])
    await h.insert(inbox, { ...row, key: 'stuck' })
    expect(await here()).toEqual(['inbox'])
    expect(await elsewhere()).toEqual([])
    await h.db.platform.delete(inbox).where(inArray(inbox.key, ['shown', 'stuck']))
    expect(await here()).toEqual([])
  })

  it('say `disk` while it is full, and no more once there is room again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turno-ready-'))
    vi.useFakeTimers({ toFake: ['setInterval'] })
    let room = 1024 ** 3
    const storage = createStorage(folder, silentLog, { roomOf: () => room })
    const ready = readiness({ ...h.running.app, storage })
    try {
      expect(await ready()).toEqual([])
      room = 0
      storage.note(Object.assign(new Error('write'), { code: 'ENOSPC' }))
      expect(await ready()).toEqual(['disk'])
      // A little is not enough: it would be full again at once.
      room = 5 * 1024 ** 2
      vi.advanceTimersByTime(60_000)
      expect(await ready()).toEqual(['disk'])
      room = 1024 ** 3
      vi.advanceTimersByTime(60_000)
      expect(await ready()).toEqual([])
    } finally {
      vi.useRealTimers()
      storage.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('say why nobody should be sent: a database that fails, is silent, or was made by an older version', async () => {
    const app = h.running.app
    expect(await readiness(app)()).toEqual([])
    const failing = {
      ...app,
      db: { select: () => ({ from: () => Promise.reject(new Error('gone')) }) },
    } as never
    expect(await readiness(failing)()).toEqual(['database'])
    const silent = { ...app, db: { select: () => ({ from: () => new Promise(() => {}) }) } } as never
    expect(await readiness(silent, 20)()).toEqual(['database'])
    const ask = readiness(app)
    await app.db.platform.run(sql`UPDATE migrations SET id = 'held back' WHERE id = ${BASELINE}`)
    expect(await ask()).toEqual(['migrations'])
    await app.db.platform.run(sql`UPDATE migrations SET id = ${BASELINE} WHERE id = 'held back'`)
    expect(await ask()).toEqual([])
    const draining = { ...app, operation: { ...app.operation, draining: true } }
    expect(await readiness(draining)()).toEqual(['draining'])
  })
})

describe('/metrics', () => {
  it('is for whoever shows the token, and not there at all without one', async () => {
    expect((await h.raw(null, '/metrics', bearer)).status).toBe(200)
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])
      expect((await h.raw(null, '/metrics', { headers: { authorization } })).status, authorization).toBe(403)
    expect((await h.raw(h.one.admin, '/metrics')).status).toBe(403)
    const other = await startHarness({})
    expect((await other.raw(null, '/metrics', bearer)).status).toBe(404)
    await other.close()
  })

  it('counts requests by route and status, never by address', async () => {
    const id = 4_711_471_100
    await h.raw(h.one.ana, `/api/tickets/${id}?searchParam=segredo`)
    await h.raw(null, '/nowhere/at/all')
    const seen = await figures()
    const of = (route: string, status: number): number | undefined =>
      seen.get(`turno_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`)
    expect(of('/api/tickets/:id', 404)).toBe(1)
    expect(of('none', 404)).toBeGreaterThan(0)
    expect([...seen.keys()].filter(key => key.includes('4711471100') || key.includes('segredo'))).toEqual([])
  })

  it('counts what waits, sockets, connections by state, lag, loop and memory', async () => {
    const { one, db } = h
    const before = await figures()
    const listener = await h.connect(one.ana)
    await h.customer(one, '5521900000001', 'Oi')
    const ticket = await h.newTicket(one, {})
    await h.newMessages(ticket, ['a', 'b', 'c'], true)
    const rows = await db.select().from(messages).where(eq(messages.ticketId, ticket.id))
    await db.platform.insert(outgoing).values(
      (['queued', 'handed'] as const).map((state, i) => ({
        ...{ messageSeq: rows[i]?.seq ?? 0, companyId: one.id, state },
      })),
    )
    await db.platform.insert(inbox).values(
      [null, new Date().toISOString()].map((doneAt, i) => ({
        companyId: one.id,
        whatsappId: one.whatsappId,
        provider: 'cloud',
        key: `k${i}`,
        chat: 'c',
        payload: '',
        nextAt: new Date(Date.now() + 3_600_000).toISOString(),
        doneAt,
      })),
    )
    const [hook] = await db.platform
      .insert(webhooks)
      .values({
        companyId: one.id,
        name: 'w',
        url: 'https://w.test',
        secret: 's',
        events: [],
        active: false,
      } as never)
      .returning()
    await db.platform.insert(webhookDeliveries).values({
      companyId: one.id,
      webhookId: Number(hook?.id),
      event: 'message.created',
      payload: '{}',
      status: 'waiting',
      nextAt: new Date(Date.now() + 3_600_000).toISOString(),
    } as never)
    const after = await figures()
    const grew = (key: string): number => (after.get(key) ?? 0) - (before.get(key) ?? 0)
    expect(grew('turno_queue_length{queue="outgoing"}')).toBe(2)
    expect(grew('turno_queue_length{queue="inbox"}')).toBe(1)
    expect(grew('turno_queue_length{queue="webhooks"}')).toBe(1)
    expect(after.get('turno_queue_length{queue="campaign"}')).toBe(0)
    expect(grew('turno_sockets')).toBe(1)
    expect(grew('turno_event_lag_seconds_count')).toBe(1)
    expect(
      [...after].filter(
        ([key, n]) => key.startsWith('turno_connections{') && key.includes('CONNECTED') && n >= 2,
      ),
    ).toHaveLength(1)
    expect(after.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    listener.close()
  })
})

describe('the log as JSON', () => {
  it('has a line for each request with its id, which a proxy may give, and nothing of the person', async () => {
    lines.length = 0
    const { ana } = h.one
    const given = await h.raw(ana, '/api/contacts?searchParam=Fulano', {
      headers: { 'x-request-id': 'of-the-proxy-1' },
    })
    expect(given.headers.get('x-request-id')).toBe('of-the-proxy-1')
    const made = await h.raw(null, '/api/version', {
      headers: { 'x-test': 'fail', 'x-request-id': 'no spaces' },
    })
    const id = made.headers.get('x-request-id')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    await h.raw(null, '/health')
    await expect.poll(() => lines.length).toBe(3)
    const [first, failed, second] = lines.map(line => JSON.parse(line))
    expect(first).toMatchObject({
      level: 'info',
      event: 'request',
      requestId: 'of-the-proxy-1',
      method: 'GET',
      route: '/api/contacts',
      status: 200,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    // What is logged while the request is worked on belongs to it.
    expect(failed).toMatchObject({ level: 'error', event: 'request failed', requestId: id })
    expect(second).toMatchObject({ event: 'request', requestId: id, status: 500 })
    expect(lines.join()).not.toMatch(new RegExp(`Fulano|${ana.email}|${ana.token}`))
  })
})

it('believes a proxy it knows about who asks, and nobody else', async () => {
  const addressOf = async (at: Harness): Promise<unknown> => {
    await at.raw(at.one.admin, '/api/settings/call', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      body: JSON.stringify({ value: 'enabled' }),
    })
    const row = (await at.db.select().from(auditEntries)).at(-1)
    return row?.address
  }
  expect(await addressOf(h)).toBe('127.0.0.1')
  const behind = await startHarness({ proxies: ['127.0.0.1'] })
  // What stands before the proxy's own word was written by the caller.
  expect(await addressOf(behind)).toBe('203.0.113.9')
  await behind.close()
})

it('is not ready, and answers nobody, before its first company is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turno-founding-'))
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ status }) => status,
      () => 'nobody',
    )
  let before: unknown = null
  const running = await startWorkspace({
    ...{ folder, port, handlers, log: silentLog },
    createChannel: ({ sink }) => new FakeChannel(sink),
    beforeListening: async () => {
      before = await ask()
    },
  })
  expect([before, await ask()]).toEqual(['nobody', 200])
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

it('ends in order: ready no longer, requests under way answered, sockets free to come back elsewhere', async () => {
  /** Lets the request under way go on. */
  let letGo: (() => void) | null = null
  const own = await startHarness({
    log: silentLog,
    lastAnswersMs: 10_000,
    handlers: {
      ...handlers,
      'version.get': async call => {
        await new Promise<void>(go => (letGo = go))
        return handlers['version.get'](call)
      },
    },
  })
  const listener = await own.connect(own.one.ana)
  const dropped = new Promise<string>(resolve => listener.socket.once('disconnect', resolve))
  const underWay = own.raw(null, '/api/version')
  await expect.poll(() => letGo).not.toBeNull()
  own.running.drain()
  const ready = await own.raw(null, '/ready')
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reasons: ['draining'] }])
  expect(ready.headers.get('connection')).toBe('close')
  expect((await own.raw(null, '/health')).status).toBe(200)
  const ended = own.close()
  // Not "io server disconnect": after that a client does not come back by itself.
  expect(await dropped).toBe('transport close')
  await expect(own.raw(null, '/health')).rejects.toThrow()
  ;(letGo as (() => void) | null)?.()
  expect((await underWay).status).toBe(200)
  await ended
})
