/** Several server processes on one database: which works for whom, what the others have it do, and how it changes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointName } from '@contract'
import { endpoints, pathOf } from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../electron/server/desk/channel/channel'
import { storeOwn } from '../../electron/server/desk/messages/rows'
import { claim } from '../../electron/server/desk/outgoing/jobs'
import { handlers } from '../../electron/server/doors/routes'
import { lineLog } from '../../electron/server/log'
import { explained } from '../../electron/server/platform/db/engine/lost'
import {
  messages,
  outgoing,
  schedules,
  type tickets,
  whatsapps,
} from '../../electron/server/platform/db/schema'
import { type RunningWorkspace, startWorkspace } from '../../electron/server/start'
import { FakeChannel } from '../integration/server/fake-channel'
import { type Harness, type Person, startHarness } from '../integration/server/harness'
import { inCluster } from '../support/postgres/cluster'
import { postgresMissing } from '../support/postgres/programs'
import { type Services, startServices } from '../support/shared-postgres'
import { soon } from '../support/soon'

const METRICS = 'token-of-the-figures'

/** What left, by whichever process. */
interface Left {
  by: string
  message: OutgoingMessage
}

/** The phones behind every process: only the one that works for their company may use them. */
class Phones extends FakeChannel {
  private mine = (_companyId: number): boolean => false
  constructor(
    sink: ConstructorParameters<typeof FakeChannel>[0],
    readonly by: string,
    readonly left: Left[],
    private readonly companyOf: (whatsappId: number) => number,
    private readonly beforeStart: () => void,
  ) {
    super(sink)
  }
  override async start(mine = (_companyId: number): boolean => true): Promise<void> {
    this.beforeStart()
    this.mine = mine
  }
  override async stop(): Promise<void> {
    this.mine = () => false
  }
  override isConnected(id: number): boolean {
    return this.mine(this.companyOf(id)) && super.isConnected(id)
  }
  override async send(message: OutgoingMessage): Promise<void> {
    if (!this.mine(message.companyId)) throw new Error(`${this.by} sent by a connection it does not hold`)
    await super.send(message)
    this.left.push({ by: this.by, message })
  }
  override async askAbout(ref: Parameters<FakeChannel['askAbout']>[0]) {
    const known = await super.askAbout(ref)
    return known ?? (this.left.some(one => one.message.messageId === ref.messageId) ? { ack: 1 } : null)
  }
}

describe.skipIf(postgresMissing())('several processes on one database', () => {
  let services: Services
  let h: Harness
  const left: Left[] = []
  const channels = new Map<string, Phones>()
  const taken: string[] = []
  /** For whom the database is away when the connections are begun the next time. */
  const away = new Set<string>()
  const lines: string[] = []
  const open = new Map<string, RunningWorkspace>()
  let ticket: typeof tickets.$inferSelect
  let serial = 0

  const channelFor = (by: string) => (sink: ConstructorParameters<typeof FakeChannel>[0]) => {
    const companyOf = (id: number): number => (id === h?.two.whatsappId ? h.two.id : (h?.one.id ?? 0))
    const channel = new Phones(sink, by, left, companyOf, () => {
      if (!away.delete(by)) return
      throw explained(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), false)
    })
    channels.set(by, channel)
    return channel
  }
  const phonesOf = (by: string): Phones => {
    const channel = channels.get(by)
    if (!channel) throw new Error(`no ${by}`)
    return channel
  }
  const shared = (by: string) => ({
    databaseUrl: services.url,
    metricsToken: METRICS,
    onTaken: () => void taken.push(by),
  })
  /** Waits until each has as many parts as the others. */
  const inParts = async (): Promise<void> => {
    const each = () => [...open.values()].map(({ app }) => Math.round(app.work.ownedShare() * open.size))
    for (const until = performance.now() + 10_000; each().some(part => part !== 1); await delay(20))
      if (performance.now() > until) throw new Error(`not shared: ${each().join()}`)
  }
  const another = async (by: string): Promise<RunningWorkspace> => {
    const running = await startWorkspace({
      ...shared(by),
      folder: h.folder,
      log: lineLog((_level, line) => lines.push(`${by} ${line}`)),
      handlers,
      graphUrl: 'http://127.0.0.1:9',
      createChannel: deps => channelFor(by)(deps.sink),
    })
    open.set(by, running)
    await inParts()
    return running
  }
  const close = async (by: string): Promise<void> => {
    const running = open.get(by)
    open.delete(by)
    await running?.close()
  }
  const at = (by: string): RunningWorkspace => {
    const running = open.get(by)
    if (!running) throw new Error(`${by} does not run`)
    return running
  }
  /** Who works for the company of these tests. */
  const works = (companyId = h.one.id): string[] =>
    [...open].flatMap(([by, { app }]) => (app.work.owns(companyId) ? [by] : []))
  /** Calls an endpoint of one of the processes. */
  const call = async (
    by: string,
    who: Person,
    name: EndpointName,
    { params, body }: { params?: Record<string, string | number>; body?: unknown } = {},
  ) => {
    const endpoint = endpoints[name]
    const answer = await fetch(`${at(by).url}/api${pathOf(endpoint, params)}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  const write = (by: string, body: string) =>
    call(by, h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body, clientId: `client-${body}` },
    })
  const leftAs = (body: string): string[] =>
    left.filter(({ message }) => message.body === body).map(({ by }) => by)
  const unsettled = async (): Promise<number> => {
    const [any] = open.values()
    return (await any?.app.db.$count(outgoing, eq(outgoing.state, 'queued'))) ?? -1
  }

  beforeAll(async () => {
    services = await startServices()
    h = await startHarness({
      ...shared('one'),
      log: lineLog((_level, line) => lines.push(`one ${line}`)),
      around: (_channel, deps) => channelFor('one')(deps.sink),
    })
    open.set('one', h.running)
    await another('two')
    ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  })
  beforeEach(() => {
    serial += 1
    for (const channel of channels.values()) channel.refuseWith = null
  })
  afterAll(async () => {
    if (process.env.SHOW) console.log(lines.join('\n'))
    for (const by of [...open.keys()]) await close(by)
    await services?.stop()
  })

  it('each works for its part: what is written at the other leaves once, by the one that works for the company', async () => {
    expect([works(), works(h.two.id)]).toEqual([['two'], ['one']])
    const answers = await Promise.all(['a', 'b', 'c'].map(word => write('one', `${word}${serial}`)))
    expect(answers.map(({ status, body }) => body?.error ?? status)).toEqual([200, 200, 200])
    for (const word of ['a', 'b', 'c']) expect(leftAs(`${word}${serial}`)).toEqual(['two'])
    expect(await write('two', `d${serial}`)).toMatchObject({ status: 200 })
    expect(leftAs(`d${serial}`)).toEqual(['two'])
    for (const by of open.keys()) {
      const headers = { authorization: `Bearer ${METRICS}` }
      const figures = await (await fetch(`${at(by).url}/metrics`, { headers })).text()
      expect(figures).toContain('turno_working 0.5')
    }
  })

  it('a database that is away while parts are being taken ends no process', async () => {
    away.add('three')
    const { app } = await another('three')
    await soon(() => expect(lines).toContainEqual(expect.stringContaining('begun again')))
    await soon(() => expect(lines.filter(line => /^three .*this process works/.test(line))).not.toEqual([]))
    expect(app.work.isFenced()).toBe(false)
    expect(taken).toEqual([])
    await close('three')
    await inParts()
  })

  it('a refusal of the channel reaches whoever asked at the other, as itself', async () => {
    phonesOf('two').refuseWith = 'ERR_WAPP_UNDELIVERABLE'
    expect(await write('one', `refused${serial}`)).toEqual({
      status: 400,
      body: { error: 'ERR_WAPP_UNDELIVERABLE' },
    })
    const [row] = await h.db
      .select()
      .from(messages)
      .where(eq(messages.clientId, `client-refused${serial}`))
    expect(row?.failure).toBe('ERR_WAPP_UNDELIVERABLE')
    phonesOf('two').refuseWith = null
    phonesOf('two').silentNumbers.add('5521900000001')
    const asked = await call('one', h.one.ana, 'contacts.create', {
      body: { name: 'Nova', number: '5521900000001' },
    })
    expect(asked).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_CHECK_CONTACT' } })
  })

  it('a code, a signing out and a reaction are asked of the connection’s own process, and its state is known', async () => {
    const params = { id: h.one.whatsappId }
    expect(await call('one', h.one.admin, 'whatsapps.newCode', { params })).toMatchObject({ status: 200 })
    const state = async () =>
      (await h.db.select().from(whatsapps).where(eq(whatsapps.id, h.one.whatsappId)))[0]?.status
    expect(await state()).toBe('qrcode')
    await call('one', h.one.admin, 'whatsapps.disconnect', { params })
    expect(await state()).toBe('DISCONNECTED')
    expect(phonesOf('one').down.size).toBe(0)
    await expect.poll(() => at('one').app.channel.isConnected(h.one.whatsappId)).toBe(false)
    expect((await write('one', `down${serial}`)).body).toEqual({ error: 'ERR_WAPP_NOT_INITIALIZED' })
    await call('one', h.one.admin, 'whatsapps.connect', { params })
    await expect.poll(async () => (await write('one', `up${serial}`)).status).toBe(200)
    expect(leftAs(`up${serial}`)).toEqual(['two'])
    const [message] = await h.db
      .select()
      .from(messages)
      .where(eq(messages.clientId, `client-up${serial}`))
    await call('one', h.one.ana, 'messages.react', {
      params: { id: message?.id ?? '' },
      body: { type: '👍' },
    })
    expect(phonesOf('two').reactions.map(({ type }) => type)).toEqual(['👍'])
  })

  it('what nobody asked for leaves all the same, in the order it was written', async () => {
    const { app } = at('one')
    await app.db.platform.write(tx =>
      storeOwn(app, tx, ticket.id, { companyId: h.one.id, body: `first${serial}`, userId: null }),
    )
    await write('one', `second${serial}`)
    expect(left.slice(-2).map(({ message }) => message.body)).toEqual([`first${serial}`, `second${serial}`])
    await app.db.platform.write(tx =>
      storeOwn(app, tx, ticket.id, { companyId: h.one.id, body: `alone${serial}`, userId: null }),
    )
    await expect.poll(() => leftAs(`alone${serial}`)).toEqual(['two'])
  })

  it('what another process begins to send without the company being its own, it does not send', async () => {
    const { app } = at('one')
    const stored = await app.db.platform.write(tx =>
      storeOwn(app, tx, ticket.id, { companyId: h.one.id, body: `claimed${serial}`, userId: null }),
    )
    expect(await claim(at('one').app, stored.row.seq, stored.ticket)).toBeNull()
    await expect.poll(() => leftAs(`claimed${serial}`)).toEqual(['two'])
  })

  it('one that ends in order gives the work away at once, with what is due and what is written meanwhile', async () => {
    const past = new Date(Date.now() - 1_000).toISOString()
    const ends = close('two')
    const during = Array.from({ length: 10 }, (_, i) => write('one', `during${serial}-${i}`))
    const since = performance.now()
    await expect.poll(works, { interval: 5 }).toEqual(['one'])
    const tookMs = performance.now() - since
    await ends
    for (const answer of await Promise.all(during)) expect(answer.status).toBe(200)
    await expect.poll(unsettled).toBe(0)
    const bodies = Array.from({ length: 10 }, (_, i) => `during${serial}-${i}`)
    // One that the other had just claimed is no longer queued; it is asked about, and then leaves, two seconds later.
    const missed = () => bodies.filter(body => leftAs(body).length === 0)
    await expect.poll(missed).toEqual([])
    for (const body of bodies) expect(leftAs(body)).toHaveLength(1)
    expect(tookMs).toBeLessThan(5_000)
    await at('one')
      .app.db.platform.insert(schedules)
      .values({
        companyId: h.one.id,
        contactId: ticket.contactId,
        ticketId: ticket.id,
        userId: h.one.ana.id,
        body: `due${serial}`,
        sendAt: past,
      })
    await expect.poll(() => leftAs(`due${serial}`)).toEqual(['one'])
  })

  it('one whose line to the database is cut stops at once: it works again, or another does, and nothing leaves twice', async () => {
    await another('three')
    expect([works(), works(h.two.id)]).toEqual([['three'], ['one']])
    const bodies: string[] = []
    for (let round = 0; round < 3; round++) {
      const before = open.size
      await inCluster(services.postgres.socket, [
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = 'shared' and application_name like 'turno work %'`,
      ])
      const names = [...open.keys()]
      const written = names.flatMap(by =>
        [0, 1, 2].map(i => {
          const body = `cut${serial}-${round}-${by}-${i}`
          bodies.push(body)
          return write(by, body)
        }),
      )
      const answers = await Promise.all(written)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      await expect.poll(() => works().length).toBe(1)
      for (const by of taken.splice(0)) {
        await close(by)
        await another(`${by}+`)
      }
      expect(open.size).toBe(before)
      await expect.poll(() => works().length).toBe(1)
    }
    await expect.poll(unsettled).toBe(0)
    await delay(100)
    for (const body of bodies) expect(leftAs(body), body).toHaveLength(1)
  })
})
