import { parseSocketEvent } from '@contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userQueues, users } from '../../../electron/server/db/schema'
import { type Harness, type Listener, type Person, startHarness } from './harness'

let h: Harness
const open: Listener[] = []
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  for (const listener of open) listener.close()
  await h.close()
})

const listen = async (who: Person, joins?: string[]): Promise<Listener> => {
  const listener = await h.connect(who, joins)
  open.push(listener)
  return listener
}
const put = (who: Person, id: number, body: Record<string, unknown>) =>
  h.call(who, 'tickets.update', { params: { id }, body })
const everybody = () =>
  Promise.all([h.one.admin, h.one.sup, h.one.ana, h.one.bia, h.one.caio, h.one.livia].map(who => listen(who)))
const actions = (l: Listener, id: number) =>
  l
    .of('ticket')
    .filter(p => p.ticketId === id || (p.ticket as { id?: number } | undefined)?.id === id)
    .map(p => p.action)
const settle = (all: Listener[]) => Promise.all(all.map(l => l.settled()))

describe('who hears of a ticket', () => {
  it('moving to another queue: update to who sees it now, removeFromList to exactly those who did, nothing to others', async () => {
    const ticket = await h.newTicket(h.one, {})
    const [admin, sup, ana, bia, caio, livia] = (await everybody()) as [
      Listener,
      Listener,
      Listener,
      Listener,
      Listener,
      Listener,
    ]
    await put(h.one.admin, ticket.id, { queueId: h.one.vendas })
    await settle([admin, sup, ana, bia, caio, livia])
    expect([admin, sup, ana, bia, caio, livia].map(l => actions(l, ticket.id))).toEqual([
      ['update'],
      ['removeFromList'],
      ['removeFromList'],
      ['removeFromList'],
      ['update'],
      [],
    ])
    for (const l of [admin, sup, ana, bia, caio, livia]) l.close()
  })

  it('accepting tells list holders of both statuses; the holder keeps seeing it after it leaves the queue', async () => {
    const ticket = await h.newTicket(h.one, {})
    const pendingOnly = await listen(h.one.bia, ['pending'])
    const closedOnly = await listen(h.one.sup, ['closed'])
    const holder = await listen(h.one.ana, [])
    await put(h.one.ana, ticket.id, { status: 'open' })
    await put(h.one.ana, ticket.id, {
      status: 'open',
      userId: h.one.ana.id,
      queueId: h.one.vendas,
      handoverNote: 'fica comigo',
    })
    await settle([pendingOnly, closedOnly, holder])
    expect(actions(pendingOnly, ticket.id)).toEqual(['update', 'removeFromList'])
    expect(actions(closedOnly, ticket.id)).toEqual(['removeFromList'])
    expect(actions(holder, ticket.id)).toEqual(['update', 'update'])
    await put(h.one.admin, ticket.id, { userId: h.one.caio.id, queueId: h.one.vendas })
    await settle([holder])
    expect(actions(holder, ticket.id)).toEqual(['update', 'update', 'removeFromList'])
  })

  it('a message reaches viewers of the ticket only, in their lists or with its chat box', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const box = await listen(h.one.bia, [String(ticket.id)])
    const none = await listen(h.one.sup, [])
    const other = await listen(h.one.caio, [String(ticket.id), 'open', 'pending', 'notification'])
    const foreign = await listen(h.two.admin, [String(ticket.id), 'open', 'pending', 'notification'])
    const { body } = await h.call<{ message: { id: string } }>(h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: 'oi' },
    })
    await box.until(e => e.event.endsWith('appMessage'))
    await h.running.sink.acks([{ whatsappId: h.one.whatsappId, messageId: body.message.id, ack: 3 }])
    await settle([box, none, other, foreign])
    expect(box.of('appMessage').map(p => p.action)).toEqual(['create', 'update'])
    for (const deaf of [none, other, foreign])
      expect(deaf.heard.filter(e => e.event.includes('appMessage'))).toEqual([])
    await put(h.one.ana, ticket.id, { queueId: h.one.vendas })
    await h.customer(h.one, await numberOf(ticket.contactId), 'e agora?')
    await settle([box])
    expect(box.of('appMessage')).toHaveLength(2)
  })

  const numberOf = async (id: number): Promise<string> =>
    (await h.db.query.contacts.findFirst({ where: (c, { eq: is }) => is(c.id, id) }))?.number ?? ''

  it('leaving a list ends its events', async () => {
    const window = await listen(h.one.bia, ['pending'])
    window.socket.emit('leaveTickets', 'pending')
    await window.settled()
    const ticket = await h.newTicket(h.one, {})
    await put(h.one.admin, ticket.id, { handoverNote: 'x' })
    await window.settled()
    expect(actions(window, ticket.id)).toEqual([])
  })

  it('garbage from a client changes nothing and kills nothing', async () => {
    const window = await listen(h.one.bia, ['pending'])
    const garbage: [string, ...unknown[]][] = [
      ['joinChatBox', 5],
      ['joinChatBox', '1; drop'],
      ['joinTickets', 'all'],
      ['joinTickets'],
      ['userStatus', 'x'],
      ['nonsense', {}],
    ]
    for (const [event, ...args] of garbage) window.socket.emit(event, ...args)
    await window.settled()
    expect(window.socket.connected).toBe(true)
  })
})

describe('changed rights count at once', () => {
  it('a queue given or taken moves the open windows into and out of its rooms', async () => {
    const window = await listen(h.one.caio)
    const ticket = await h.newTicket(h.one, {})
    const rename = () => put(h.one.admin, ticket.id, { handoverNote: `n${Math.random()}` })
    await h.db
      .insert(userQueues)
      .values({ companyId: h.one.id, userId: h.one.caio.id, queueId: h.one.suporte })
    await h.running.app.realtime.refreshUser(h.one.caio.id)
    await rename()
    await window.until(e => (e.payload.ticket as { id?: number } | undefined)?.id === ticket.id)
    window.socket.emit('joinChatBox', String(ticket.id))
    await window.settled()
    await h.db
      .delete(userQueues)
      .where(and(eq(userQueues.userId, h.one.caio.id), eq(userQueues.queueId, h.one.suporte)))
    await h.running.app.realtime.refreshUser(h.one.caio.id)
    const before = window.of('ticket').length
    await rename()
    await window.settled()
    expect(window.of('ticket')).toHaveLength(before)
  })

  it('joining a chat box asks the database, not the moment of connecting', async () => {
    const window = await listen(h.one.livia, [])
    const ticket = await h.newTicket(h.one, {})
    window.socket.emit('joinChatBox', String(ticket.id))
    await window.settled()
    await put(h.one.admin, ticket.id, { handoverNote: 'a' })
    await window.settled()
    expect(actions(window, ticket.id)).toEqual([])
    await h.db.update(users).set({ profile: 'admin' }).where(eq(users.id, h.one.livia.id))
    window.socket.emit('joinChatBox', String(ticket.id))
    await window.settled()
    await put(h.one.admin, ticket.id, { handoverNote: 'b' })
    await window.until(e => (e.payload.ticket as { id?: number } | undefined)?.id === ticket.id)
    await h.db.update(users).set({ profile: 'user' }).where(eq(users.id, h.one.livia.id))
  })
})

it('every event the server emits parses by the contract', async () => {
  const admin = await listen(h.one.admin)
  await h.customer(h.one, '5511955554444', 'começo')
  const ticket = await h.db.query.tickets.findFirst({ where: (t, { eq: is }) => is(t.lastMessage, 'começo') })
  if (!ticket) throw new Error('no ticket')
  await put(h.one.ana, ticket.id, { status: 'open' })
  const { body } = await h.call<{ message: { id: string } }>(h.one.ana, 'messages.send', {
    params: { ticketId: ticket.id },
    body: { body: 'oi' },
  })
  await h.call(h.one.ana, 'messages.react', { params: { id: body.message.id }, body: { type: '👍' } })
  await h.channel.newQr(h.one.whatsappId)
  await h.channel.connect(h.one.whatsappId)
  await put(h.one.ana, ticket.id, { status: 'closed', justClose: true })
  await h.call(h.one.admin, 'tickets.remove', { params: { id: ticket.id } })
  await admin.settled()
  const names = admin.heard.map(e => e.event).filter(name => name !== 'ready')
  expect(new Set(names)).toEqual(
    new Set(
      ['ticket', 'appMessage', 'contact', 'user', 'whatsapp', 'whatsappSession']
        .map(c => `company-${h.one.id}-${c}`)
        .filter(n => names.includes(n)),
    ),
  )
  expect(names.length).toBeGreaterThan(8)
  for (const { event, payload } of admin.heard) {
    if (event === 'ready') continue
    expect(parseSocketEvent(h.one.id, event, payload), event).toMatchObject({ ok: true })
  }
  expect(JSON.stringify(admin.heard)).not.toMatch(/passwordHash|"token"|scrypt/)
})
