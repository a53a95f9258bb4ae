// @vitest-environment jsdom
/** A wall of a view: its tickets in its order, of whichever other ones are known. */
import '../support/jsdom'
import { type SavedView, viewConditions } from '@contract'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_CHOICE, readChoice, writeChoice } from '@/features/wall/choice'
import { useArrangement, useWallTickets } from '@/features/wall/use-wall'
import {
  absorbTickets,
  resetTickets,
  setTicketsSource,
  setViewer,
  type TicketsSource,
} from '@/stores/tickets'
import type { TicketQuery } from '@/stores/tickets/source'
import { soon } from '../../support/soon'
import { aTicket, at, aViewer } from '../stores/a-ticket'

afterEach(() => {
  setViewer(null)
  resetTickets()
  setTicketsSource()
})

it('shows the first of the view, and the riskiest again without one', async () => {
  const urgent: SavedView = {
    id: 4,
    name: 'Urgentes',
    conditions: viewConditions.parse({ priorities: ['urgent'] }),
    order: 'oldest',
    sharedWith: null,
    userId: 1,
    userName: 'Ana',
  }
  const late = aTicket(1, { priority: 'urgent', updatedAt: at(9) })
  const early = aTicket(2, { priority: 'urgent', updatedAt: at(3) })
  const other = aTicket(3, { waitingSince: at(0) })
  const page = vi.fn(async (query: TicketQuery) => {
    const tickets = query.viewId === 4 ? [early, late] : []
    return { tickets, count: tickets.length, hasMore: false }
  })
  setTicketsSource({ page, counts: async () => Promise.reject(new Error()) } as unknown as TicketsSource)
  setViewer(aViewer({ profile: 'admin' }))
  absorbTickets([other], 0)
  const choice = { ...FIRST_CHOICE, viewId: 4 }
  const { result, rerender } = renderHook(
    ({ view }) => {
      const { loading } = useWallTickets(view)
      return useArrangement(view ? choice : FIRST_CHOICE, null, !loading)
    },
    { initialProps: { view: urgent as SavedView | null } },
  )
  await soon(() => expect(result.current).toEqual([2, 1]))
  rerender({ view: null })
  await soon(() => expect(result.current).toContain(3))
})

it('is each person’s own choice on a computer', () => {
  const mine = { ...FIRST_CHOICE, pinned: [7], tiles: 4 as const }
  writeChoice(1, mine)
  expect([readChoice(1), readChoice(2)]).toEqual([mine, FIRST_CHOICE])
})
