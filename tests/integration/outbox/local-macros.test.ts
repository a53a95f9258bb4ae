/** Macros of this computer, for a server that keeps none: asked for as from a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalDb, openLocalDb } from '../../../electron/main/local-db/local-db'
import { createLog } from '../../../electron/main/log/log'
import { createLocalMacros } from '../../../electron/main/macros/local-macros'
import { MACRO, type Macro, macro } from '../../../src/contract'

let dir: string
let db: LocalDb
let scopes: number[]

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-macros-'))
  db = await openLocalDb({ dataDir: dir, log: createLog(() => {}) })
  scopes = [
    await db.scopeOf({ server: 's', companyId: 1, userId: 1 }),
    await db.scopeOf({ server: 's', companyId: 1, userId: 2 }),
  ]
})
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

it('are kept by account, changed and deleted by their owner alone, and shared with nobody', async () => {
  let scope: number | null = scopes[0] ?? null
  let changes = 0
  const ask = createLocalMacros({ db, scope: () => scope, changed: () => void changes++ })
  const call = async (method: string, path: string, body?: object) => {
    const answer = await ask(
      new Request(`http://local${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) }),
      path,
    )
    return { status: answer?.status ?? 0, body: (await answer?.json()) as Record<string, unknown> }
  }
  const list = async (): Promise<Macro[]> => macro.array().parse((await call('GET', '/macros')).body)
  const form = (name: string, extra: object = {}) => ({
    name,
    steps: [{ kind: 'resolve', silently: true }],
    sharedWith: null,
    ...extra,
  })
  expect(await ask(new Request('http://local/tags'), '/tags')).toBeNull()

  const made = await call('POST', '/macros', form('Encerrar'))
  expect(made).toMatchObject({ status: 200, body: { name: 'Encerrar', sharedWith: null } })
  expect((await call('POST', '/macros', form('Aberta', { sharedWith: [] }))).status).toBe(403)
  expect((await call('POST', '/macros', form('', {}))).status).toBe(400)
  const path = `/macros/${String(made.body.id)}`
  expect((await call('PUT', path, form('Adeus'))).body.name).toBe('Adeus')
  expect(await list()).toMatchObject([{ name: 'Adeus', steps: [{ kind: 'resolve', silently: true }] }])
  expect(changes).toBe(2)

  scope = scopes[1] ?? null
  expect(await list()).toEqual([])
  expect((await call('PUT', path, form('Minha'))).body.error).toBe('ERR_NO_MACRO_FOUND')
  expect((await call('DELETE', path)).status).toBe(404)
  scope = null
  expect((await call('GET', '/macros')).status).toBe(401)

  scope = scopes[0] ?? null
  expect((await call('DELETE', path)).status).toBe(200)
  expect(await list()).toEqual([])
  for (let at = 0; at < MACRO.most; at += 1) await call('POST', '/macros', form(`Macro ${at}`))
  expect((await call('POST', '/macros', form('Demais'))).body.error).toBe('ERR_TOO_MANY_MACROS')
})
