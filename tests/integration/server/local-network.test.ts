/** Colleagues of this network: the door to it, and invitations (docs/local-network.md), over real TLS. */
import { request as plainRequest } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { connect as tcp } from 'node:net'
import { connect as tls } from 'node:tls'
import {
  type Invitation,
  invitationOfCode,
  invitationOfLink,
  localHostOf,
  WORKSPACE_KEY_HEADER,
} from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import { isNeeded } from '../../../electron/server/doors/work/needed'
import { silentLog } from '../../../electron/server/log'
import { networkOf } from '../../../electron/server/platform/auth/network'
import {
  auditEntries,
  invitations,
  localNetwork,
  userQueues,
  users,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { take } from '../../../electron/server/platform/local-network/invitations'
import { isNear } from '../../../electron/server/platform/local-network/listener'
import { startWorkspace } from '../../../electron/server/start'
import { soon } from '../../support/soon'
import { FakeChannel } from './fake-channel'
import { type Harness, PASSWORD, type Person, startHarness } from './harness'

let h: Harness
let root: Person

beforeAll(async () => {
  h = await startHarness({
    door: { key: null },
    localNetwork: { port: 0, addresses: () => ['127.0.0.1'] },
  })
  root = await h.superOf(h.one)
  for (const who of [h.one.admin, h.one.ana, h.two.admin]) who.token = (await h.signIn(who.email)).body.token
})
afterAll(() => h.close())

interface State {
  on: boolean
  places: string[]
  fingerprint: string
  invitations: { id: number; name: string }[]
}
const state = async (): Promise<State> => (await h.call<State>(root, 'localNetwork.get')).body
const place = async (): Promise<{ port: number; host: string }> => {
  const { places, fingerprint } = await state()
  return { port: Number(places[0]?.split(':')[1]), host: localHostOf(fingerprint) }
}
const open = () => h.call(root, 'localNetwork.open')

/** One call over TLS; null when nothing was answered. */
async function call(
  o: RequestOptions & { body?: object } = {},
): Promise<{ status: number; body: Record<string, unknown> } | null> {
  const { port, host } = await place()
  const { body, ...more } = o
  return new Promise(resolve => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path: '/api/version', rejectUnauthorized: false, agent: false },
        ...more,
        headers: { host: `${host}:${port}`, 'content-type': 'application/json', ...more.headers },
      },
      answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          resolve({ status: answer.statusCode ?? 0, body: text ? JSON.parse(text) : {} })
        })
      },
    )
    sent.on('error', () => resolve(null))
    sent.end(body && JSON.stringify(body))
  })
}
const post = (path: string, body: object) => call({ method: 'POST', path: `/api/invitations/${path}`, body })
const key = () => h.running.app.localNetwork?.key ?? ''

const FORM = { name: 'Rita', profile: 'user', queueIds: [] as number[] }
const invite = async (
  form: object = FORM,
  who: Person = root,
): Promise<Invitation & { id: number; code: string }> => {
  const { body } = await h.call<{ id: number; link: string; code: string }>(who, 'invitations.create', {
    body: form,
  })
  const invitation = invitationOfLink(body.link)
  if (!invitation) throw new Error(`no invitation: ${JSON.stringify(body)}`)
  return { ...invitation, id: body.id, code: body.code }
}
let serial = 0
const person = () => ({ name: 'Rita Alves', email: `rita${++serial}@um.turno`, password: 'segredo-da-rita' })

it('is off until it is switched on, by the super-administrator alone', async () => {
  expect(await state()).toEqual({ on: false, places: [], fingerprint: '', invitations: [] })
  expect((await h.call(root, 'invitations.create', { body: FORM })).body).toMatchObject({
    error: 'ERR_NO_NETWORK',
  })
  for (const who of [h.one.admin, h.one.ana, h.two.admin])
    expect((await h.call(who, 'localNetwork.open')).status).toBe(403)
  expect((await open()).status).toBe(200)
  const { on, places, fingerprint } = await state()
  expect([on, places.length, fingerprint.length]).toEqual([true, 1, 51])
  const facts = await h.call<{ capabilities: string[] }>(null, 'version.get')
  expect(facts.body.capabilities).toContain('localNetwork')
})

it.each([
  ['192.168.0.7', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['::ffff:192.168.0.7', true],
  ['127.0.0.1', true],
  ['172.32.0.1', false],
  ['8.8.8.8', false],
  ['169.254.169.254', false],
  ['', false],
])('%s is near: %s', (address, near) => expect(isNear(address)).toBe(near))

describe('the door', () => {
  beforeEach(() => open())

  it('answers whoever knows name and key, with a certificate of its own key', async () => {
    const headers = { [WORKSPACE_KEY_HEADER]: key() }
    expect(await call({ headers })).toMatchObject({ status: 200, body: { name: 'Turno' } })
    expect(await call({ headers, path: '/api/auth/me' })).toMatchObject({ status: 401 })
  })

  it('says nothing to plain HTTP', async () => {
    const { port, host } = await place()
    const heard = await new Promise<string>(resolve => {
      const parts: Buffer[] = []
      const socket = tcp(port, '127.0.0.1')
      socket.on('data', part => parts.push(part))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
      socket.write(`GET /api/version HTTP/1.1\r\nhost: ${host}\r\n${WORKSPACE_KEY_HEADER}: ${key()}\r\n\r\n`)
    })
    expect(heard).not.toMatch(/HTTP|Turno|version/)
    await expect(
      new Promise((resolve, reject) => {
        plainRequest({ host: '127.0.0.1', port, path: '/api/version' }, resolve).on('error', reject).end()
      }),
    ).rejects.toThrow()
  })

  it('keeps its places from who connects and says nothing', async () => {
    const { port } = await place()
    const most = 50
    const closed: number[] = []
    const silent = []
    for (let at = 0; at < most + 10; at += 1) {
      const socket = tcp({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
      socket.on('error', () => undefined)
      socket.on('close', () => closed.push(at))
      await new Promise(resolve => socket.once('connect', resolve))
      silent.push(socket)
    }
    await soon(() => expect(closed.length).toBeGreaterThanOrEqual(10))
    // The last ones are hung up on, not the first ones that took too long.
    expect(closed.slice(0, 10).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, at) => most + at),
    )
    expect(await call({ headers: { [WORKSPACE_KEY_HEADER]: key() } })).toMatchObject({ status: 200 })
    for (const socket of silent) socket.destroy()
  })

  it('refuses TLS older than 1.3', async () => {
    const { port } = await place()
    const outcome = await new Promise(resolve => {
      const socket = tls({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' })
      socket.on('secureConnect', () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
    })
    expect(outcome).toBe('refused')
  })

  it('refuses other names, pages of browsers, and whoever does not show the key, whatever is asked', async () => {
    const { port, host } = await place()
    const shown = { [WORKSPACE_KEY_HEADER]: key() }
    const headers: Record<string, string>[] = [
      { host: `127.0.0.1:${port}`, ...shown },
      { host: `localhost:${port}`, ...shown },
      { host: `evil.example:${port}`, ...shown },
      { host: `${host}.evil.example`, ...shown },
      { host, origin: 'https://evil.example', ...shown },
      { host, origin: `https://${host}`, ...shown },
      { host },
      { host, [WORKSPACE_KEY_HEADER]: `${key().slice(0, -1)}x` },
      { host, [WORKSPACE_KEY_HEADER]: '' },
    ]
    const { ana } = h.one
    for (const given of headers) {
      for (const path of [
        '/api/version',
        '/media/1/x',
        '/nowhere',
        '/health',
        '/socket.io/?EIO=4&transport=polling',
      ])
        expect(await call({ path, headers: given }), JSON.stringify([path, given])).toEqual({
          status: 403,
          body: {},
        })
      const body = { email: ana.email, password: PASSWORD }
      expect(await call({ method: 'POST', path: '/api/auth/login', headers: given, body })).toMatchObject({
        status: 403,
      })
    }
    // Without the key an invitation is all that may be shown, by the one name.
    const look = { method: 'POST', path: '/api/invitations/look', body: { secret: 'AAAAAAAA' } }
    expect(await call({ ...look, headers: { host: 'evil.example' } })).toMatchObject({ status: 403 })
    expect(await call({ ...look, method: 'GET', body: undefined } as never)).toMatchObject({ status: 403 })
    expect(await call({ ...look, path: '/api/invitations/look/../../auth/login' })).toMatchObject({
      status: 403,
    })
  })

  it('ends every connection at once when it is switched off, and is the same computer when it is on again', async () => {
    const before = await state()
    const { port, host } = await place()
    const socket = tls({ port, host: '127.0.0.1', rejectUnauthorized: false, servername: host })
    await new Promise(resolve => socket.once('secureConnect', resolve))
    const ended = new Promise(resolve => socket.once('close', resolve))
    socket.on('error', () => undefined)
    expect((await h.call(root, 'localNetwork.close')).status).toBe(200)
    await ended
    await expect(
      new Promise((resolve, reject) => tcp(port, '127.0.0.1').on('connect', resolve).on('error', reject)),
    ).rejects.toThrow(/ECONNREFUSED/)
    expect((await state()).on).toBe(false)
    await open()
    const after = await state()
    expect(after).toEqual({ ...before, places: after.places })
    const [row] = await h.db.select().from(localNetwork)
    expect(row?.privateKey).not.toContain('PRIVATE KEY')
  })
})

describe('an invitation', () => {
  beforeEach(() => open())

  it('makes its person a user, once, with the profile and queues it says, and is in the audit log', async () => {
    const { suporte } = h.one
    const { secret, code, fingerprint, at } = await invite({
      ...FORM,
      profile: 'supervisor',
      queueIds: [suporte],
    })
    expect(invitationOfCode(at, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual({
      at,
      others: [],
      secret,
      fingerprint: fingerprint.slice(0, 16),
    })
    expect((await post('look', { secret }))?.body).toEqual({ company: 'Um', name: 'Rita', email: null })
    const rita = person()
    const joined = await post('join', { ...rita, secret })
    expect(joined).toMatchObject({ status: 200, body: { key: key() } })
    expect(joined?.body.places).toContain(at)
    const [user] = await h.db.select().from(users).where(eq(users.email, rita.email))
    expect(user).toMatchObject({
      companyId: h.one.id,
      profile: 'supervisor',
      super: false,
      name: 'Rita Alves',
    })
    const queues = await h.db
      .select()
      .from(userQueues)
      .where(eq(userQueues.userId, user?.id ?? 0))
    expect(queues.map(row => row.queueId)).toEqual([suporte])
    const headers = { [WORKSPACE_KEY_HEADER]: key() }
    const { email, password } = rita
    const login = { method: 'POST', path: '/api/auth/login', headers, body: { email, password } }
    expect(await call(login)).toMatchObject({ status: 200 })
    const logged = await h.db.select().from(auditEntries).where(eq(auditEntries.subject, 'invitations'))
    expect(logged.map(row => [row.userName, row.action])).toEqual([
      ['Raiz', 'create'],
      ['Rita Alves', 'run'],
    ])
    expect(JSON.stringify(logged)).not.toContain(secret)
    // Shown again it is nothing, to look at or to take.
    expect(await post('look', { secret })).toMatchObject({ status: 404, body: { error: 'ERR_INVITATION' } })
    expect(await post('join', { ...person(), secret })).toMatchObject({ status: 404 })
  })

  it('is taken by one of two at once', async () => {
    const { secret } = await invite()
    const both = await Promise.allSettled(
      [person(), person()].map(who => take(h.running.app, { ...who, secret })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is nothing when it is over or was taken back, by somebody of the company', async () => {
    const late = await invite()
    await h.db.platform.update(invitations).set({ expiresAt: new Date(Date.now() - 1).toISOString() })
    expect(await post('look', { secret: late.secret })).toMatchObject({ status: 404 })
    expect(await post('join', { ...person(), secret: late.secret })).toMatchObject({ status: 404 })
    expect((await state()).invitations).toEqual([])

    const back = await invite()
    const remove = { params: { id: back.id } }
    expect((await h.call(h.two.admin, 'invitations.remove', remove)).status).toBe(404)
    expect((await h.call(h.one.ana, 'invitations.remove', remove)).status).toBe(403)
    expect((await h.call(h.one.admin, 'invitations.remove', remove)).status).toBe(200)
    expect(await post('join', { ...person(), secret: back.secret })).toMatchObject({ status: 404 })
  })

  it('stays open when joining fails, and its secret is not in the database', async () => {
    const { secret } = await invite()
    const taken = { ...person(), email: h.one.ana.email }
    expect(await post('join', { ...taken, secret })).toMatchObject({ body: { error: 'ERR_DUPLICATED_USER' } })
    expect(JSON.stringify(await h.db.select().from(invitations))).not.toContain(secret)
    expect(await post('join', { ...person(), secret })).toMatchObject({ status: 200 })
  })

  it('lets whoever is new see what has no queue while the company has none', async () => {
    const { admin } = h.two
    const add = async (email: string) => {
      const body = { name: 'Nova', email, password: PASSWORD }
      return (await h.call<{ allTicket: boolean }>(admin, 'users.create', { body })).body.allTicket
    }
    const queues = (await h.call<{ id: number }[]>(admin, 'queues.list')).body
    expect(queues.length).toBeGreaterThan(0)
    expect(await add('antes@dois.test')).toBe(false)
    for (const { id } of queues) await h.call(admin, 'queues.remove', { params: { id } })
    expect(await add('depois@dois.test')).toBe(true)
  })

  it('for somebody who has a user takes that password, and makes nobody', async () => {
    const { bia } = h.one
    const { secret } = await invite({ ...FORM, userId: bia.id })
    expect((await post('look', { secret }))?.body).toEqual({ company: 'Um', name: 'Bia', email: bia.email })
    const before = await h.db.$count(users)
    const as = (password: string, email = bia.email) =>
      post('join', { name: 'Outra', email, password, secret })
    expect(await as('errada123')).toMatchObject({ body: { error: 'ERR_INVALID_CREDENTIALS' } })
    expect(await as(PASSWORD, h.one.ana.email)).toMatchObject({ body: { error: 'ERR_INVALID_CREDENTIALS' } })
    expect(await as(PASSWORD)).toMatchObject({ status: 200 })
    expect(await h.db.$count(users)).toBe(before)
    const foreign = { body: { ...FORM, userId: h.two.ana.id } }
    expect((await h.call(h.one.admin, 'invitations.create', foreign)).body).toMatchObject({
      error: 'ERR_NO_USER_FOUND',
    })
  })

  it('is no guess once it is over: those who come with it late keep nobody from joining', async () => {
    const { secret } = await invite()
    const next = await invite()
    expect(await post('join', { ...person(), secret })).toMatchObject({ status: 200 })
    for (let tries = 0; tries < 110; tries += 1)
      expect(await post('look', { secret })).toMatchObject({ body: { error: 'ERR_INVITATION' } })
    expect(await post('join', { ...person(), secret: next.secret })).toMatchObject({ status: 200 })
  })

  it('is not guessed: after a hundred wrong ones the right one waits as well, but only for seconds', async () => {
    const { secret } = await invite()
    const answers = []
    for (let tries = 0; tries < 104; tries += 1)
      answers.push(await post(tries % 50 ? 'look' : 'join', { ...person(), secret: 'ZZZZZZZZ' }))
    expect(answers.slice(-3).map(answer => answer?.status)).toEqual([404, 429, 429])
    const waits = await post('look', { secret })
    expect(waits).toMatchObject({ status: 429 })
    const { retryAfter } = (waits?.body ?? {}) as { retryAfter?: number }
    expect(retryAfter).toBeLessThanOrEqual(10)
    // These seconds are over.
    await h.running.app.memory
      .attempts('invitations beyond', { attempts: 2, windowMs: 10_000 })
      .clear(networkOf('127.0.0.1'))
    expect(await post('look', { secret })).toMatchObject({ status: 200 })
    expect(await post('join', { ...person(), secret })).toMatchObject({ status: 200 })
  })
})

it('listens again after a start where it was on, as the same computer', async () => {
  const folder = `${h.folder}/again`
  const begin = () =>
    startWorkspace({
      ...{ folder, handlers, log: silentLog, localNetwork: { port: 0, addresses: () => ['127.0.0.1'] } },
      createChannel: ({ sink }) => new FakeChannel(sink),
    })
  const first = await begin()
  await first.app.localNetwork?.open()
  const before = await first.app.localNetwork?.state()
  await first.close()
  const second = await begin()
  expect(await second.app.localNetwork?.state()).toEqual(before)
  await second.app.localNetwork?.close()
  await second.close()
  const third = await begin()
  expect(await third.app.localNetwork?.state()).toEqual({ ...before, on: false, places: [] })
  await third.close()
})

it('this computer is needed while colleagues are let in, and while a number is connected', async () => {
  const needed = () => isNeeded(h.running.app)
  await h.update(whatsapps, { status: 'DISCONNECTED' })
  await h.call(root, 'localNetwork.close')
  expect(await needed()).toBe(false)
  await open()
  expect(await needed()).toBe(true)
  await h.call(root, 'localNetwork.close')
  expect(await needed()).toBe(false)
  await h.update(whatsapps, { status: 'CONNECTED' }, eq(whatsapps.id, h.one.whatsappId))
  expect(await needed()).toBe(true)
})
