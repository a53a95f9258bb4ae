// @vitest-environment jsdom
/** A ticket looked into in a window of its own: taken away, given back, and read again after an outage. */
import '../support/jsdom'
import type { EventPayload } from '@contract'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { SpyScreen } from '@/features/wall/spy-screen'
import { setLanguage } from '@/i18n'
import { flushFeed, receiveFeed, refetchAll, resetFeed } from '@/stores/feed'
import { resetTickets, setTicketsSource, setViewer, type TicketsSource } from '@/stores/tickets'
import { aTicket, aViewer } from '../stores/a-ticket'
import { ticketsFrom } from '../stores/tickets-source'
import { aUser } from '../support/fake-bridge'

vi.mock('@/features/thread', () => ({ QuietThread: () => <p>a conversa</p>, QuietPromise: () => null }))

let byId: TicketsSource['byId']
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
let seq = 0
const heard = (data: EventPayload<'ticket'>): Promise<void> =>
  act(async () => {
    seq += 1
    receiveFeed({ events: [{ seq, event: { channel: 'ticket', data } }] })
    flushFeed()
  })
const refusal = async (): Promise<never> => {
  throw new ApiError('refused', 'ERR_NO_PERMISSION', '', 403)
}

beforeEach(async () => {
  vi.useFakeTimers()
  seq = 0
  await setLanguage('pt')
  byId = vi.fn(async () => aTicket(1))
  ticketsFrom({ byId: id => byId(id) })
  setViewer(aViewer({ profile: 'supervisor' }))
  render(<SpyScreen ticketId={1} />)
  await pass(500)
  expect(screen.getByText('a conversa')).toBeDefined()
})
afterEach(() => {
  cleanup()
  setViewer(null)
  resetTickets()
  setTicketsSource()
  resetFeed()
  vi.useRealTimers()
})

it('says that a ticket may no longer be seen, and shows it again when it comes back', async () => {
  byId = vi.fn(refusal)
  await heard({ action: 'removeFromList', ticketId: 1 })
  await pass(499)
  expect(byId).not.toHaveBeenCalled()
  await pass(1)
  expect(screen.getByText('Acesso não permitido')).toBeDefined()
  await heard({ action: 'update', ticket: aTicket(1) })
  expect(screen.getByText('a conversa')).toBeDefined()
})

it('keeps a ticket that a server only seemed to delete', async () => {
  await heard({ action: 'delete', ticketId: 1 })
  await pass(500)
  expect(screen.getByText('a conversa')).toBeDefined()
})

it('asks for the ticket again after a gap: who serves it may have changed', async () => {
  byId = vi.fn(async () => aTicket(1, { status: 'open', userId: 7, user: aUser({ id: 7, name: 'Bruno' }) }))
  await act(async () => refetchAll())
  await pass(0)
  expect(screen.getByText('Bruno')).toBeDefined()
  byId = vi.fn(refusal)
  await act(async () => refetchAll())
  await pass(0)
  expect(screen.getByText('Acesso não permitido')).toBeDefined()
})
