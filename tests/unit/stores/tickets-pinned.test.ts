/** Tickets a person keeps at the top: in every list they belong to, also from pages nobody has read. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import {
  absorbTickets,
  oldestPending,
  pinTicket,
  refreshPinned,
  resetTickets,
  unpinTicket,
  useTicketsStore,
} from '@/stores/tickets'
import { soon } from '../../support/soon'
import { aTicket, at, aViewer } from './a-ticket'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
vi.mock('@/stores/servers', async original => ({ ...(await original<object>()), capability: () => 'native' }))

const mine = (id: number) => aTicket(id, { status: 'open', userId: 2, waitingSince: null })
const assigned = () => useTicketsStore.getState().lists.assigned.ids

/** The first page of what is assigned: 30 down to 21; older ones have not been read. */
beforeEach(() => {
  const state = useTicketsStore.getState()
  const read = { ...state.lists.assigned, status: 'ready' as const }
  useTicketsStore.setState({
    viewer: aViewer(),
    lists: {
      ...state.lists,
      assigned: { ...read, hasMore: true },
      pending: { ...read, hasMore: false },
      search: { ...read, hasMore: false },
    },
  })
  absorbTickets(
    Array.from({ length: 10 }, (_, place) => mine(21 + place)),
    0,
  )
})
afterEach(() => {
  call.mockReset()
  resetTickets()
  resetFeed()
})

it('stand above the order of the list, the latest pinned first, and go back to their place', async () => {
  const pinned: number[] = []
  call.mockImplementation(async (name: string, { params }: { params: { id: number } }) => {
    if (name === 'tickets.pin') pinned.unshift(params.id)
    else pinned.splice(pinned.indexOf(params.id), 1)
    return { ids: [...pinned] }
  })
  await pinTicket(25)
  await pinTicket(22)
  expect(assigned()).toEqual([22, 25, 30, 29, 28, 27, 26, 24, 23, 21])
  await unpinTicket(22)
  expect(assigned()).toEqual([25, 30, 29, 28, 27, 26, 24, 23, 22, 21])
})

it('come from pages that have not been read, into the lists they belong to alone', async () => {
  call.mockResolvedValue([mine(3), aTicket(4, { status: 'closed', userId: 2 })])
  refreshPinned()
  await soon(() => expect(assigned()[0]).toBe(3))
  expect(assigned()).toHaveLength(11)
  // Another window unpinned it: it is left to its page.
  call.mockResolvedValue([])
  receiveFeed({ events: [{ seq: 1, event: { channel: 'pin', data: { action: 'changed' } } }] })
  flushFeed()
  await soon(() => expect(useTicketsStore.getState().pins.size).toBe(0))
  expect(assigned().at(-1)).toBe(3)
})

it('are put back where the server refuses', async () => {
  call.mockImplementation(async (name: string) => {
    if (name === 'tickets.pinned') return [mine(24)]
    throw new Error('ERR_TOO_MANY_PINNED')
  })
  await expect(pinTicket(21)).rejects.toThrow('ERR_TOO_MANY_PINNED')
  await soon(() => expect(assigned().slice(0, 2)).toEqual([24, 30]))
})

it('are what was asked for last, whichever answer comes first', async () => {
  const answers: ((tickets: unknown[]) => void)[] = []
  call.mockImplementation(() => new Promise(answer => answers.push(answer)))
  refreshPinned()
  refreshPinned()
  answers[1]?.([mine(24)])
  await soon(() => expect(assigned()[0]).toBe(24))
  answers[0]?.([mine(3)])
  await new Promise(setImmediate)
  expect(assigned()[0]).toBe(24)
})

it('say nothing of who waits longest', async () => {
  call.mockImplementation(async () => ({ ids: [2] }))
  absorbTickets([aTicket(1, { waitingSince: at(1) }), aTicket(2, { waitingSince: at(5) })], 0)
  await pinTicket(2)
  expect(useTicketsStore.getState().lists.pending.ids).toEqual([2, 1])
  expect((await oldestPending())?.id).toBe(1)
})
