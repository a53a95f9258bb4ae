// @vitest-environment jsdom
/** The notifications of the top bar: the figure, both groups, and the way to a ticket. */
import '../support/jsdom'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Notifications } from '@/features/workplace/notifications'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { setFallbackQueues, setViewer } from '@/stores/tickets'
import { SteadyNavigate } from '@/ui'
import { soon } from '../../support/soon'
import { aTicket, at, aViewer } from '../stores/a-ticket'

const { answer } = vi.hoisted(() => ({ answer: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call: answer }))

const mine = (id: number, over = {}) =>
  aTicket(id, { status: 'open', userId: 2, unreadMessages: 2, waitingSince: null, ...over })

const answers = (rows: object[] = [], mentions: object[] = []) =>
  answer.mockImplementation(async (name: string) =>
    name === 'tickets.list' ? { tickets: rows, count: rows.length, hasMore: false } : mentions,
  )

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>
}
async function open(label: string) {
  render(
    <App>
      <MemoryRouter>
        <SteadyNavigate>
          <Notifications />
        </SteadyNavigate>
        <Address />
      </MemoryRouter>
    </App>,
  )
  await userEvent.click(await screen.findByRole('button', { name: label }))
}

let seq = 0
beforeEach(() => setViewer(aViewer()))
afterEach(() => {
  setViewer(null)
  resetFeed()
})

describe('the notifications', () => {
  it('ask a server that has to be told them about all queues, and another one about none', async () => {
    answers()
    const asked = () => answer.mock.calls.find(([name]) => name === 'tickets.list')?.[1]?.query
    answer.mockClear()
    await open('Notificações: nenhum ticket não lido')
    await soon(() => expect(asked()).toEqual({ withUnreadMessages: true, pageNumber: 1 }))
    cleanup()
    answer.mockClear()
    setFallbackQueues([1, 4])
    await open('Notificações: nenhum ticket não lido')
    await soon(() => expect(asked()).toMatchObject({ withUnreadMessages: true, queueIds: [1, 4] }))
    setFallbackQueues(null)
  })

  it('open the ticket that is pressed, and close', async () => {
    answer.mockResolvedValue({ tickets: [mine(1)], count: 1, hasMore: false })
    await open('Notificações: 1 ticket não lido')
    await userEvent.click(await screen.findByRole('button', { name: /^.*Cliente 1/ }))
    expect(screen.getByTestId('address').textContent).toBe(`/tickets/${mine(1).uuid}`)
  })

  it('follow what happens, and say so when nothing is left', async () => {
    answer.mockResolvedValue({ tickets: [mine(1)], count: 1, hasMore: false })
    await open('Notificações: 1 ticket não lido')
    await screen.findByRole('button', { name: /Cliente 1/ })
    act(() => {
      const ticket = mine(1, { unreadMessages: 0, updatedAt: at(90) })
      receiveFeed({
        events: [{ seq: ++seq, event: { channel: 'ticket', data: { action: 'update', ticket } } }],
      } as never)
      flushFeed()
    })
    expect(await screen.findByText('Nenhuma notificação')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Notificações: nenhum ticket não lido' })).toBeTruthy()
  })
})
