// @vitest-environment jsdom
import './pressing'
import type { Contact, Ticket } from '@contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { NewTicketDialog } from '@/features/tickets/new-ticket-dialog'
import { UsersScreen } from '@/features/users'
import { WallScreen } from '@/features/wall'
import { setClockOffset } from '@/stores/clock'
import { useConnection } from '@/stores/connection'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { users, whatsapps } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { handOn, onScreen } from './pressing'

const h = harnessForFile()

it('the connection that is chosen for somebody carries the conversations they begin', async () => {
  const second = await h.insert(whatsapps, { companyId: h.one.id, name: 'Linha Balcão', status: 'CONNECTED' })
  const begin = async (): Promise<number | null | undefined> => {
    const id = await h.newContact(h.one, 'Nova')
    const { body } = await h.call<Contact>(h.one.ana, 'contacts.get', { params: { id } })
    const made: Ticket[] = []
    await onScreen(
      h,
      h.one.ana,
      <NewTicketDialog contact={body} onCreated={ticket => made.push(ticket)} onClose={() => undefined} />,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir ticket' }))
    await waitFor(() => expect(made).toHaveLength(1))
    return (await h.ticket(made[0]?.id ?? 0)).whatsappId
  }
  expect(await begin()).toBe(h.one.whatsappId)
  await onScreen(h, h.one.admin, <UsersScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ana' }))
  const hand = handOn(await screen.findByRole('dialog'))
  await hand.pick('Conexão padrão', 'Linha Balcão')
  await hand.press('Salvar')
  await waitFor(async () => {
    const [row] = await h.db.select().from(users).where(eq(users.id, h.one.ana.id))
    expect(row?.whatsappId).toBe(second.id)
  })
  expect(await begin()).toBe(second.id)
})

it('after a sleep and after a lost connection the floor says that it is old, and reads again', async () => {
  const { two } = h
  await onScreen(h, two.admin, <WallScreen page="floor" />)
  await screen.findByText('Filas agora')
  const waits = () =>
    [...document.querySelectorAll('tr[data-queue] td:nth-of-type(1)')].reduce(
      (sum, cell) => sum + Number(cell.textContent),
      0,
    )
  expect(waits()).toBe(0)
  const connection = (status: 'connected' | 'reconnecting') =>
    act(() => useConnection.setState({ status, since: new Date().toISOString() }))
  connection('connected')
  onTestFinished(() => {
    setClockOffset(0)
    useConnection.setState({ status: 'idle' })
  })

  // The computer slept: what was counted is minutes old at once, and nobody told of what happened meanwhile.
  await h.customer(two, '5511944440001', 'Oi')
  act(() => setClockOffset(10 * 60_000))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Números das .*, atualizando/)
  await waitFor(() => expect(waits()).toBe(1))
  act(() => setClockOffset(0))
  await waitFor(() => expect(screen.queryByText(/^Números das/)).toBeNull())

  connection('reconnecting')
  await screen.findByText(/^Sem conexão: números das/)
  await h.customer(two, '5511944440002', 'Oi')
  connection('connected')
  act(() => {
    receiveFeed({ events: [{ seq: 1, event: { channel: 'resync', data: { since: null } } }] })
    flushFeed()
  })
  await waitFor(() => expect(waits()).toBe(2))
  expect(screen.queryByText(/^Sem conexão/)).toBeNull()
})
