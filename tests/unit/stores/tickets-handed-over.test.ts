import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unreadTickets } from '@/features/workplace/unread'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import {
  absorbTickets,
  noteOwnChange,
  resetOwnChanges,
  selectTicket,
  setViewer,
  useHandedOver,
  useTicketsStore,
  whenHandedOver,
} from '@/stores/tickets'
import { aTicket, at, aViewer } from './a-ticket'

let seq = 0
const told = vi.fn()
const update = (id: number, over: Record<string, unknown>): void => {
  seq += 1
  const ticket = aTicket(id, over)
  receiveFeed({ events: [{ seq, event: { channel: 'ticket', data: { action: 'update', ticket } } }] })
  flushFeed()
}
const mine = { status: 'open', userId: 2, unreadMessages: 0 }
const handover = { note: 'quer a fatura', from: { id: 7, name: 'Bruno' }, at: at(30) }
const inBell = (): number[] => {
  const { byId, viewer, selectedId } = useTicketsStore.getState()
  return unreadTickets(byId.values(), viewer, selectedId, useHandedOver.getState().tickets).mine.map(
    one => one.id,
  )
}

beforeEach(() => {
  setViewer(aViewer())
  told.mockReset()
  whenHandedOver(all => {
    for (const one of all) told(one)
  })
})
afterEach(() => {
  setViewer(null)
  resetFeed()
  resetOwnChanges()
  seq = 0
  useHandedOver.setState({ tickets: new Map() })
})

it('tells the receiver of a transfer once, by name where the server says it, and keeps it in the bell', () => {
  absorbTickets([aTicket(1, { status: 'open', userId: 7 })], 0)
  update(1, { ...mine, handover })
  expect(told.mock.calls).toEqual([[{ ticketId: 1, from: 'Bruno' }]])
  expect(inBell()).toEqual([1])
  update(1, { ...mine, handover })
  expect(told).toHaveBeenCalledTimes(1)
  selectTicket(1)
  selectTicket(null)
  expect(inBell()).toEqual([])
})

it('tells of a transfer without a note too, and of a ticket never seen here that comes with one', () => {
  absorbTickets([aTicket(1, { status: 'open', userId: 7 })], 0)
  update(1, mine)
  update(2, { ...mine, handover })
  expect(told.mock.calls.map(([one]) => one)).toEqual([
    { ticketId: 1, from: null },
    { ticketId: 2, from: 'Bruno' },
  ])
})

it('says nothing of what the person did, had all along, or gives on', () => {
  absorbTickets([aTicket(1), aTicket(2, mine), aTicket(3, { status: 'open', userId: 7 })], 0)
  noteOwnChange(1)
  update(1, mine)
  update(2, { ...mine, lastMessage: 'nova' })
  update(4, mine) // never seen, on a page that was not read
  update(3, { status: 'open', userId: 9 })
  expect(told).not.toHaveBeenCalled()
  update(3, mine)
  expect(inBell()).toEqual([3])
  update(3, { status: 'open', userId: 7 })
  expect(inBell()).toEqual([])
})
