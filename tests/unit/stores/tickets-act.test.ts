import type { BodyIn, ChangedTicket, OutboxEntry } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { putThread } from '@/stores/messages'
import { mergeMessages, NOTHING_KNOWN } from '@/stores/messages-merge'
import { useOutbox } from '@/stores/outbox'
import {
  absorbTickets,
  acceptTicket,
  believedOfContact,
  closeAllTickets,
  pinBelief,
  resetOwnChanges,
  resolveTicket,
  returnTicket,
  selectTicket,
  setTicketsSource,
  setViewer,
  type TakenAway,
  TicketTakenError,
  transferTicket,
  undoable,
  whenTakenAway,
  whenTicketChanged,
} from '@/stores/tickets'
import { aMessage, aTicket, at, aViewer } from './a-ticket'
import { ticketsFrom } from './tickets-source'

const ana = { id: 2, name: 'Ana' }
const bruno = { userId: 7, user: { id: 7, name: 'Bruno' } }
const mine = (over = {}) => aTicket(1, { status: 'open', userId: 2, user: ana, ...over })
const sent: BodyIn<'tickets.update'>[] = []
const ask = vi.fn<Parameters<typeof whenTicketChanged>[0]>()

let seq = 0
/** An event of the server, by somebody else. */
function event(over: Record<string, unknown>, by: { id: number; name: string } | null = null): void {
  seq += 1
  const data = { action: 'update', ticket: mine({ updatedAt: at(200 + seq), ...over }), by }
  receiveFeed({ events: [{ seq, event: { channel: 'ticket', data } }] })
  flushFeed()
}
const say = (...said: ReturnType<typeof aMessage>[]): void =>
  putThread(1, ({ own }) => ({ own: mergeMessages(own, said), phase: 'ready' }))
const changed = (now: ChangedTicket) => new ApiError('refused', 'ERR_TICKET_CHANGED', '', 409, now)

beforeEach(() => {
  setViewer(aViewer())
  ask.mockReset()
  sent.length = 0
  whenTicketChanged(ask)
  ticketsFrom({
    update: async (_id, body) => {
      sent.push(body)
      return mine({ status: body.status ?? 'open', userId: body.userId ?? null, updatedAt: at(300) })
    },
  })
  absorbTickets([mine()], 0)
})
afterEach(() => {
  selectTicket(null)
  setViewer(null)
  setTicketsSource()
  resetOwnChanges()
  resetFeed()
  putThread(1, () => ({ own: NOTHING_KNOWN, phase: 'loading' }))
  seq = 0
})

it('asks once, by name, where the ticket on screen has become a colleague’s, and acts on what it is then', async () => {
  selectTicket(1)
  event(bruno)
  ask.mockResolvedValueOnce(true)
  await resolveTicket(1, ana)
  const now = { user: { id: 7, name: 'Bruno' }, status: 'open', lastMessageId: null }
  expect(ask.mock.calls).toEqual([[{ ticketId: 1, act: 'resolve', now }]])
  expect(sent).toMatchObject([{ status: 'closed', expected: { userId: 7, status: 'open' } }])
})

it('does nothing where the answer is no, and asks again at the next press', async () => {
  selectTicket(1)
  event(bruno)
  ask.mockResolvedValue(false)
  for (const act of [() => resolveTicket(1, ana), () => returnTicket(1)])
    await expect(act()).rejects.toMatchObject({ code: 'ERR_TICKET_CHANGED' })
  expect([ask.mock.calls.length, sent]).toEqual([2, []])
})

it('asks where only the server knows that it has changed, and repeats the act with that', async () => {
  selectTicket(1)
  const update = vi.fn(async (_id: number, body: BodyIn<'tickets.update'>) => {
    if (body.expected?.userId === 2)
      throw changed({ user: { id: 7, name: 'Bruno' }, status: 'open', lastMessageId: null })
    return mine({ status: 'pending', userId: null, updatedAt: at(300) })
  })
  ticketsFrom({ update })
  ask.mockResolvedValueOnce(true)
  await returnTicket(1)
  expect(update.mock.calls.map(([, body]) => body.expected)).toEqual([
    { userId: 2, status: 'open' },
    { userId: 7, status: 'open' },
  ])
})

it('asks nothing where the screen shows that nobody took it; a dialog that was open before is asked about that as well', async () => {
  selectTicket(1)
  event({ status: 'pending', userId: null, user: null })
  await transferTicket(1, { userId: 7, queueId: null, whatsappId: null, note: '' })
  expect([ask.mock.calls.length, sent[0]?.expected]).toEqual([0, { userId: null, status: 'pending' }])

  event({})
  const letGo = pinBelief(1)
  event({ status: 'closed', ...bruno })
  ask.mockResolvedValueOnce(true)
  await transferTicket(1, { userId: 7, queueId: null, whatsappId: null, note: '' })
  letGo()
  expect(ask.mock.calls[0]?.[0].now).toEqual({
    user: { id: 7, name: 'Bruno' },
    status: 'closed',
    lastMessageId: null,
  })
})

it('a row that is not open is what the list shows: a colleague’s ticket is acted on without a question', async () => {
  event(bruno)
  await resolveTicket(1, ana)
  expect([ask.mock.calls.length, sent[0]?.expected]).toEqual([0, { userId: 7, status: 'open' }])
})

it('whoever accepts what a colleague already has is told, not asked', async () => {
  absorbTickets([mine({ status: 'pending', userId: null, user: null, updatedAt: at(150) })], 0)
  ticketsFrom({
    update: async () => {
      throw changed({ user: { id: 7, name: 'Bruno' }, status: 'open', lastMessageId: null })
    },
    byId: async () => mine({ ...bruno, updatedAt: at(160) }),
  })
  await expect(acceptTicket(1, ana)).rejects.toMatchObject(new TicketTakenError('Bruno'))
  expect(ask).not.toHaveBeenCalled()
})

it('a resolve says which message was the newest that was seen', async () => {
  selectTicket(1)
  say(aMessage(1, { id: 'a', fromMe: false }))
  await resolveTicket(1, ana)
  expect(sent[0]?.expected).toEqual({ userId: 2, status: 'open', lastMessageId: 'a' })
})

it.each([
  ['resolving', () => resolveTicket(1, ana)],
  ['closing all', () => closeAllTickets('open', [3], 1, ana)],
])('%s closes nothing while a message of before is still on its way after five seconds', async (_, close) => {
  vi.useFakeTimers()
  const under = { id: 'a', ticketId: 1, state: 'sending', attempts: 1, messageId: null } as OutboxEntry
  useOutbox.setState({ entries: new Map([['a', under]]) })
  const refused = expect(close()).rejects.toMatchObject({ code: 'OUTBOX_UNDER_WAY' })
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
  useOutbox.setState({ entries: new Map() })
  vi.useRealTimers()
  expect(sent).toEqual([])
})

it('what was done is not taken back once a colleague has the ticket', async () => {
  const undo = vi.fn(async () => {})
  const back = undoable(1, undo)
  event(bruno)
  await expect(back()).rejects.toMatchObject({ code: 'ERR_UNDO_TOO_LATE' })
  expect(undo).not.toHaveBeenCalled()
})

it('tells who loses a ticket what was done with it and by whom, and nobody of what they did themselves', () => {
  const told: TakenAway[] = []
  const leave = whenTakenAway(one => told.push(one))
  const carla = { id: 9, name: 'Carla' }
  const back = (): void => event({}, ana)
  event({ status: 'closed', userId: 9, user: carla }, carla)
  back()
  event(bruno, carla)
  back()
  event({ userId: 9, user: carla }, carla)
  back()
  event({ status: 'pending', userId: null, user: null }, carla)
  back()
  event({ snoozedAt: at(1), snoozedUntil: null }, carla)
  back()
  event({ status: 'closed' }, ana)
  back()
  seq += 1
  const data = { action: 'delete', ticketId: 1, by: carla }
  receiveFeed({ events: [{ seq, event: { channel: 'ticket', data } }] })
  flushFeed()
  leave()
  expect(told.map(({ by, how, to }) => [by, how, how === 'handed' ? to : null])).toEqual([
    ['Carla', 'resolved', null],
    ['Carla', 'handed', 'Bruno'],
    ['Carla', 'assumed', null],
    ['Carla', 'returned', null],
    ['Carla', 'snoozed', null],
    ['Carla', 'deleted', null],
  ])
})

it('a forward to a contact whom a colleague attends asks, by name, and then expects that colleague', async () => {
  const contactId = mine().contactId ?? 0
  expect(await believedOfContact(contactId)).toEqual({ userId: 2, status: 'open' })
  event(bruno)
  ask.mockResolvedValueOnce(false)
  expect(await believedOfContact(contactId)).toBeNull()
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ act: 'send', now: { user: { name: 'Bruno' } } })
  ask.mockResolvedValueOnce(true)
  expect(await believedOfContact(contactId)).toEqual({ userId: bruno.userId, status: 'open' })
})
