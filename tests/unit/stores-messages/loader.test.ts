import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import type { FeedEvent, Message, Ticket } from '../../../src/contract'
import { receiveFeed, resetFeed } from '../../../src/stores/feed'
import {
  applyMessageEvents,
  MESSAGES_KEPT,
  refetchThreads,
  resetMessages,
  THREADS_KEPT,
  threadOf,
  useMessages,
  watchThread,
} from '../../../src/stores/messages'
import { loadOlder, reachMessage, refreshThread, setThreadContact } from '../../../src/stores/messages-loader'
import { openThread, prefetchThread } from '../../../src/stores/messages-opening'
import { type PageRequest, setMessagesSource } from '../../../src/stores/messages-source'
import { useServers } from '../../../src/stores/servers'
import { deferred } from '../../support/deferred'
import { at, msg, tick } from './samples'

const PAGE = 20
let server: Map<number, Message[]>
let tickets: Ticket[]
let asked: PageRequest[]
let failWith: unknown
let gate: Promise<void>

const fill = (ticketId: number, count: number, from = 0): Message[] =>
  Array.from({ length: count }, (_, i) => msg(`t${ticketId}-${i}`, from + i * 10, { ticketId }))
const ids = (ticketId: number): string[] => threadOf(ticketId)?.own.list.map(m => m.id) ?? []
const settled = async (ticketId: number): Promise<void> => {
  await refreshThread(ticketId, false).catch(() => {})
}
const arrival = (message: Message, action: 'create' | 'update' = 'create'): FeedEvent => ({
  channel: 'appMessage',
  data: { action, message, ticket: null, contact: null },
})

beforeEach(() => {
  server = new Map()
  tickets = []
  asked = []
  failWith = null
  gate = Promise.resolve()
  setMessagesSource({
    async page(request) {
      asked.push(request)
      await gate
      if (failWith) throw failWith
      const all = server.get(request.ticketId) ?? []
      const end = request.before === null ? all.length : all.findIndex(m => m.id === request.before)
      const start = Math.max(0, end - PAGE)
      return { messages: all.slice(start, end), hasMore: start > 0, ticket: null }
    },
    ticketsOf: async () => ({ tickets, hasMore: false }),
    notes: async () => [],
  })
})
afterEach(() => {
  resetMessages()
  setMessagesSource()
})

describe('opening', () => {
  it('asks for the newest page at once and marks it read only when told to', async () => {
    server.set(1, fill(1, 50))
    openThread(1, true)
    expect(asked).toEqual([{ ticketId: 1, before: null, known: 0, markAsRead: true }])
    await settled(1)
    expect(ids(1)).toEqual(
      fill(1, 50)
        .slice(30)
        .map(m => m.id),
    )
    prefetchThread(2)
    expect(asked.at(-1)).toMatchObject({ ticketId: 2, markAsRead: false })
  })
  it('keeps what is known on screen while it asks again', async () => {
    server.set(1, fill(1, 5))
    openThread(1, true)
    await settled(1)
    openThread(1, true)
    expect(threadOf(1)?.phase).toBe('ready')
    expect(ids(1)).toHaveLength(5)
  })
  it('ends a failure in a phase that can be tried again, never in emptiness', async () => {
    failWith = new Error('ERR_INTERNAL')
    openThread(1, true)
    await settled(1)
    expect(threadOf(1)).toMatchObject({ phase: 'failed', error: failWith })
    failWith = null
    server.set(1, fill(1, 3))
    openThread(1, true)
    expect(threadOf(1)?.phase).toBe('loading')
    await settled(1)
    expect(threadOf(1)?.phase).toBe('ready')
  })
  it('puts a late answer into its own thread only, and nowhere after sign-out', async () => {
    const late = deferred()
    gate = late.promise
    server.set(1, fill(1, 3))
    server.set(2, fill(2, 4))
    openThread(1, true)
    openThread(2, true)
    late.resolve()
    await settled(2)
    expect(ids(1).every(id => id.startsWith('t1-'))).toBe(true)
    expect(ids(2).every(id => id.startsWith('t2-'))).toBe(true)
    const later = deferred()
    gate = later.promise
    openThread(3, true)
    const answer = refreshThread(3, false)
    resetMessages()
    later.resolve()
    await answer.catch(() => {})
    expect(useMessages.getState().threads.size).toBe(0)
  })
})

describe('older messages', () => {
  it('loads every page without a hole, one request at a time', async () => {
    server.set(1, fill(1, 95))
    openThread(1, true)
    await settled(1)
    for (let i = 0; i < 6; i += 1) {
      const before = asked.length
      await Promise.all([loadOlder(1), loadOlder(1)])
      expect(asked.length - before).toBeLessThanOrEqual(1)
    }
    expect(ids(1)).toEqual(fill(1, 95).map(m => m.id))
    expect(threadOf(1)).toMatchObject({ hasMore: false, older: 'end' })
  })
  it('goes on with the earlier tickets of the contact, each whole before the next', async () => {
    server.set(1, fill(1, 3, 100_000))
    server.set(8, fill(8, 25, 50_000))
    server.set(9, fill(9, 4, 1_000))
    tickets = [
      tick(1, { createdAt: at(100_000) }),
      tick(8, { createdAt: at(50_000) }),
      tick(9, { createdAt: at(1_000) }),
      tick(10, { createdAt: at(200_000) }),
    ]
    setThreadContact(1, 7)
    openThread(1, true)
    await settled(1)
    for (let i = 0; i < 6; i += 1) await loadOlder(1)
    expect(threadOf(1)?.earlier.map(m => m.id)).toEqual([...fill(9, 4), ...fill(8, 25)].map(m => m.id))
    expect(threadOf(1)?.older).toBe('end')
    expect(asked.filter(r => r.ticketId !== 1).every(r => !r.markAsRead)).toBe(true)
    expect(asked.some(r => r.ticketId === 10)).toBe(false)
  })
  it('says so when a page fails, and loads it on the next try', async () => {
    server.set(1, fill(1, 30))
    openThread(1, true)
    await settled(1)
    failWith = new Error('SERVER_UNREACHABLE')
    expect(await loadOlder(1)).toBe(false)
    expect(threadOf(1)?.older).toBe('failed')
    failWith = null
    expect(await loadOlder(1)).toBe(true)
    expect(ids(1)).toHaveLength(30)
  })
  it('reaches a message that is pages away', async () => {
    server.set(1, fill(1, 90))
    openThread(1, true)
    await settled(1)
    expect(await reachMessage(1, 't1-3')).toBe(true)
    expect(await reachMessage(1, 'nobody')).toBe(false)
  })
})

describe('live events', () => {
  it('adds and changes messages of known threads and counts customer messages only', async () => {
    server.set(1, fill(1, 5))
    openThread(1, true)
    await settled(1)
    applyMessageEvents([
      arrival(msg('new', 900)),
      arrival(msg('mine', 901, { fromMe: true })),
      arrival(msg('t1-4', 40, { ack: 4, fromMe: true }), 'update'),
      arrival(msg('foreign', 900, { ticketId: 77 })),
    ])
    expect(ids(1).slice(-2)).toEqual(['new', 'mine'])
    expect(threadOf(1)?.arrived).toBe(1)
    expect(threadOf(1)?.own.byId.get('t1-4')?.ack).toBe(4)
    expect(threadOf(77)).toBeUndefined()
  })
  it('does not place an old message beyond what is loaded: that would hide a hole', async () => {
    server.set(1, fill(1, 60))
    openThread(1, true)
    await settled(1)
    applyMessageEvents([arrival(msg('t1-2', 20, { ack: 3 }), 'update')])
    expect(ids(1)).not.toContain('t1-2')
  })
  it('forgets a deleted ticket', async () => {
    server.set(1, fill(1, 2))
    openThread(1, true)
    await settled(1)
    applyMessageEvents([{ channel: 'ticket', data: { action: 'delete', ticketId: 1 } }])
    expect(threadOf(1)).toBeUndefined()
  })
  it('keeps nothing of a page that was asked for before the messages went to another ticket', async () => {
    const leave = watchThread(1)
    server.set(1, fill(1, 3))
    openThread(1, true)
    await settled(1)
    const hers = fill(1, 3)
    let answer = (): void => {}
    setMessagesSource({
      page: () =>
        new Promise(done => {
          const page = { messages: [...hers], hasMore: false, ticket: null }
          answer = () => done(page)
        }),
      ticketsOf: async () => ({ tickets, hasMore: false }),
      notes: async () => [],
    })
    const marking = refreshThread(1, true)
    hers.length = 0
    applyMessageEvents([
      { channel: 'ticket', data: { action: 'update', ticket: { id: 1 } as Ticket, messagesTo: 'elsewhere' } },
    ])
    answer()
    await marking
    await expect
      .poll(() => {
        answer()
        return threadOf(1)?.phase
      })
      .toBe('ready')
    expect(ids(1)).toEqual([])
    leave()
  })
})

describe('after a gap', () => {
  it('fills watched threads until both ends meet and forgets the others', async () => {
    server.set(1, fill(1, 30))
    server.set(2, fill(2, 30))
    openThread(1, true)
    openThread(2, true)
    await settled(1)
    await settled(2)
    const leave = watchThread(1)
    server.set(1, fill(1, 105))
    await refetchThreads()
    expect(ids(1)).toEqual(
      fill(1, 105)
        .slice(10)
        .map(m => m.id),
    )
    expect(threadOf(2)).toBeUndefined()
    leave()
  })
  it('does not take a message that came just now for a proof that nothing is missing', async () => {
    server.set(1, fill(1, 30))
    openThread(1, true)
    await settled(1)
    const leave = watchThread(1)
    const all = fill(1, 75)
    server.set(1, all)
    const newest = all[74]
    if (newest) applyMessageEvents([arrival(newest)])
    await refetchThreads()
    expect(ids(1)).toEqual(all.slice(10).map(m => m.id))
    leave()
  })
  it('starts afresh when the gap is too wide to fill', async () => {
    server.set(1, fill(1, 20))
    openThread(1, true)
    await settled(1)
    const leave = watchThread(1)
    server.set(1, fill(1, 1_000))
    await refetchThreads()
    const got = ids(1)
    expect(got).toEqual(
      fill(1, 1_000)
        .slice(-got.length)
        .map(m => m.id),
    )
    expect(threadOf(1)?.hasMore).toBe(true)
    leave()
  })
})

describe('memory', () => {
  it('keeps a bounded number of threads, never dropping a watched one', async () => {
    server.set(1, fill(1, 2))
    const leave = watchThread(1)
    openThread(1, true)
    await settled(1)
    for (let id = 2; id < THREADS_KEPT + 20; id += 1) {
      server.set(id, fill(id, 1))
      openThread(id, true)
      await settled(id)
    }
    expect(useMessages.getState().threads.size).toBe(THREADS_KEPT)
    expect(threadOf(1)).toBeDefined()
    leave()
  })
  it('trims a thread that was left to its newest messages and can load the rest again', async () => {
    server.set(1, fill(1, 200))
    const leave = watchThread(1)
    openThread(1, true)
    await settled(1)
    while (threadOf(1)?.hasMore) await loadOlder(1)
    expect(ids(1)).toHaveLength(200)
    leave()
    expect(ids(1)).toEqual(
      fill(1, 200)
        .slice(-MESSAGES_KEPT)
        .map(m => m.id),
    )
    while (threadOf(1)?.hasMore) await loadOlder(1)
    expect(ids(1)).toEqual(fill(1, 200).map(m => m.id))
  })
})

describe('an opening of a conversation that a customer writes much into', () => {
  const all = fill(1, 90)
  /** Known up to the thirtieth message; `heard` came live since, a moment ago. */
  const reopened = async (heard: readonly Message[]): Promise<void> => {
    server.set(1, all.slice(0, 30))
    openThread(1, true)
    await settled(1)
    server.set(1, all)
    if (heard.length > 0) applyMessageEvents(heard.map(message => arrival(message)))
    asked.length = 0
    openThread(1, true)
    await settled(1)
  }
  afterEach(() => {
    resetFeed()
    useServers.setState({ state: null })
  })

  it('asks for one page where everything before it was heard', async () => {
    const leave = watchThread(1)
    await reopened(all.slice(30))
    expect(asked).toHaveLength(1)
    expect(ids(1)).toEqual(all.slice(10).map(m => m.id))
    leave()
  })
  it('and still finds the hole when a gap is reported in the next moment', async () => {
    const leave = watchThread(1)
    // What came in the gap was not heard.
    await reopened(all.slice(50))
    expect(asked).toHaveLength(1)
    await refetchThreads()
    expect(ids(1)).toEqual(all.slice(10).map(m => m.id))
    leave()
  })
  it('fills a hole at once while little comes in', async () => {
    await reopened([])
    expect(asked.length).toBeGreaterThan(1)
    expect(ids(1)).toEqual(all.slice(10).map(m => m.id))
  })
  it('in a flood from a legacy server begins at its page, loses nothing that came meanwhile, and reads back later', async () => {
    const facts = { version: '4.8.5', adapter: 'legacy' as const, capabilities: LEGACY_CAPABILITIES }
    useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
    receiveFeed({
      events: Array.from({ length: 20 }, (_, i) => ({
        seq: i + 1,
        event: { channel: 'ticket', data: { action: 'updateUnread', ticketId: 900 } },
      })),
    })
    server.set(1, all.slice(0, 30))
    openThread(1, true)
    await settled(1)
    server.set(1, all.slice(0, 89))
    const late = deferred()
    gate = late.promise
    asked.length = 0
    openThread(1, true)
    // Written behind the page that is on its way.
    applyMessageEvents([arrival(all[89] as Message)])
    server.set(1, all)
    late.resolve()
    await settled(1)
    expect(asked).toHaveLength(1)
    expect(ids(1)).toEqual(all.slice(70).map(m => m.id))
    while (threadOf(1)?.hasMore) await loadOlder(1)
    expect(ids(1)).toEqual(all.map(m => m.id))
  })
  it('a gap that is reported while the page is on its way is closed by a question of its own', async () => {
    const leave = watchThread(1)
    server.set(1, all.slice(0, 30))
    openThread(1, true)
    await settled(1)
    const late = deferred()
    gate = late.promise
    applyMessageEvents(all.slice(50).map(message => arrival(message)))
    server.set(1, all)
    openThread(1, true)
    const caughtUp = refetchThreads()
    late.resolve()
    await caughtUp
    expect(ids(1)).toEqual(all.slice(10).map(m => m.id))
    leave()
  })
})
