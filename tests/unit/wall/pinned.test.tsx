// @vitest-environment jsdom
/** Chosen threads of the wall: one that is gone is no longer counted among them. */
import '../support/jsdom'
import type { EventPayload } from '@contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { usePinned } from '@/features/wall/use-wall'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import {
  absorbTickets,
  resetTickets,
  setTicketsSource,
  setViewer,
  type TicketsSource,
} from '@/stores/tickets'
import { soon } from '../../support/soon'
import { aTicket, aViewer } from '../stores/a-ticket'

let seq = 0
const heard = (data: EventPayload<'ticket'>): Promise<void> =>
  act(async () => {
    receiveFeed({ events: [{ seq: ++seq, event: { channel: 'ticket', data } }] })
    flushFeed()
  })

afterEach(() => {
  setViewer(null)
  resetTickets()
  setTicketsSource()
  resetFeed()
})

it('are let go when they are deleted while the wall is shown, and kept when the server cannot say', async () => {
  const byId = vi.fn(async (): Promise<never> => {
    throw new ApiError('unreachable', null, '', 0)
  })
  setTicketsSource({ byId } as unknown as TicketsSource)
  setViewer(aViewer({ profile: 'admin' }))
  absorbTickets([aTicket(1), aTicket(2)], 0)
  const unpin = vi.fn()
  const pinned = [1, 2]
  renderHook(() => usePinned(pinned, unpin))
  expect(byId).not.toHaveBeenCalled()
  await heard({ action: 'delete', ticketId: 1 })
  await soon(() => expect(byId).toHaveBeenCalledTimes(1))
  expect(unpin).not.toHaveBeenCalled()
  byId.mockImplementation(async () => {
    throw new ApiError('refused', 'ERR_NO_TICKET_FOUND', '', 404)
  })
  await heard({ action: 'delete', ticketId: 2 })
  await soon(() => expect(unpin).toHaveBeenCalledWith(2))
})
