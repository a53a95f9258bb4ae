// @vitest-environment jsdom
/** Beginning a break: what it gives away, and by keyboard. */
import { queue } from '@contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BreakDialog } from '@/features/workplace/break-dialog'
import { absorbTickets, setViewer } from '@/stores/tickets'
import { aTicket, aViewer } from '../stores/a-ticket'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
afterEach(() => setViewer(null))

it('finds the reason that is typed, and proposes its length of time', async () => {
  call.mockImplementation(async () => [])
  await openScreen(<BreakDialog onClose={() => {}} />)
  const reason = screen.getByRole('combobox')
  fireEvent.change(reason, { target: { value: 'Alm' } })
  fireEvent.keyDown(reason, { key: 'Enter', which: 13, keyCode: 13 })
  const minutes = screen.getByRole<HTMLInputElement>('spinbutton')
  await waitFor(() => expect(minutes.value).toBe('60'))
})

it('says before which open tickets a break gives away, and nothing where none goes', async () => {
  const queues = [
    queue.parse({ id: 1, name: 'Vendas', assignAway: 'next' }),
    queue.parse({ id: 2, name: 'Entregas', assignAway: 'stay' }),
  ]
  call.mockImplementation(async (name: string) => (name === 'queues.list' ? queues : []))
  setViewer(aViewer())
  absorbTickets([aTicket(1, { status: 'open', userId: 2, queueId: 2 })], 0)
  await openScreen(<BreakDialog onClose={() => undefined} />)
  await screen.findByText('Motivo')
  expect(screen.queryByText(/passam a colegas/)).toBeNull()
  act(() => absorbTickets([aTicket(2, { status: 'open', userId: 2, queueId: 1 })], 0))
  expect(
    await screen.findByText('Seus tickets abertos de Vendas passam a colegas ou voltam para a espera.'),
  ).toBeDefined()
})
