/** Agents on two servers of one workspace: what they hear, and who is here. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userQueues, users } from '../../../electron/server/db/schema'
import { seenOf } from '../../../electron/server/tickets/visibility'
import { ticketView } from '../../../electron/server/views/tickets'
import { postgresMissing } from '../../support/postgres/programs'
import { type Harness, type Listener, listen, type Person } from './harness'
import { type Pair, startPair } from './pair'

describe.skipIf(postgresMissing())('two servers of one workspace', () => {
  let pair: Pair
  let h: Harness
  const open: Listener[] = []
  beforeAll(async () => {
    pair = await startPair()
    h = pair.one
  }, 60_000)
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
          .write(async () => app.realtime.toCompany(company.id, 'tag', { action: 'update', message } as never))
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

  it('events of both arrive everywhere in one order', async () => {
    const listeners = [await here(h.one.admin), await there(h.one.admin), await there(h.one.ana)]
    const realtimes = [h.running.app.realtime, pair.two.app.realtime]
    for (let n = 0; n < 400; n++) {
      realtimes[n % 2]?.toCompany(h.one.id, 'tag' as never, { action: 'update', n } as never)
      if (n % 25 === 0) await new Promise(resolve => setTimeout(resolve, 1))
    }
    await mark(listeners)
    const orders = listeners.map(l => l.of('tag').map(payload => payload.n as number))
    expect([...(orders[0] ?? [])].sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, n) => n))
    expect(orders[1]).toEqual(orders[0])
    expect(orders[2]).toEqual(orders[0])
    // Each sender's own are in their order.
    const evens = orders[0]?.filter(n => n % 2 === 0) ?? []
    expect(evens).toEqual([...evens].sort((a, b) => a - b))
  })

  it('a ticket that was read before a change, and sent after it, is said again as it is', async () => {
    const row = await h.newTicket(h.one, { status: 'pending' })
    const listeners = [
      await here(h.one.admin),
      await there(h.one.admin),
      await here(h.one.ana),
      await there(h.one.caio),
    ]
    const said = (l: Listener) => {
      const events = [...l.of('ticket'), ...l.of('appMessage')].filter(
        p => (p.ticket as { id?: number })?.id === row.id,
      )
      return events.at(-1)?.ticket as { status: string; queueId: number } | undefined
    }
    const old = await ticketView(h.db, row.id)
    if (!old) throw new Error('no ticket')
    // The other process moves it on, and everybody has heard of that.
    const moved = await pair.askTwo(h.one.admin, `/api/tickets/${row.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queueId: h.one.vendas }),
    })
    expect(moved.status).toBe(200)
    await mark(listeners)
    expect(listeners.map(l => actions(l, row.id))).toEqual([
      ['update'],
      ['update'],
      ['removeFromList'],
      ['update'],
    ])
    h.running.app.realtime.ticketChanged(seenOf(row), seenOf(row), { action: 'update', ticket: old })
    for (const l of [listeners[0], listeners[2]])
      await expect.poll(() => actions(l as Listener, row.id).length).toBe(3)
    for (const l of listeners.filter(one => one !== listeners[2]))
      await expect.poll(() => said(l)?.queueId).toBe(h.one.vendas)
    // Who had it back by the old event loses it again; who sees it now was never sent away for good.
    expect(actions(listeners[2] as Listener, row.id).at(-1)).toBe('removeFromList')
    expect(actions(listeners[3] as Listener, row.id).at(-1)).toBe('update')
    await mark(listeners)
    expect(actions(listeners[0] as Listener, row.id)).toEqual(['update', 'update', 'update'])
  })

  it('nothing is said again of two readings that both were right, or of one that is told twice', async () => {
    const row = await h.newTicket(h.one, { status: 'pending' })
    const listener = await there(h.one.admin)
    const [first, second] = [await ticketView(h.db, row.id), await ticketView(pair.two.app.db, row.id)]
    if (!first || !second) throw new Error('no ticket')
    const realtimes = [h.running.app.realtime, pair.two.app.realtime] as const
    realtimes[0].ticketChanged(seenOf(row), seenOf(row), { action: 'update', ticket: first })
    realtimes[0].ticketChanged(seenOf(row), seenOf(row), { action: 'update', ticket: first })
    await mark([listener])
    realtimes[1].ticketChanged(seenOf(row), seenOf(row), { action: 'update', ticket: second })
    await new Promise(resolve => setTimeout(resolve, 200))
    await mark([listener])
    expect(actions(listener, row.id)).toEqual(['update', 'update', 'update'])
  })

  it('a ticket that was deleted meanwhile is said to be gone', async () => {
    const row = await h.newTicket(h.one, { status: 'pending' })
    const listener = await there(h.one.admin)
    const old = await ticketView(h.db, row.id)
    if (!old) throw new Error('no ticket')
    const gone = await pair.askTwo(h.one.admin, `/api/tickets/${row.id}`, { method: 'DELETE' })
    expect(gone.status).toBe(200)
    await mark([listener])
    h.running.app.realtime.ticketChanged(null, seenOf(row), { action: 'create', ticket: old })
    await expect.poll(() => actions(listener, row.id)).toEqual(['delete', 'create', 'delete'])
  })

  it('what is for the platform or for every company reaches people of the other one', async () => {
    const root = await h.superOf(h.two)
    const [admin, other] = [await there(root), await there(h.one.ana)]
    h.running.app.realtime.toPlatform('plan' as never, { action: 'update', n: 1 } as never)
    h.running.app.realtime.toEveryCompany('plan' as never, { action: 'update', n: 2 } as never)
    await mark([admin, other])
    expect(admin.of('plan').map(p => p.n)).toEqual([1, 2])
    expect(other.of('plan').map(p => p.n)).toEqual([2])
  })

  it('a change of rights takes effect on the other one before the next event', async () => {
    const caio = await there(h.one.caio)
    const ticket = await h.newTicket(h.one, { status: 'pending' })
    for (let round = 0; round < 5; round++) {
      await h.db.platform
        .insert(userQueues)
        .values({ companyId: h.one.id, userId: h.one.caio.id, queueId: h.one.suporte })
      await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
      h.running.app.realtime.toViewers(ticket, 'appMessage', { action: 'update', allowed: round } as never)
      // Rooms are those of the rows at the time they are worked out.
      await mark([caio])
      await h.db.platform
        .delete(userQueues)
        .where(and(eq(userQueues.queueId, h.one.suporte), eq(userQueues.userId, h.one.caio.id)))
      await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
      h.running.app.realtime.toViewers(ticket, 'appMessage', { action: 'update', denied: round } as never)
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
    const { listen } = await import('./harness')
    const [caio, moved] = [await listen(third.url, h.two.caio, []), await listen(third.url, h.two.livia, [])]
    await expect.poll(() => presenceOf(h.two.caio)).toBe('online')
    // From one moment to the next it says nothing to anybody.
    await third.app.cluster?.close()
    open.push(await here(h.two.livia))
    expect(await presenceOf(h.two.caio)).toBe('online')
    await expect.poll(() => presenceOf(h.two.caio), { timeout: 5_000 }).toBe('offline')
    expect(await presenceOf(h.two.livia)).toBe('online')
    caio.close()
    moved.close()
  })

  it('a process that joins leaves those alone who are online', async () => {
    const bia = await here(h.two.bia)
    await expect.poll(() => presenceOf(h.two.bia)).toBe('online')
    // All of them live in this process: while one starts, the others may say nothing for longer than the dead do.
    const { deadMs } = pair.pulse
    pair.pulse.deadMs = 60_000
    try {
      const third = await pair.another()
      // It serves its own people by now.
      const caio = await listen(third.url, h.two.caio, [])
      await expect.poll(() => presenceOf(h.two.caio)).toBe('online')
      expect(await presenceOf(h.two.bia)).toBe('online')
      caio.close()
      await expect.poll(() => presenceOf(h.two.caio), { timeout: 5_000 }).toBe('offline')
      await third.close()
      expect(await presenceOf(h.two.bia)).toBe('online')
    } finally {
      pair.pulse.deadMs = deadMs
    }
    bia.close()
  })

  it('without Redis each serves its own people; afterwards every console is asked to catch up', async () => {
    const [own, other] = [await here(h.one.admin), await there(h.one.admin)]
    let [readyOwn, readyOther] = [0, 0]
    own.socket.on('ready', () => (readyOwn += 1))
    other.socket.on('ready', () => (readyOther += 1))
    await pair.redis.kill()
    await expect.poll(() => h.running.app.cluster?.reachable(50)).toBe(false)
    h.running.app.realtime.toCompany(h.one.id, 'tag' as never, { action: 'update', n: 'away' } as never)
    await own.until(heard => heard.payload.n === 'away')
    await pair.redis.start()
    await expect.poll(() => Math.min(readyOwn, readyOther), { timeout: 15_000 }).toBeGreaterThan(0)
    await expect
      .poll(
        () => {
          h.running.app.realtime.toCompany(h.one.id, 'tag' as never, { action: 'update', n: 'back' } as never)
          return other.of('tag').some(p => p.n === 'back')
        },
        { timeout: 10_000 },
      )
      .toBe(true)
    await expect.poll(() => presenceOf(h.one.admin)).toBe('online')
  }, 40_000)
})
