// @vitest-environment jsdom
import './pressing'
import type { Ticket } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
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

const Header = ({ id, narrow = false }: { id: number; narrow?: boolean }) => {
  const ticket = useTicket(id)
  return ticket ? <TicketHeader ticket={ticket} narrow={narrow} /> : null
}

it('puts a ticket aside by the key, tells the colleague’s console, and wakes it by the menu or by the toast', async () => {
  const { ana, sup } = h.one
  const made = await h.newTicket(h.one, { name: 'Rita' })
  const since = '2026-01-01T10:00:00.000Z'
  await h.update(tickets, { status: 'open', userId: ana.id, waitingSince: since }, eq(tickets.id, made.id))
  const colleague = await h.connect(sup)
  await onScreen(h, ana, <Header id={made.id} />)
  as(h, ana)
  await fetchTicketById(made.id)
  const choose = async (name: RegExp) => {
    await screen.findByRole('button', { name: 'Adiar' })
    runKeyAction('snooze')
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose(/Amanhã de manhã/)
  const question = await screen.findByRole('dialog', { name: 'Adiar quem espera resposta?' })
  expect(screen.queryByRole('menuitem', { name: /Até o cliente escrever/ })).toBeNull()
  await userEvent.click(within(question).getByRole('button', { name: 'Adiar' }))
  await waitFor(async () => expect((await h.ticket(made.id)).snoozedUntil).not.toBeNull())
  const { snoozedUntil } = await h.ticket(made.id)
  expect(Date.parse(snoozedUntil ?? '')).toBeGreaterThan(Date.now())
  const heard = await colleague.until(
    ({ event, payload }) =>
      event.endsWith('-ticket') && (payload as { ticket?: Ticket }).ticket?.snoozedUntil === snoozedUntil,
  )
  expect((heard.payload as { ticket: Ticket }).ticket.waitingSince).toBe(since)
  await screen.findByText(/^Adiado até/)

  await choose(/Acordar agora/)
  await waitFor(async () => expect((await h.ticket(made.id)).snoozedAt).toBeNull())
  expect(screen.queryByText(/^Adiado até/)).toBeNull()

  await h.call(ana, 'messages.send', { params: { ticketId: made.id }, body: { body: 'Já resolvo' } })
  await fetchTicketById(made.id)
  await choose(/Até o cliente escrever/)
  await waitFor(async () => expect((await h.ticket(made.id)).snoozedAt).not.toBeNull())
  expect((await h.ticket(made.id)).snoozedUntil).toBeNull()
  const words = await within(screen.getByTestId('toasts')).findByText('Adiado até o cliente escrever')
  const toast = within(words.closest('li') as HTMLElement)
  await userEvent.click(toast.getByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect((await h.ticket(made.id)).snoozedAt).toBeNull())
  colleague.close()
})

it('takes a day and time of one’s own, and refuses one that is over', async () => {
  const { ana } = h.one
  const made = await h.newTicket(h.one, { name: 'Otto' })
  await h.update(tickets, { status: 'open', userId: ana.id }, eq(tickets.id, made.id))
  await onScreen(h, ana, <Header id={made.id} />)
  as(h, ana)
  await fetchTicketById(made.id)
  await screen.findByRole('button', { name: 'Adiar' })
  runKeyAction('snooze')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Escolher data e hora/ }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByRole('textbox')
  const type = async (text: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, `${text}{Enter}`)
  }
  await type('05/03/2020 10:00')
  await within(dialog).findByText('Escolha um momento que ainda não passou.')
  expect((await h.ticket(made.id)).snoozedAt).toBeNull()
  const year = new Date().getFullYear() + 2
  await type(`05/03/${year} 10:00`)
  await waitFor(async () =>
    expect((await h.ticket(made.id)).snoozedUntil).toBe(`${year}-03-05T13:00:00.000Z`),
  )
})
