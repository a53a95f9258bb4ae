// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HeldBar, HeldMark } from '@/features/tickets/held'
import { setLanguage } from '@/i18n'
import { absorbTickets, selectTicket, setViewer, ticketById, useTicket } from '@/stores/tickets'
import { SteadyNavigate } from '@/ui'
import { aTicket, at, aViewer } from '../stores/a-ticket'

const call = vi.hoisted(() => vi.fn())
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const held = { status: 'open', userId: 2, heldBy: 'metaAgent', heldAt: at(5) }

function Bar() {
  const ticket = useTicket(1)
  return ticket ? <HeldBar ticket={ticket} /> : null
}

beforeEach(async () => {
  await setLanguage('pt')
  setViewer(aViewer())
  absorbTickets([aTicket(1, held)], 0)
  selectTicket(1)
})
afterEach(() => {
  cleanup()
  selectTicket(null)
  setViewer(null)
})

it('says who else answers, and takes the conversation over as the ticket was seen', async () => {
  call.mockResolvedValueOnce(aTicket(1, { ...held, heldBy: null, heldAt: at(9), updatedAt: at(9) }))
  render(
    <MemoryRouter>
      <SteadyNavigate>
        <App>
          <Bar />
        </App>
      </SteadyNavigate>
    </MemoryRouter>,
  )
  expect(screen.getByRole('note').textContent).toContain('A IA da Meta responde')
  await userEvent.click(screen.getByRole('button', { name: 'Assumir a conversa' }))
  expect(call).toHaveBeenCalledWith('tickets.setHolder', {
    params: { id: 1 },
    body: { holder: null, expected: { userId: 2, status: 'open' } },
  })
  expect(ticketById(1)?.heldBy).toBeNull()
  expect(screen.queryByRole('note')).toBeNull()
})

it('marks a conversation that another service answers, and none of ours', () => {
  const { container, rerender } = render(<HeldMark ticket={aTicket(1, { heldBy: 'partner' })} />)
  expect(container.textContent).toBe('Outro serviço responde')
  rerender(<HeldMark ticket={aTicket(1)} />)
  expect(container.textContent).toBe('')
})
