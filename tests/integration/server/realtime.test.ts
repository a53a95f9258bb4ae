import { Socket as NetSocket } from 'node:net'
import { parseSocketEvent } from '@contract'
import { and, eq } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  chats,
  chatUsers,
  contacts,
  tickets,
  userQueues,
  users,
} from '../../../electron/server/platform/db/schema'
import { lastOfEach, SOCKET_BUDGET } from '../../../electron/server/platform/realtime/budget'
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
const actions = (l: Listener, id: number) =>
  l
    .of('ticket')
    .filter(p => p.ticketId === id || (p.ticket as { id?: number } | undefined)?.id === id)
    .map(p => p.action)
const settle = (all: Listener[]) => Promise.all(all.map(l => l.settled()))

it('an event becomes a text once, for the log and all who hear it, and is written once to each socket', async () => {
  const ticket = await h.newTicket(h.one, {})
  const all = await Promise.all(Array.from({ length: 6 }, () => listen(h.one.admin)))
  const texts = vi.spyOn(JSON, 'stringify')
  const writes = vi.spyOn(NetSocket.prototype, 'write')
  try {
    await put(h.one.admin, ticket.id, { queueId: h.one.vendas })
    await settle(all)
    // As it is, in an entry of the log, or in a packet of a socket.
    const payloadIn = (value: { act?: { payload?: unknown } } | unknown[] | null) =>
      (Array.isArray(value) ? value[1] : (value?.act?.payload ?? value)) as {
        action?: string
        ticket?: object
      }
    const made = texts.mock.calls.filter(([value]) => {
      const { action, ticket: shown } = payloadIn(value) ?? {}
      return action === 'update' && shown !== undefined
    })
    expect(all.map(l => actions(l, ticket.id))).toEqual(Array(6).fill(['update']))
    expect(made).toHaveLength(1)
    const buffers = writes.mock.calls
      .map(([buffer]) => buffer)
      .filter(
        buffer =>
          // A packet of Socket.IO begins by 42; on PostgreSQL the database's line carries the same words.
          Buffer.isBuffer(buffer) &&
          buffer.toString('utf8', 0, 2) === '42' &&
          ['-ticket"', '"action":"update"'].every(word => buffer.includes(word)),
      )
    expect(buffers).toHaveLength(all.length)
    expect(new Set(buffers).size).toBe(1)
  } finally {
    texts.mockRestore()
    writes.mockRestore()
  }
  for (const l of all) l.close()
})

describe('who hears of a ticket', () => {
  it('moving to another queue: update to who sees it now, removeFromList to exactly those who did, nothing to others', async () => {
    const ticket = await h.newTicket(h.one, {})
    const { admin, sup, ana, bia, caio, livia } = h.one
    const all = await Promise.all([admin, sup, ana, bia, caio, livia].map(who => listen(who)))
    await put(admin, ticket.id, { queueId: h.one.vendas })
    await settle(all)
    const [seen, gone] = [['update'], ['removeFromList']]
    expect(all.map(l => actions(l, ticket.id))).toEqual([seen, gone, gone, gone, seen, []])
    for (const l of all) l.close()
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
    (await h.db.select().from(contacts).where(eq(contacts.id, id)))[0]?.number ?? ''

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

describe('whoever sends without end', () => {
  it('is cut off and stays out for a while; what came beyond its budget has no effect, and others stay', async () => {
    const { body } = await h.signIn(h.one.livia.email)
    const other = await listen(h.one.ana, ['open'])
    const flooding = io(h.running.url, { transports: ['websocket'], auth: { token: body.token } })
    await new Promise<void>(resolve => flooding.once('connect', () => resolve()))
    const gone = new Promise<string>(resolve => flooding.once('disconnect', reason => resolve(reason)))
    let taken = 0
    for (let i = 0; i < 20_000; i++) {
      if (i % 2) flooding.emit('userStatus', { online: true, idle: i % 4 === 1 })
      else flooding.emit('joinTickets', 'closed', () => (taken += 1))
    }
    // Not by itself, nor by a word of the server: the line is dead.
    expect(['transport close', 'transport error']).toContain(await gone)
    expect(taken).toBeLessThan(2 * SOCKET_BUDGET.burst)
    // It comes back by itself, and is ended again.
    const again = await new Promise<string>(resolve => flooding.once('disconnect', reason => resolve(reason)))
    expect(['transport close', 'transport error']).toContain(again)
    flooding.close()
    expect(other.socket.connected).toBe(true)
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await put(h.one.admin, ticket.id, { handoverNote: 'segue' })
    await other.until(({ payload }) => JSON.stringify(payload).includes('segue'))
  })

  it('says its presence as often as it likes, and is stored as it was last', async () => {
    const said: number[] = []
    vi.useFakeTimers()
    try {
      const presence = lastOfEach<number>(1_000, value => said.push(value))
      for (let i = 0; i < 100; i++) presence.take(i)
      expect(said).toEqual([0])
      vi.advanceTimersByTime(1_000)
      expect(said).toEqual([0, 99])
      presence.take(100)
      vi.advanceTimersByTime(1_000)
      expect(said).toEqual([0, 99, 100])
      vi.advanceTimersByTime(5_000)
      presence.take(101)
      presence.take(102)
      presence.end()
      vi.advanceTimersByTime(5_000)
      expect(said).toEqual([0, 99, 100, 101])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('changed rights count at once', () => {
  it('a queue given or taken moves the open windows into and out of its rooms', async () => {
    const window = await listen(h.one.caio)
    const ticket = await h.newTicket(h.one, {})
    const rename = () => put(h.one.admin, ticket.id, { handoverNote: `n${Math.random()}` })
    await h.insert(userQueues, { companyId: h.one.id, userId: h.one.caio.id, queueId: h.one.suporte })
    await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
    await rename()
    await window.until(e => (e.payload.ticket as { id?: number } | undefined)?.id === ticket.id)
    window.socket.emit('joinChatBox', String(ticket.id))
    await window.settled()
    await h.db.platform
      .delete(userQueues)
      .where(and(eq(userQueues.userId, h.one.caio.id), eq(userQueues.queueId, h.one.suporte)))
    await h.say(h.one.id, realtime => realtime.refreshUser(h.one.id, h.one.caio.id))
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
    await h.update(users, { profile: 'admin' }, eq(users.id, h.one.livia.id))
    window.socket.emit('joinChatBox', String(ticket.id))
    await window.settled()
    await put(h.one.admin, ticket.id, { handoverNote: 'b' })
    await window.until(e => (e.payload.ticket as { id?: number } | undefined)?.id === ticket.id)
    await h.update(users, { profile: 'user' }, eq(users.id, h.one.livia.id))
  })
})

describe('who is at a ticket', () => {
  const at = (l: Listener, ...places: [number, string][]) =>
    l.socket.emit(
      'ticketPresence',
      places.map(([ticketId, activity]) => ({ ticketId, activity })),
    )
  const told = (l: Listener) => l.of('ticketPresence').map(({ userId, activity }) => `${userId} ${activity}`)

  it('colleagues who show it learn who came, what they do and that they went; who comes later learns who is there', async () => {
    const { ana, bia, sup } = h.one
    const ticket = await h.newTicket(h.one, {})
    const box = [String(ticket.id)]
    const [one, own, two] = [await listen(ana, box), await listen(ana, box), await listen(bia, box)]
    at(one, [ticket.id, 'reading'])
    await two.until(({ payload }) => payload.activity === 'reading')
    at(one, [ticket.id, 'writing'])
    await two.until(({ payload }) => payload.activity === 'writing')
    at(two, [ticket.id, 'reading'])
    await one.until(({ payload }) => payload.userId === bia.id)
    const late = await listen(sup, box)
    at(late, [ticket.id, 'reading'])
    await late.until(({ payload }) => payload.userId === bia.id)
    expect(told(late).sort()).toEqual([`${ana.id} writing`, `${bia.id} reading`])
    one.close()
    await two.until(({ payload }) => payload.userId === ana.id && payload.activity === 'gone')
    // Whoever comes has everybody who is there spoken of once more.
    const ofAna = new Set(told(two).filter(said => said.startsWith(`${ana.id} `)))
    expect([...ofAna]).toEqual(['reading', 'writing', 'gone'].map(activity => `${ana.id} ${activity}`))
    expect(told(own).filter(said => said.startsWith(`${ana.id} `))).toEqual([])
    const [event] = two.heard.filter(({ event: name }) => name.endsWith('ticketPresence'))
    expect(parseSocketEvent(h.one.id, event?.event ?? '', event?.payload)).toMatchObject({ ok: true })
    for (const l of [own, two, late]) l.close()
  })

  it('whoever only looks on is not told of, and nobody speaks of a ticket that is not theirs to see', async () => {
    const ticket = await h.newTicket(h.one, {})
    const box = [String(ticket.id)]
    const holder = await listen(h.one.ana, box)
    // The spy view follows the conversation and is nowhere; the other queue's agent is let into no box.
    const spy = await listen(h.one.sup, box)
    const outsider = await listen(h.one.caio, box)
    const stranger = await listen(h.two.ana, box)
    at(outsider, [ticket.id, 'writing'])
    at(stranger, [ticket.id, 'writing'])
    at(holder, [ticket.id, 'reading'])
    await spy.until(({ payload }) => payload.userId === h.one.ana.id)
    expect([told(holder), told(outsider), told(stranger)]).toEqual([[], [], []])
    for (const l of [holder, spy, outsider, stranger]) l.close()
  })
})

it('every event the server emits parses by the contract, on every channel it speaks on', async () => {
  const { one, db } = h
  const admin = await listen(one.admin)
  await h.customer(one, '5511955554444', 'começo')
  const [ticket] = await db.select().from(tickets).where(eq(tickets.lastMessage, 'começo'))
  if (!ticket) throw new Error('no ticket')
  await put(one.ana, ticket.id, { status: 'open' })
  const { body } = await h.call<{ message: { id: string } }>(one.ana, 'messages.send', {
    params: { ticketId: ticket.id },
    body: { body: 'oi' },
  })
  const params = { id: body.message.id }
  await h.call(one.ana, 'messages.react', { params, body: { type: '👍' } })
  await h.call(one.ana, 'messages.edit', { params, body: { body: 'oi!' } })
  await h.call(one.ana, 'messages.remove', { params })
  const about = { ticketId: ticket.id, contactId: ticket.contactId }
  const note = await h.call<{ id: number }>(one.ana, 'notes.create', { body: { note: 'anotado', ...about } })
  await h.call(one.ana, 'notes.remove', { params: { id: note.body.id } })
  await h.call(one.ana, 'tags.create', { body: { name: 'urgente' } })
  await h.call(one.admin, 'settings.update', { params: { key: 'groupsTab' }, body: { value: 'enabled' } })
  const later = { body: 'mais tarde', contactId: ticket.contactId, sendAt: '2099-01-01T12:00:00.000Z' }
  const planned = await h.call<{ id: number }>(one.ana, 'schedules.create', { body: later })
  await h.call(one.ana, 'schedules.remove', { params: { id: planned.body.id } })
  const person = { name: 'Nova', email: 'nova@c1.turno', password: 'senha-nova', queueIds: [one.suporte] }
  const added = await h.call<{ id: number }>(one.admin, 'users.create', { body: person })
  await h.call(one.admin, 'users.remove', { params: { id: added.body.id } })
  const [chat] = await db.platform
    .insert(chats)
    .values({ companyId: one.id, uuid: crypto.randomUUID(), title: 'Equipe', ownerId: one.admin.id })
    .returning()
  for (const { id } of [one.admin, one.ana])
    await db.platform.insert(chatUsers).values({ companyId: one.id, chatId: chat?.id ?? 0, userId: id })
  const inChat = { id: chat?.id ?? 0 }
  await h.call(one.ana, 'chats.send', { params: inChat, body: { message: 'bom dia' } })
  await h.call(one.admin, 'chats.read', { params: inChat, body: { userId: one.admin.id } })
  await h.channel.newQr(one.whatsappId)
  await h.channel.connect(one.whatsappId)
  await put(one.ana, ticket.id, { status: 'closed', justClose: true })
  await h.call(one.admin, 'tickets.remove', { params: { id: ticket.id } })
  await h.call(one.admin, 'contacts.remove', { params: { id: ticket.contactId } })
  await h.signIn(one.admin.email)
  await admin.until(e => e.event.endsWith('-auth'))
  await admin.settled()
  const heard = admin.heard.filter(e => e.event !== 'ready')
  const spoken = heard.map(e => e.event.replace(`company-${one.id}-`, ''))
  const channels =
    'appMessage auth chat contact schedule settings tag ticket ticketNote user whatsapp whatsappSession'
  expect([...new Set(spoken)].sort()).toEqual(channels.split(' '))
  for (const { event, payload } of heard)
    expect(parseSocketEvent(one.id, event, payload), event).toMatchObject({ ok: true })
  expect(JSON.stringify(heard)).not.toMatch(/passwordHash|scrypt/)
})
