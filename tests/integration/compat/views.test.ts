/** Views of this computer, for a server that keeps none: asked for as from a server, filled from its lists. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, type SavedView, type User, viewConditions } from '@contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalDb, openLocalDb } from '../../../electron/main/local-db/local-db'
import { createLog } from '../../../electron/main/log/log'
import { createLocalViews } from '../../../electron/main/saved-views/local-views'
import { asTurno, type TurnoSide } from '../../compat/as-turno'
import { type CompatServer, startCompatServer } from '../../compat/server'

const log = createLog(() => {})
let server: CompatServer
let ana: TurnoSide
let dir: string
let db: LocalDb
let scope: number | null
let me: User
let reads = 0
let now = Date.now()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-views-'))
  db = await openLocalDb({ dataDir: dir, log })
  scope = await db.scopeOf({ server: 's', companyId: 1, userId: 3 })
  server = await startCompatServer({ replyAfterMs: 0 })
  ana = await asTurno(server, 'ana@demo.turno')
  me = endpoints['users.get'].response.parse((await ana.ask('GET', `/users/${ana.id}`)).json)
})
afterAll(async () => {
  await server.close()
  await db.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

const open = () =>
  createLocalViews({
    db,
    client: {
      fetch: (path, init) => {
        reads += 1
        return ana.client.fetch(path, init)
      },
    },
    scope: () => scope,
    user: () => me,
    changed: () => {},
    now: () => now,
  })
let answer: ReturnType<typeof open>
async function ask(method: string, path: string, body?: object) {
  answer ??= open()
  const given = await answer(
    new Request(`http://local/api${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) }),
    path.split('?', 1)[0] ?? '',
  )
  return given === null ? null : { status: given.status, json: await given.json() }
}
const form = (name: string, conditions: object) => ({
  name,
  conditions: viewConditions.parse(conditions),
  order: 'oldest',
  sharedWith: null,
})
const views = async (): Promise<SavedView[]> =>
  endpoints['savedViews.list'].response.parse((await ask('GET', '/saved-views'))?.json)
const inside = async (id: number): Promise<number[]> =>
  endpoints['tickets.list'].response
    .parse((await ask('GET', `/tickets?viewId=${id}&pageNumber=1`))?.json)
    .tickets.map(ticket => ticket.id)
    .sort((a, b) => a - b)
const made = async (name: string, conditions: object): Promise<number> =>
  endpoints['savedViews.create'].response.parse(
    (await ask('POST', '/saved-views', form(name, conditions)))?.json,
  ).id

it('hold what the conditions say of the server’s lists, page by page, and count it with one reading for all', async () => {
  const { world } = server
  const seen = world.tickets.filter(one => one.queueId === null || me.queues.some(q => q.id === one.queueId))
  const ids = (which: (one: (typeof seen)[number]) => boolean) => seen.filter(which).map(({ id }) => id)
  const [tag] = seen.flatMap(one => (one.status === 'open' ? one.tagIds : []))
  const mine = await made('Minhas', { statuses: ['open'], holders: ['me'] })
  const tagged = await made('Com etiqueta', { statuses: ['open', 'pending'], tagIds: [tag] })
  const waiting = await made('Esperando', { statuses: ['pending'], waitingMinutes: 1 })
  const pending = seen.filter(one => one.status === 'pending' && !one.fromMe)
  const waitedFor = pending.map(one => Date.parse(one.updatedAt)).sort((a, b) => a - b)
  // One more would join half a minute later; none does while this goes on.
  const last = waitedFor.findIndex((at, n) => (waitedFor[n + 1] ?? at) - at > 30_000)
  now = (waitedFor[last] ?? 0) + 60_001
  const waits = ids(one => pending.includes(one) && Date.parse(one.updatedAt) <= now - 60_000)
  const expected = new Map([
    [mine, ids(one => one.status === 'open' && one.userId === ana.id)],
    [tagged, ids(one => one.status !== 'closed' && one.tagIds.includes(tag ?? 0))],
    [waiting, waits],
  ])
  expect(waits.length).toBeLessThan(pending.length)
  for (const [id, list] of expected) {
    expect(list.length).toBeGreaterThan(0)
    expect(await inside(id)).toEqual(list.sort((a, b) => a - b))
  }
  reads = 0
  await inside(tagged)
  const pages = reads
  const counts = (await ask('GET', '/saved-views/counts'))?.json
  expect(counts).toEqual([...expected].map(([id, list]) => ({ id, count: list.length })))
  expect(reads).toBe(pages * 2)
})

it('leave on the board what is in them', async () => {
  const id = await made('Quadro', { statuses: ['open'], holders: ['me'] })
  const board = endpoints['kanban.board'].response.parse(
    (await ask('GET', `/kanban?queueIds=[]&viewId=${id}`))?.json,
  )
  const cards = board.lanes.flatMap(lane => lane.tickets)
  expect(cards.length).toBeGreaterThan(0)
  expect(cards.every(card => card.status === 'open' && card.userId === ana.id)).toBe(true)
  for (const lane of board.lanes) expect(lane.count).toBe(lane.tickets.length)
})

it('are changed, put into an order, kept over a restart, deleted, and one’s own alone', async () => {
  const before = await views()
  const [first, ...others] = before.map(({ id }) => id)
  await ask('PUT', `/saved-views/${first}`, form('Outro nome', { unread: true }))
  await ask('PUT', '/saved-views/order', { ids: [...others, first] })
  answer = open()
  const after = await views()
  expect(after.map(({ id }) => id)).toEqual([...others, first])
  expect(after.at(-1)).toMatchObject({ name: 'Outro nome', conditions: { unread: true }, userName: me.name })

  const shared = { ...form('Para todos', {}), sharedWith: [] }
  expect(await ask('POST', '/saved-views', shared)).toMatchObject({ status: 403 })
  expect(await ask('POST', '/saved-views', form('', {}))).toMatchObject({ status: 400 })
  expect(await ask('DELETE', `/saved-views/${first}`)).toMatchObject({ status: 200 })
  expect(await ask('DELETE', `/saved-views/${first}`)).toMatchObject({ status: 404 })
  expect(await ask('GET', `/tickets?viewId=${first}`)).toMatchObject({ status: 404 })

  const own = scope
  scope = await db.scopeOf({ server: 's', companyId: 1, userId: 4 })
  expect(await views()).toEqual([])
  expect(await ask('DELETE', `/saved-views/${others[0]}`)).toMatchObject({ status: 404 })
  scope = null
  expect(await ask('GET', '/saved-views')).toMatchObject({ status: 401 })
  scope = own
  // Signed out and in again: they are the only copy.
  const mine = await views()
  await db.eraseScope(own ?? 0)
  scope = await db.scopeOf({ server: 's', companyId: 1, userId: 3 })
  expect(await views()).toEqual(mine)
})

it('pass on what the server says where its lists fail, and leave every other call alone', async () => {
  const id = await made('Nova', {})
  const fetch = ana.client.fetch
  ana.client.fetch = async () => Response.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 })
  answer = open()
  expect(await ask('GET', `/tickets?viewId=${id}`)).toEqual({
    status: 403,
    json: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await ask('GET', '/saved-views/counts')).toMatchObject({ status: 403 })
  ana.client.fetch = fetch
  expect(await inside(id)).not.toEqual([])
  expect(await ask('GET', '/tickets?pageNumber=1')).toBeNull()
  expect(await ask('GET', '/contacts')).toBeNull()
})
