/** Agents on two servers of one workspace: what they hear, and who is here. */
import type { ResumeRequest } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onlineSpans, userQueues, users } from '../../electron/server/platform/db/schema'
import type { Workspace } from '../../electron/server/workspace'
import { type Harness, type Listener, listen, type Person } from '../integration/server/harness'
import { type Pair, startPair } from '../integration/server/pair'
import { inCluster } from '../support/postgres/cluster'
import { postgresMissing } from '../support/postgres/programs'

describe.skipIf(postgresMissing())('two servers of one workspace', () => {
  let pair: Pair
  let h: Harness
  const open: Listener[] = []
  beforeAll(async () => {
    pair = await startPair()
    h = pair.one
  })
  afterAll(async () => {
    for (const listener of open) listener.close()
    await pair?.close()
  })

  const here = async (who: Person, joins?: string[]): Promise<Listener> => {
    const listener = await h.connect(who, joins)
    open.push(listener)
    return listener
  }
  const there = async (who: Person, joins?: string[]): Promise<Listener> => {
    const listener = await pair.connectTwo(who, joins)
    open.push(listener)
    return listener
  }
  const put = (who: Person, id: number, body: Record<string, unknown>) =>
    h.call(who, 'tickets.update', { params: { id }, body })
  const actions = (l: Listener, id: number) =>
    l
      .of('ticket')
      .filter(p => p.ticketId === id || (p.ticket as { id?: number } | undefined)?.id === id)
      .map(p => p.action)
  /** Something everybody hears, after everything before it. */
  const mark = async (all: Listener[]): Promise<void> => {
    const message = `mark ${crypto.randomUUID()}`
    for (const { app } of [h.running, pair.two])
      for (const company of [h.one, h.two])
        await app.db
          .company(company.id)
          .write(async () =>
            app.realtime.toCompany(company.id, 'tag', { action: 'update', message } as never),
          )
    for (const l of all)
      await expect
        .poll(() => l.heard.filter(heard => JSON.stringify(heard.payload).includes(message)).length)
        .toBe(2)
  }
  const presenceOf = async (who: Person) => {
    const [row] = await h.db.select({ presence: users.presence }).from(users).where(eq(users.id, who.id))
    return row?.presence
  }

  it('an event reaches an agent on the other one, once, and nobody it is not for', async () => {
    const ticket = await h.newTicket(h.one, {})
    const all = [
      await here(h.one.ana),
      await there(h.one.bia),
      await there(h.one.caio),
      await there(h.two.ana),
    ]
    await put(h.one.admin, ticket.id, { queueId: h.one.vendas })
    await mark(all)
    expect(all.map(l => actions(l, ticket.id))).toEqual([
      ['removeFromList'],
      ['removeFromList'],
      ['update'],
      [],
    ])
  })

  it('somebody at a ticket on one is known on the other, and who is there when somebody comes', async () => {
    const ticket = await h.newTicket(h.one, {})
    const [ana, bia] = [
      await here(h.one.ana, [String(ticket.id)]),
      await there(h.one.bia, [String(ticket.id)]),
    ]
    ana.socket.emit('ticketPresence', [{ ticketId: ticket.id, activity: 'writing' }])
    await bia.until(({ payload }) => payload.userId === h.one.ana.id && payload.activity === 'writing')
    bia.heard.length = 0
    bia.socket.emit('ticketPresence', [{ ticketId: ticket.id, activity: 'reading' }])
    await ana.until(({ payload }) => payload.userId === h.one.bia.id)
    await bia.until(({ payload }) => payload.userId === h.one.ana.id && payload.activity === 'writing')
    ana.close()
    await bia.until(({ payload }) => payload.userId === h.one.ana.id && payload.activity === 'gone')
  })

  it('events of both arrive everywhere in one order, those of one in the order of its writes', async () => {
    const listeners = [await here(h.one.admin), await there(h.one.admin), await there(h.one.ana)]
    const said = (app: Workspace, n: number): Promise<void> =>
      app.db
        .company(h.one.id)
        .write(async () => app.realtime.toCompany(h.one.id, 'tag', { action: 'update', n } as never))
    const apps = [h.running.app, pair.two.app]
    await Promise.all(Array.from({ length: 200 }, (_, n) => said(apps[n % 2] as Workspace, n)))
    await mark(listeners)
    const orders = listeners.map(l => l.of('tag').flatMap(({ n }) => (typeof n === 'number' ? [n] : [])))
    expect([...(orders[0] ?? [])].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(orders[1]).toEqual(orders[0])
    expect(orders[2]).toEqual(orders[0])
    const evens = orders[0]?.filter(n => n % 2 === 0) ?? []
    expect(evens).toEqual([...evens].sort((a, b) => a - b))
  })

  it('whoever comes from the other one is given what was said meanwhile', async () => {
    const before = await here(h.one.ana)
    const ticket = await h.newTicket(h.one, {})
    await put(h.one.admin, ticket.id, { handoverNote: 'one' })
    await mark([before])
    const { resumed: _, ...position } = before.position()
    before.close()
    await put(h.one.admin, ticket.id, { handoverNote: 'two' })
    const topics: ResumeRequest['topics'] = ['pending', 'open', 'closed', 'notification']
    const after = await listen(pair.two.url, h.one.ana, [], { ...position, topics, chatBoxes: [] })
    open.push(after)
    expect(after.position().resumed).toBe(true)
    await expect.poll(() => actions(after, ticket.id)).toEqual(['update'])
    await put(h.one.admin, ticket.id, { handoverNote: 'three' })
    await mark([after])
    expect(actions(after, ticket.id)).toEqual(['update', 'update'])
  })

  it('what is for the platform or for every company reaches people of the other one', async () => {
    const root = await h.superOf(h.two)
    const [admin, other] = [await there(root), await there(h.one.ana)]
    await h.say(h.one.id, realtime => {
      realtime.toPlatform('plan', { action: 'update', n: 1 } as never)
      realtime.toEveryCompany('plan', { action: 'update', n: 2 } as never)
    })
    await expect.poll(() => admin.of('plan').map(p => p.n)).toEqual([1, 2])
    await expect.poll(() => other.of('plan').map(p => p.n)).toEqual([2])
  })

  it('a change of rights takes effect on the other one before the next event', async () => {
    const caio = await there(h.one.caio)
    const ticket = await h.newTicket(h.one, { status: 'pending' })
    for (let round = 0; round < 5; round++) {
      await h.insert(userQueues, { companyId: h.one.id, userId: h.one.caio.id, queueId: h.one.suporte })
      await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
      await h.say(h.one.id, realtime =>
        realtime.toViewers(ticket, 'appMessage', { action: 'update', allowed: round } as never),
      )
      // Rooms are those of the rows at the time they are worked out.
      await mark([caio])
      await h.db.platform
        .delete(userQueues)
        .where(and(eq(userQueues.queueId, h.one.suporte), eq(userQueues.userId, h.one.caio.id)))
      await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
      await h.say(h.one.id, realtime =>
        realtime.toViewers(ticket, 'appMessage', { action: 'update', denied: round } as never),
      )
      await mark([caio])
    }
    expect(caio.of('appMessage')).toEqual(
      Array.from({ length: 5 }, (_, allowed) => ({ action: 'update', allowed })),
    )
  })

  it('whoever is signed out by one is cut off by the other', async () => {
    const livia = await there(h.one.livia)
    const gone = new Promise(resolve => livia.socket.once('disconnect', resolve))
    await h.say(h.one.id, realtime => realtime.dropUser(h.one.id, h.one.livia.id))
    expect(await gone).toBe('io server disconnect')
    const ana = await there(h.two.ana)
    const cut = new Promise(resolve => ana.socket.once('disconnect', resolve))
    await h.say(h.two.id, realtime => realtime.dropCompany(h.two.id))
    await cut
  })

  it('somebody is offline when their last socket of all is gone', async () => {
    const [a, b] = [await here(h.one.sup), await there(h.one.sup)]
    await expect.poll(() => presenceOf(h.one.sup)).toBe('online')
    a.close()
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await presenceOf(h.one.sup)).toBe('online')
    b.close()
    await expect.poll(() => presenceOf(h.one.sup)).toBe('offline')
  })

  it('people of a process that died are offline after a while, those who came to another are not', async () => {
    const third = await pair.another()
    const { listen } = await import('../integration/server/harness')
    const [caio, moved] = [await listen(third.url, h.two.caio, []), await listen(third.url, h.two.livia, [])]
    await expect.poll(() => presenceOf(h.two.caio)).toBe('online')
    const [seen] = await h.db.select({ at: users.lastSeenAt }).from(users).where(eq(users.id, h.two.caio.id))
    // From one moment to the next it says nothing to anybody.
    await third.app.cluster?.close()
    open.push(await here(h.two.livia))
    expect(await presenceOf(h.two.caio)).toBe('online')
    await expect.poll(() => presenceOf(h.two.caio)).toBe('offline')
    expect(await presenceOf(h.two.livia)).toBe('online')
    const spansOf = (who: Person) => h.db.select().from(onlineSpans).where(eq(onlineSpans.userId, who.id))
    // Nobody saw them leave.
    expect((await spansOf(h.two.caio)).at(-1)?.endedAt).toBe(seen?.at)
    expect(await spansOf(h.two.livia)).toMatchObject([{ endedAt: null }])
    caio.close()
    moved.close()
  })

  it('a process that joins leaves those alone who are online', async () => {
    const bia = await here(h.two.bia)
    await expect.poll(() => presenceOf(h.two.bia)).toBe('online')
    const third = await pair.another()
    // It serves its own people by now.
    const caio = await listen(third.url, h.two.caio, [])
    await expect.poll(() => presenceOf(h.two.caio)).toBe('online')
    expect(await presenceOf(h.two.bia)).toBe('online')
    caio.close()
    await expect.poll(() => presenceOf(h.two.caio)).toBe('offline')
    await third.close()
    expect(await presenceOf(h.two.bia)).toBe('online')
    bia.close()
  })

  it('who is where is known again when the database has forgotten it and cut all lines', async () => {
    const [own, other] = [await here(h.one.admin), await there(h.one.admin)]
    const places = async () =>
      (
        await h.db.all<{ n: number }>(
          sql`select count(*) as n from process_users where user_id = ${h.one.admin.id}`,
        )
      )[0]?.n
    await expect.poll(places).toBe(2)
    await inCluster(
      pair.postgres.socket,
      [
        'truncate process_users',
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'turno work %'",
      ],
      'shared',
    )
    await expect.poll(places).toBe(2)
    own.close()
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await presenceOf(h.one.admin)).toBe('online')
    other.close()
  })
})
