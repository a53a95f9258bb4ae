/** Reminders of this computer, for a server that keeps none: asked for as from a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cache, createCache } from '../../../electron/main/cache/cache'
import { type LocalDb, openLocalDb } from '../../../electron/main/local-db/local-db'
import { createLog } from '../../../electron/main/log/log'
import { createLocalReminders } from '../../../electron/main/reminders/local-reminders'
import { type Reminder, reminder } from '../../../src/contract'

const log = createLog(() => {})
let dir: string
let db: LocalDb
let cache: Cache
let scopes: number[]

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-reminders-'))
  db = await openLocalDb({ dataDir: dir, log })
  cache = createCache({ db, log })
  scopes = [
    await db.scopeOf({ server: 's', companyId: 1, userId: 1 }),
    await db.scopeOf({ server: 's', companyId: 1, userId: 2 }),
  ]
  await cache.open(scopes[0] ?? 0)
})
afterAll(async () => {
  await cache.close()
  await db.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

it('are kept by account, with the words of what was seen here, moved, forgotten and erased with the account', async () => {
  let scope: number | null = scopes[0] ?? null
  let changes = 0
  const ask = createLocalReminders({ db, cache, scope: () => scope, changed: () => void changes++ })
  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }> => {
    const answer = await ask(
      new Request(`http://local${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) }),
      path,
    )
    return { status: answer?.status ?? 0, body: await answer?.json() }
  }
  const list = async (): Promise<Reminder[]> => reminder.array().parse((await call('GET', '/reminders')).body)
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

  const at = new Date().toISOString()
  const contact = { id: 1, name: 'Rita', number: '5511900000000' }
  cache.rememberTickets([
    {
      id: 7,
      uuid: 'u-7',
      status: 'open',
      contactId: 1,
      contact,
      lastMessage: 'x',
      createdAt: at,
      updatedAt: at,
    },
  ])
  cache.rememberMessages([
    { id: 'm1', ticketId: 7, body: 'Volto na segunda', fromMe: false, ack: 1, createdAt: at },
  ])
  await cache.flush()

  const made = await call('POST', '/reminders', {
    ticketId: 7,
    messageId: 'm1',
    note: 'Ligar',
    dueAt: inHours(5),
  })
  expect(made.body).toMatchObject({
    ticketUuid: 'u-7',
    name: 'Rita',
    words: 'Volto na segunda',
    note: 'Ligar',
  })
  const soon = await call('POST', '/reminders', { ticketId: 7, dueAt: inHours(1) })
  const { id } = soon.body as Reminder
  expect((await list()).map(one => one.messageId)).toEqual([null, 'm1'])
  await call('PUT', `/reminders/${id}`, { dueAt: inHours(9) })
  expect((await list()).map(one => one.messageId)).toEqual(['m1', null])
  expect(changes).toBe(3)

  expect((await call('POST', '/reminders', { ticketId: 7, dueAt: inHours(-1) })).status).toBe(400)
  expect((await call('POST', '/reminders', { ticketId: 8, dueAt: inHours(1) })).status).toBe(404)
  expect(await ask(new Request('http://local/tickets'), '/tickets')).toBeNull()

  // Another account of this computer has its own.
  scope = scopes[1] ?? null
  expect(await list()).toEqual([])
  expect((await call('DELETE', `/reminders/${id}`)).status).toBe(404)
  scope = scopes[0] ?? null
  expect((await call('DELETE', `/reminders/${id}`)).status).toBe(200)
  expect(await list()).toHaveLength(1)
  // Signed out and in again: it is the only copy.
  await db.eraseScope(scope ?? 0)
  expect(await list()).toHaveLength(1)
})
