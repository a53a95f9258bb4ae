// @vitest-environment jsdom
/** Looking into a ticket: its thread comes after half a second (docs/specification.md 1.2). */
import '../support/jsdom'
import type { Ticket } from '@contract'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { SpyDialog } from '@/features/tickets/spy-dialog'
import { setLanguage } from '@/i18n'
import {
  absorbTickets,
  setTicketsSource,
  setViewer,
  type TicketsSource,
  useTicketsStore,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { SteadyNavigate } from '@/ui'
import { soon } from '../../support/soon'
import { aTicket, aViewer } from '../stores/a-ticket'

vi.mock('@/features/thread', () => ({ QuietThread: () => <p>a conversa</p> }))

const before = useTicketsStore.getState()
beforeEach(() => {
  vi.useFakeTimers()
  return setLanguage('pt')
})
afterEach(() => {
  vi.useRealTimers()
  useTicketsStore.setState(before, true)
})

it('says of a ticket that is gone that it is gone, and of one that may not be seen that it is not allowed', async () => {
  vi.useRealTimers()
  const error = vi.spyOn(toasts, 'error')
  let status = 404
  setTicketsSource({
    byId: async () => {
      throw new ApiError('refused', null, '', status)
    },
  } as unknown as TicketsSource)
  const look = (): (() => void) =>
    render(
      <MemoryRouter>
        <SteadyNavigate>
          <SpyDialog ticketId={1} onClose={() => {}} />
        </SteadyNavigate>
      </MemoryRouter>,
    ).unmount
  setViewer(aViewer({ profile: 'user' }))
  look()
  await soon(() => expect(error).toHaveBeenLastCalledWith('Esta conversa não existe mais'))
  cleanup()
  status = 403
  look()
  await soon(() => expect(error).toHaveBeenLastCalledWith('Acesso não permitido'))
  cleanup()
  absorbTickets([aTicket(1)], 0)
  error.mockClear()
  look()
  expect(error).toHaveBeenLastCalledWith('Acesso não permitido')
  setTicketsSource()
})

it('says that the server does not answer where nobody knows more, and tries again', async () => {
  vi.useRealTimers()
  const error = vi.spyOn(toasts, 'error')
  const answers: (() => Promise<Ticket>)[] = [
    () => Promise.reject(new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)),
    async () => aTicket(1),
  ]
  setTicketsSource({ byId: async () => answers.shift()?.() } as unknown as TicketsSource)
  setViewer(aViewer({ profile: 'admin' }))
  const closed = vi.fn()
  render(
    <MemoryRouter>
      <SteadyNavigate>
        <SpyDialog ticketId={1} onClose={closed} />
      </SteadyNavigate>
    </MemoryRouter>,
  )
  await screen.findByText('O servidor não responde. Verifique a conexão.')
  expect([error.mock.calls, closed.mock.calls]).toEqual([[], []])
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await screen.findByText('a conversa')
  expect(screen.getByText('Espiando: Cliente 1')).toBeDefined()
  expect([error.mock.calls, closed.mock.calls]).toEqual([[], []])
  setTicketsSource()
})
