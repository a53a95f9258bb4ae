// @vitest-environment jsdom
/** Who is at a ticket, as a window keeps it: told, gone, silent, and nobody after a gap. */
import { TICKET_PRESENCE_ENDS_MS } from '@contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushFeed, receiveFeed, refetchAll } from '@/stores/feed'
import { useAtTicket, useCustomerWrites } from '@/stores/ticket-presence'

let seq = 0
const told = (userId: number | null, activity: string): void =>
  act(() => {
    seq += 1
    const data = { action: 'update', ticketId: 7, userId, name: `P${userId}`, activity }
    receiveFeed({ events: [{ seq, event: { channel: 'ticketPresence', data } as never }] })
    flushFeed()
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('keeps people in the order they came until they go, fall silent, or the connection broke off', () => {
  const { result } = renderHook(() => useAtTicket(7))
  const now = () => result.current.map(({ name, activity }) => `${name} ${activity}`)
  told(1, 'reading')
  told(2, 'writing')
  told(1, 'away')
  expect(now()).toEqual(['P1 away', 'P2 writing'])
  told(1, 'gone')
  expect(now()).toEqual(['P2 writing'])
  act(() => void vi.advanceTimersByTime(TICKET_PRESENCE_ENDS_MS / 2))
  told(3, 'reading')
  act(() => void vi.advanceTimersByTime(TICKET_PRESENCE_ENDS_MS / 2 + 6_000))
  expect(now()).toEqual(['P3 reading'])
  act(() => refetchAll())
  expect(now()).toEqual([])
})

it('has the customer write until their message comes, and no colleague is made of them', () => {
  const { result } = renderHook(() => [useCustomerWrites(7), useAtTicket(7).length])
  told(null, 'writing')
  expect(result.current).toEqual([true, 0])
  act(() => {
    seq += 1
    const message = { id: 'm', ticketId: 7, fromMe: false }
    receiveFeed({
      events: [{ seq, event: { channel: 'appMessage', data: { action: 'create', message } } as never }],
    })
    flushFeed()
  })
  expect(result.current).toEqual([false, 0])
})
