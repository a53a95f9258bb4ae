// @vitest-environment jsdom
import './pressing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { runKeyAction } from '@/stores/key-actions'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import { tickets } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { as, onScreen } from './pressing'

const h = harnessForFile()

const Header = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  return ticket ? <TicketHeader ticket={ticket} narrow={false} /> : null
}

it('a priority that is chosen by the key is on the ticket, and where it is refused the one before comes back', async () => {
  const { id } = await h.newTicket(h.one, { name: 'Rita' })
  await onScreen(h, h.one.ana, <Header id={id} />)
  as(h, h.one.ana)
  await fetchTicketById(id)
  await screen.findByRole('button', { name: 'Prioridade: Normal' })
  const choose = async (name: RegExp) => {
    runKeyAction('priority')
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose(/Urgente/)
  await screen.findByRole('img', { name: 'prioridade Urgente' })
  await waitFor(async () => expect((await h.ticket(id)).priority).toBe('urgent'))
  // It has gone where Ana may not look.
  await h.update(tickets, { queueId: h.one.vendas }, eq(tickets.id, id))
  await choose(/Baixa/)
  await waitFor(() => expect(screen.queryByRole('img', { name: 'prioridade Baixa' })).toBeNull())
  expect(screen.getByRole('img', { name: 'prioridade Urgente' })).toBeTruthy()
  expect((await h.ticket(id)).priority).toBe('urgent')
})
