import type { FeedEvent } from '@contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventsOf, flushFeed, receiveFeed, registerFeed, resetFeed, startFeed } from '@/stores/feed'

const unread = (ticketId: number): FeedEvent => ({
  channel: 'ticket',
  data: { action: 'updateUnread', ticketId },
})
const at = (seq: number, event: FeedEvent = unread(seq)) => ({ seq, event })
const leave: (() => void)[] = []

function listen(name = 'probe') {
  const batches: FeedEvent[][] = []
  const refetches: (string | null)[] = []
  leave.push(
    registerFeed({
      name,
      applyEvents: events => void batches.push([...events]),
      refetch: since => void refetches.push(since),
    }),
  )
  return { batches, refetches }
}

afterEach(() => {
  for (const off of leave.splice(0)) off()
  resetFeed()
  vi.useRealTimers()
})

describe('feed', () => {
  it('hands what comes alone over at once, and what pours in every 48 ms, whole and in order', () => {
    vi.useFakeTimers()
    const { batches } = listen()
    for (let seq = 1; seq <= 50; seq += 1) {
      receiveFeed({ events: [at(seq)] })
      if (seq === 1) expect(batches).toEqual([[unread(1)]])
      vi.advanceTimersByTime(20)
    }
    vi.advanceTimersByTime(100)
    // A second of 50 events: 21 turns of 48 ms and the first.
    expect(batches.length).toBeLessThanOrEqual(22)
    expect(batches.flat()).toEqual(Array.from({ length: 50 }, (_, index) => unread(index + 1)))
    receiveFeed({ events: [at(51), at(52)] })
    expect(batches.at(-1)).toEqual([unread(51), unread(52)])
  })

  it('ignores numbers already seen', () => {
    const { batches } = listen()
    receiveFeed({ events: [at(1), at(2)] })
    flushFeed()
    receiveFeed({ events: [at(2), at(3)] })
    flushFeed()
    expect(batches[1]).toEqual([unread(3)])
  })

  it('asks for a refetch when a number is missing and when main says so', () => {
    const { refetches, batches } = listen()
    receiveFeed({ events: [at(1)] })
    flushFeed()
    receiveFeed({ events: [at(4)] })
    flushFeed()
    expect(refetches).toEqual([null])
    expect(batches[1]).toEqual([unread(4)])
    receiveFeed({ events: [at(5, { channel: 'resync', data: { since: '2026-01-01T10:00:00.000Z' } })] })
    flushFeed()
    expect(refetches).toEqual([null, '2026-01-01T10:00:00.000Z'])
    expect(batches).toHaveLength(2)
  })

  it('survives malformed events and stores that throw, losing only the bad event', () => {
    const seen: number[] = []
    leave.push(
      registerFeed({
        name: 'fragile',
        applyEvents: events => {
          for (const data of eventsOf(events, 'ticket')) {
            if ('ticketId' in data && data.ticketId === 2) throw new Error('cannot digest 2')
          }
          for (const data of eventsOf(events, 'ticket')) if ('ticketId' in data) seen.push(data.ticketId)
        },
      }),
    )
    const { batches } = listen('healthy')
    receiveFeed({ events: [null, 7, { seq: 'x' }, at(1), at(2), at(3)] })
    expect(flushFeed).not.toThrow()
    expect(seen).toEqual([1, 3])
    expect(batches).toHaveLength(1)
    expect(() => receiveFeed(undefined as unknown as { events: unknown[] })).not.toThrow()
  })

  it('follows main when its numbering starts again', async () => {
    const { batches, refetches } = listen()
    let push: (batch: { events: ReturnType<typeof at>[] }) => void = () => {}
    let position = 900
    const stop = startFeed({
      on: {
        feed: listener => {
          push = listener
          return () => {}
        },
      },
      feed: { position: async () => ({ ok: true, value: { seq: position } }) },
    })
    await Promise.resolve()
    await Promise.resolve()
    push({ events: [at(901)] })
    flushFeed()
    position = 3
    push({ events: [at(3)] })
    flushFeed()
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(refetches).toEqual([null])
    push({ events: [at(4)] })
    flushFeed()
    expect(batches.at(-1)).toEqual([unread(4)])
    stop()
  })
})
