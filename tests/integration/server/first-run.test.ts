/** The first company of an empty workspace, what it is kept apart from, and the first steps that tick by themselves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createNoChannel } from '../../../electron/server/desk/channel/none'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { readOptions } from '../../../electron/server/options'
import { openWorkspaceDb } from '../../../electron/server/platform/db/open'
import {
  companies,
  messages,
  plans,
  queues,
  settings,
  tickets,
  users,
} from '../../../electron/server/platform/db/schema'
import { settlePurpose } from '../../../electron/server/purpose'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import { UsageError } from '../../../electron/server/usage'
import { onPostgres } from '../../support/engine'
import { type Harness, startHarness } from './harness'

const folders: string[] = []
const running: RunningWorkspace[] = []

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turno-first-run-'))
  folders.push(folder)
  return folder
}

/** A workspace without a company, as `npm run server` or the console starts it. */
async function start(setupCode: string | null = null, folder?: string): Promise<RunningWorkspace> {
  const one = await startWorkspace({
    folder: folder ?? (await emptyFolder()),
    log: silentLog,
    handlers,
    setupCode,
    createChannel: ({ sink }) => createNoChannel(sink),
  })
  running.push(one)
  return one
}

interface Said {
  status: number
  body: Record<string, unknown>
}

async function ask(
  one: RunningWorkspace,
  method: string,
  path: string,
  body?: unknown,
  token = '',
): Promise<Said> {
  const answer = await fetch(`${one.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

const FORM = {
  company: 'Padaria Aurora',
  name: 'Dona Aurora',
  email: 'Aurora@Padaria.example',
  password: 'segredo9',
  timezone: 'America/Manaus',
}

afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})
afterAll(() =>
  Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true, maxRetries: 10 }))),
)

describe('an empty workspace', () => {
  it('says so, and takes one company whose admin keeps it', async () => {
    const one = await start()
    expect((await ask(one, 'GET', '/workspace')).body).toEqual({
      kind: 'empty',
      channel: 'none',
      providers: [],
      missing: [],
      codeNeeded: false,
    })
    const answers = await Promise.all([
      ask(one, 'POST', '/workspace', FORM),
      ask(one, 'POST', '/workspace', FORM),
    ])
    // Two may press at once: one founds, the other is told.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.body.error).toBe('ERR_WORKSPACE_FOUNDED')
    expect((await ask(one, 'GET', '/workspace')).body).toEqual({
      kind: 'company',
      channel: 'none',
      providers: [],
      missing: [],
      codeNeeded: false,
    })

    const { db } = one.app
    expect(
      await db
        .select({ name: users.name, email: users.email, profile: users.profile, super: users.super })
        .from(users),
    ).toEqual([{ name: 'Dona Aurora', email: 'aurora@padaria.example', profile: 'admin', super: true }])
    const rows = await db.select({ key: settings.key, value: settings.value }).from(settings)
    const chosen = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
    expect(chosen).toMatchObject({
      timezone: 'America/Manaus',
      allowregister: 'disabled',
      viewregister: 'disabled',
    })
    const [plan] = await db.select().from(plans)
    expect(plan).toMatchObject({ users: 0, connections: 0, queues: 0, useKanban: true, useSchedules: true })
    expect(await db.$count(companies)).toBe(1)
    const signedIn = await ask(one, 'POST', '/auth/login', {
      email: 'aurora@padaria.example',
      password: 'segredo9',
    })
    expect(signedIn.status).toBe(200)
  })

  it('that stands alone wants the code it printed, and keeps nothing of a refused form', async () => {
    const one = await start('ABCD234567')
    expect((await ask(one, 'GET', '/workspace')).body.codeNeeded).toBe(true)
    for (const code of [undefined, '', 'ABCD234568'])
      expect((await ask(one, 'POST', '/workspace', { ...FORM, code })).body.error).toBe('ERR_SETUP_CODE')
    expect((await ask(one, 'POST', '/workspace', { ...FORM, timezone: 'Mars/Olympus' })).status).toBe(400)
    expect(await one.app.db.$count(plans)).toBe(0)
    expect((await ask(one, 'POST', '/workspace', { ...FORM, code: ' abcd234567 ' })).status).toBe(200)
  })

  it('limits the tries from one address', async () => {
    const one = await start('ABCD234567')
    let last = { status: 0, body: {} } as Said
    for (let i = 0; i < 21; i++) last = await ask(one, 'POST', '/workspace', { ...FORM, code: `guess${i}` })
    expect(last.body.error).toBe('ERR_TOO_MANY_ATTEMPTS')
  })
})

describe('a demo and a company', () => {
  it('never share a folder, whichever came first', async () => {
    const demo = await emptyFolder()
    const db = await openWorkspaceDb(demo, null, silentLog)
    expect(await settlePurpose(db, demo, true)).toEqual({ demo: expect.anything(), seeded: true })
    expect(await settlePurpose(db, demo, true)).toEqual({ demo: expect.anything(), seeded: false })
    // Without a word it stays what it is.
    expect(await settlePurpose(db, demo, null)).toEqual({ demo: expect.anything(), seeded: false })
    await expect(settlePurpose(db, demo, false)).rejects.toThrow('holds the demo')
    await expect(settlePurpose(db, demo, null, false)).rejects.toThrow('served by one process')
    await db.close()
    const asked = await start(null, demo)
    expect((await ask(asked, 'GET', '/workspace')).body.kind).toBe('demo')
    expect((await ask(asked, 'POST', '/workspace', FORM)).body.error).toBe('ERR_WORKSPACE_FOUNDED')

    const own = await start()
    await ask(own, 'POST', '/workspace', FORM)
    await expect(settlePurpose(own.app.db, own.app.folder, true)).rejects.toThrow("company's own data")
    expect(await own.app.db.$count(companies)).toBe(1)
  })
})

it('a demo whose writing was cut short is written anew by the next start', async () => {
  const folder = await emptyFolder()
  const db = await openWorkspaceDb(folder, null, silentLog)
  await settlePurpose(db, folder, true)
  const counts = async () => {
    // The index of texts follows the messages: rows of its own in the file, an index like any other on PostgreSQL.
    const indexed = onPostgres ? "messages where search <> ''" : 'message_index_docsize'
    const [index] = await db.all<{ n: number }>(sql.raw(`select count(*) as n from ${indexed}`))
    return { tickets: await db.$count(tickets), messages: await db.$count(messages), found: index?.n }
  }
  const whole = await counts()
  // What a kill leaves: a company with its people, and no ticket.
  await db.platform.delete(tickets)
  await writeFile(join(folder, 'demo.unfinished'), '')
  expect(await settlePurpose(db, folder, null)).toEqual({ demo: expect.anything(), seeded: true })
  expect(await counts()).toEqual(whole)
  expect(await settlePurpose(db, folder, null)).toEqual({ demo: expect.anything(), seeded: false })
  await db.close()
})

describe('the options of a server', () => {
  const env = { TURNO_DATA: '/nowhere' }
  it('tell a demo from a company, and refuse both at once', () => {
    expect(readOptions([], env, true)).toMatchObject({ demo: null, founding: null })
    expect(readOptions(['--demo'], env, true).demo).toBe(true)
    for (const unknown of [['--dmeo'], ['--scale', '10', 'demo'], ['-h']])
      expect(() => readOptions(unknown, env, true)).toThrow(UsageError)
    expect(readOptions(['--scale', '10'], env, true).demo).toBe(true)
    expect(readOptions([], { ...env, TURNO_DEMO: '0' }, false).demo).toBe(false)
    expect(() => readOptions(['--demo'], { ...env, TURNO_DEMO: '0' }, true)).toThrow('A demo never holds')
  })

  it('found a company by arguments, its password never among them', () => {
    const args = [
      '--company',
      'Padaria Aurora',
      '--admin',
      'Dona Aurora',
      '--email',
      'aurora@padaria.example',
    ]
    expect(readOptions(args, { ...env, TURNO_ADMIN_PASSWORD: 'segredo9' }, true).founding).toEqual({
      company: 'Padaria Aurora',
      name: 'Dona Aurora',
      email: 'aurora@padaria.example',
      password: 'segredo9',
      timezone: 'America/Sao_Paulo',
    })
    expect(() => readOptions(args, env, true)).toThrow('TURNO_ADMIN_PASSWORD')
    expect(() => readOptions(['--company', 'Padaria Aurora'], env, true)).toThrow('--email')
    expect(() =>
      readOptions([...args, '--demo'], { ...env, TURNO_ADMIN_PASSWORD: 'segredo9' }, true),
    ).toThrow('A demo never holds')
  })
})

describe('the first steps', () => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(() => h.close())

  it('tick themselves from what is there, are put away and brought back, each company its own', async () => {
    const { db, two } = h
    expect((await h.call(h.one.admin, 'firstSteps.get')).body.shown).toBeNull()
    await db.platform.update(companies).set({ firstSteps: 'shown' })
    const steps = async () => (await h.call(two.admin, 'firstSteps.get')).body
    expect(await steps()).toEqual({
      shown: true,
      number: true,
      queue: true,
      colleagues: true,
      message: false,
      received: false,
    })
    await h.newMessages(await h.newTicket(h.one, {}), ['De outra empresa'], true)
    expect(await steps()).toMatchObject({ message: false })
    const ticket = await h.newTicket(two, {})
    await h.newMessages(ticket, ['Do cliente'])
    expect(await steps()).toMatchObject({ message: false, received: true })
    await h.newMessages(ticket, ['Nossa'], true)
    expect(await steps()).toMatchObject({ message: true })
    await db.platform.delete(queues)
    await h.channel.disconnect(two.whatsappId)
    expect(await steps()).toMatchObject({ queue: false, number: false })
    expect((await h.call(two.admin, 'firstSteps.update', { body: { shown: false } })).body.shown).toBe(false)
    expect((await h.call(h.one.admin, 'firstSteps.get')).body.shown).toBe(true)
    expect((await h.call(two.admin, 'firstSteps.update', { body: { shown: true } })).body.shown).toBe(true)
  })
})
