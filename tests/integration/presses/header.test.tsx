// @vitest-environment jsdom
/** What is done with a ticket at its header: resolving, putting aside, its priority. */
import './pressing'
import { RESOLVE_UNDO_MS, type Ticket } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { KeysOverview } from '@/app/shell/keys-overview'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { runKeyAction } from '@/stores/key-actions'
import { useTicket, useTicketsStore } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import { sendClosingMessages } from '../../../electron/server/desk/tickets/closing-messages'
import { tickets, whatsapps } from '../../../electron/server/platform/db/schema'
import type { FakeBridge } from '../../unit/support/fake-bridge'
import { harnessForFile } from '../server/for-file'
import { as, onScreen } from './pressing'

const h = harnessForFile()

const Header = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  const { pathname } = useLocation()
  return (
    <>
      <output data-testid="path">{pathname}</output>
      {ticket ? <TicketHeader ticket={ticket} narrow={false} /> : null}
    </>
  )
}
/** A ticket of Ana's, with its header on her screen. */
async function atHeader(name: string, values: Partial<typeof tickets.$inferInsert> = {}): Promise<number> {
  const { id } = await h.newTicket(h.one, { name, status: 'open', userId: h.one.ana.id, ...values })
  await onScreen(h, h.one.ana, <Header id={id} />)
  as(h, h.one.ana)
  await fetchTicketById(id)
  return id
}

it('“Resolver sem mensagem” of the menu sends the customer nothing', async () => {
  await h.update(whatsapps, { complationMessage: 'Até logo!' })
  const id = await atHeader('Lia')
  // The menu itself is mounted a moment after its button.
  await waitFor(async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
    expect(screen.getByRole('menuitem', { name: 'Resolver sem mensagem' })).toBeTruthy()
  })
  await userEvent.click(screen.getByRole('menuitem', { name: 'Resolver sem mensagem' }))
  await waitFor(async () => expect((await h.ticket(id)).status).toBe('closed'))
  // What is said at the end waits until the resolve may no longer be taken back.
  await Promise.all(
    await sendClosingMessages(h.running.app, h.one.id, new Date(Date.now() + 2 * RESOLVE_UNDO_MS)),
  )
  expect(h.channel.sent).toEqual([])
})

/** “Atendimento” of the settings, and what stands beside it. */
const attendance = (beside = <span />): Promise<FakeBridge> =>
  onScreen(
    h,
    h.one.ana,
    <>
      {beside}
      <Routes>
        <Route path="/settings/:section" element={<SettingsScreen />} />
      </Routes>
    </>,
    '/settings/attendance',
  )

it('resolving goes on to the next ticket of the list once that is chosen; its key is called so then', async () => {
  const mine = { status: 'open' as const, userId: h.one.ana.id }
  const [first, second] = [await h.newTicket(h.one, mine), await h.newTicket(h.one, mine)]
  const fake = await attendance(
    <>
      <Header id={first.id} />
      <KeysOverview open onClose={() => undefined} />
    </>,
  )
  await fetchTicketById(first.id)
  await fetchTicketById(second.id)
  useTicketsStore.setState(({ lists }) => ({
    lists: { ...lists, assigned: { ...lists.assigned, ids: [first.id, second.id] } },
  }))
  const called = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent)
  await waitFor(() => expect(called()).toContain('Resolver'))
  expect(called()).not.toContain('Resolver e ir para o próximo')
  await userEvent.click(await screen.findByRole('radio', { name: 'Abrir o próximo' }))
  await waitFor(() => expect(called()).toContain('Resolver e ir para o próximo'))
  expect(called()).not.toContain('Resolver')
  await waitFor(() => expect(fake.state.preferences.afterResolve).toBe('next'))
  await userEvent.click(screen.getByRole('button', { name: 'Resolver' }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe(`/tickets/${second.uuid}`))
  expect((await h.ticket(first.id)).status).toBe('closed')
})

it('a priority that is chosen by the key is on the ticket, and where it is refused the one before comes back', async () => {
  const id = await atHeader('Rita', { status: 'pending', userId: null })
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

it('puts a ticket aside by the key, tells the colleague’s console, and wakes it by the menu or by the toast', async () => {
  const { ana, sup } = h.one
  const since = '2026-01-01T10:00:00.000Z'
  const id = await atHeader('Rita', { waitingSince: since })
  const colleague = await h.connect(sup)
  const choose = async (name: RegExp) => {
    await screen.findByRole('button', { name: 'Adiar' })
    runKeyAction('snooze')
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose(/Amanhã de manhã/)
  const question = await screen.findByRole('dialog', { name: 'Adiar quem espera resposta?' })
  expect(screen.queryByRole('menuitem', { name: /Até o cliente escrever/ })).toBeNull()
  await userEvent.click(within(question).getByRole('button', { name: 'Adiar' }))
  await waitFor(async () => expect((await h.ticket(id)).snoozedUntil).not.toBeNull())
  const { snoozedUntil } = await h.ticket(id)
  expect(Date.parse(snoozedUntil ?? '')).toBeGreaterThan(Date.now())
  const heard = await colleague.until(
    ({ event, payload }) =>
      event.endsWith('-ticket') && (payload as { ticket?: Ticket }).ticket?.snoozedUntil === snoozedUntil,
  )
  expect((heard.payload as { ticket: Ticket }).ticket.waitingSince).toBe(since)
  await screen.findByText(/^Adiado até/)

  await choose(/Acordar agora/)
  await waitFor(async () => expect((await h.ticket(id)).snoozedAt).toBeNull())
  expect(screen.queryByText(/^Adiado até/)).toBeNull()

  await h.call(ana, 'messages.send', { params: { ticketId: id }, body: { body: 'Já resolvo' } })
  await fetchTicketById(id)
  await choose(/Até o cliente escrever/)
  await waitFor(async () => expect((await h.ticket(id)).snoozedAt).not.toBeNull())
  expect((await h.ticket(id)).snoozedUntil).toBeNull()
  const words = await within(screen.getByTestId('toasts')).findByText('Adiado até o cliente escrever')
  const toast = within(words.closest('li') as HTMLElement)
  await userEvent.click(toast.getByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect((await h.ticket(id)).snoozedAt).toBeNull())
  colleague.close()
})
