// @vitest-environment jsdom
/** The end of a break: what it gave away is offered back. */
import type { Ticket } from '@contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OwnBreak } from '@/features/workplace'
import { isUntouched, noteGivenAway } from '@/features/workplace/given-away'
import { setTicketsSource, setViewer } from '@/stores/tickets'
import { useToastList } from '@/stores/toasts'
import { aTicket, aViewer } from '../stores/a-ticket'
import { ticketsFrom } from '../stores/tickets-source'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
afterEach(() => {
  setViewer(null)
  setTicketsSource()
})

it('takes back what waits or whose new holder has not answered', () => {
  const is = (ticket: Partial<Ticket>) => isUntouched(aTicket(1, ticket), 2)
  expect(is({ status: 'pending', userId: null })).toBe(true)
  expect(is({ status: 'open', userId: 7, fromMe: true, lastAuthorId: 2 })).toBe(true)
  expect(is({ status: 'open', userId: 7, fromMe: true, lastAuthorId: 7 })).toBe(false)
  expect(is({ status: 'open', userId: 2 })).toBe(false)
  expect(is({ status: 'closed', userId: 7 })).toBe(false)
})

it('offers at its end what nobody has gone on with, and one press brings it back', async () => {
  call.mockImplementation(async () => [])
  setViewer(aViewer())
  const waits = aTicket(1, { status: 'pending', userId: null, queueId: 4 })
  const held = aTicket(2, { status: 'open', userId: 7, queueId: 4 })
  const update = vi.fn(async (id: number) => aTicket(id, { status: 'open', userId: 2 }))
  ticketsFrom({
    byId: async id => {
      if (id === 3) throw new Error('no longer to be seen')
      return id === 1 ? waits : held
    },
    update,
  })
  const startedAt = new Date().toISOString()
  await openScreen(<OwnBreak />, {
    user: { id: 2, break: { reason: 'lunch', minutes: 60, startedAt } as never },
  })
  act(() => noteGivenAway([1, 2, 3]))
  fireEvent.click(await screen.findByTestId('own-break'))
  const text = '2 tickets que você passou na pausa ainda não foram respondidos.'
  await waitFor(() => expect(said()).toContain(text))
  const offer = useToastList.getState().toasts.find(toast => toast.text === text)
  act(() => offer?.action?.run())
  await waitFor(() => expect(said()).toContain('2 tickets voltaram para você.'))
  expect(update.mock.calls).toMatchObject([
    [1, { status: 'open', userId: 2 }],
    [2, { status: 'open', userId: 2, queueId: 4 }],
  ])
})
