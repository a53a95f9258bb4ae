// @vitest-environment jsdom
/** What a legacy server hears of what was read, and when; what the console shows meanwhile. */
import type { FeedEvent, NumberedFeedEvent } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import { feedPosition, receiveFeed, resetFeed } from '../../../src/stores/feed'
import { currentInterest } from '../../../src/stores/interest'
import { resetMessages } from '../../../src/stores/messages'
import { openAtPress } from '../../../src/stores/messages-opening'
import { markThreadRead, settleMark } from '../../../src/stores/read-marks'
import { stopServers, useServers } from '../../../src/stores/servers'
import { absorbTickets, resetTickets, ticketById } from '../../../src/stores/tickets/store'
import { aTicket } from '../stores/a-ticket'
import { msg } from './samples'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

/** Tickets whose newest page was asked for, oldest question first. */
const pages = (): number[] =>
  call.mock.calls.flatMap(([name, options]) => (name === 'messages.list' ? [options.params.ticketId] : []))

let seq = 0
const hear = (...events: FeedEvent[]): void =>
  receiveFeed({ events: events.map((event): NumberedFeedEvent => ({ seq: ++seq, event })) })
let written = 0
const says = (ticketId: number): FeedEvent => ({
  channel: 'appMessage',
  data: {
    action: 'create',
    message: msg(`live-${++written}`, 100 + written, { ticketId }),
    ticket: null,
    contact: null,
  },
})
const read = (ticketId: number): FeedEvent => ({
  channel: 'ticket',
  data: { action: 'updateUnread', ticketId },
})

const seconds = (n: number): Promise<unknown> => vi.advanceTimersByTimeAsync(n * 1_000)
/** Customers of other tickets write ten messages a second meanwhile. @param each what happens in every second of it. */
async function flood(duration: number, each: (second: number) => void = () => {}): Promise<void> {
  for (let second = 0; second < duration; second++) {
    each(second)
    for (let tenth = 0; tenth < 10; tenth++) {
      hear(says(900 + tenth))
      await seconds(0.1)
    }
  }
}
/** A conversation is opened and stays; something comes into it and is seen. */
const opened = async (ticketId: number): Promise<void> => {
  openAtPress(ticketId, 0)
  await seconds(0.2)
}
function seen(ticketId: number): void {
  hear(says(ticketId))
  // What it was handed with is applied within some frames; the row is drawn after it.
  setTimeout(markThreadRead, 60, ticketId)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const facts = { version: '4.8.5', adapter: 'legacy' as const, capabilities: LEGACY_CAPABILITIES }
  useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
  call.mockReset()
  call.mockImplementation(async (name: string, options: { params?: { ticketId: number } }) => {
    const ticketId = options.params?.ticketId ?? 0
    return name === 'messages.list'
      ? { messages: [msg(`first-${ticketId}`, 1, { ticketId })], hasMore: false, ticket: null }
      : []
  })
})
afterEach(() => {
  resetMessages()
  resetTickets()
  resetFeed()
  seq = 0
  stopServers()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('in a flood one mark a minute of what stands on screen, and none while less than that has passed', async () => {
  await opened(1)
  await flood(59, () => seen(1))
  expect(pages()).toEqual([1])
  await flood(4, () => seen(1))
  expect(pages()).toEqual([1, 1])
  await flood(50, () => seen(1))
  expect(pages()).toEqual([1, 1])
})

it('the customer hears of it as soon as the flood is over', async () => {
  await opened(1)
  await flood(30, () => seen(1))
  expect(pages()).toEqual([1])
  await seconds(3)
  expect(pages()).toEqual([1, 1])
  await seconds(60)
  expect(pages()).toEqual([1, 1])
})

it('of eight conversations opened in a flood no more is asked than their pages; afterwards each once, apart', async () => {
  const times: number[] = []
  for (let id = 1; id <= 8; id++) {
    await opened(id)
    await flood(1, () => seen(id))
    settleMark(id)
  }
  expect(pages()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  // More came into the fourth that nobody has seen: a mark would mark that as well.
  hear(says(4))
  for (let n = 0; n < 20; n++) {
    const before = pages().length
    await seconds(0.5)
    if (pages().length > before) times.push(Date.now())
  }
  expect(pages().slice(8).sort()).toEqual([1, 2, 3, 5, 6, 7, 8])
  for (const [at, time] of times.entries())
    if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(1_000)
  await seconds(120)
  expect(pages()).toHaveLength(15)
})

it('a conversation that was left is marked in the flood after twenty seconds, not right behind an opening', async () => {
  await opened(1)
  await flood(1, () => seen(1))
  settleMark(1)
  await flood(19)
  await opened(2)
  expect(pages()).toEqual([1, 2])
  await seconds(0.3)
  expect(pages()).toEqual([1, 2])
  await flood(2)
  expect(pages()).toEqual([1, 2, 1])
})

it('what an answer, a colleague or another opening has marked is not marked again', async () => {
  await opened(1)
  await flood(2, () => seen(1))
  hear(read(1))
  await opened(2)
  await flood(2, () => seen(2))
  settleMark(2)
  await opened(2)
  await seconds(70)
  expect(pages()).toEqual([1, 2, 2])
})

it('what came behind such a mark is marked in its turn', async () => {
  await opened(1)
  await flood(2, () => seen(1))
  hear(read(1), says(1))
  await seconds(0.1)
  markThreadRead(1)
  await seconds(70)
  expect(pages()).toEqual([1, 1])
})

it('until the server is told its lists are behind: here and in main it counts as read, until more comes', async () => {
  const listed = (unreadMessages: number) => absorbTickets([aTicket(1, { unreadMessages })], feedPosition())
  const shown = () => [ticketById(1)?.unreadMessages, currentInterest().read]
  listed(0)
  await opened(1)
  await flood(2, () => seen(1))
  listed(2)
  expect(shown()).toEqual([0, [1]])
  settleMark(1)
  listed(2)
  expect(shown()).toEqual([0, [1]])
  hear(says(1))
  await seconds(0.1)
  listed(3)
  expect(shown()).toEqual([3, undefined])
})
