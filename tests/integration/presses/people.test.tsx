// @vitest-environment jsdom
import './pressing'
import type { Contact, Ticket } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { NewTicketDialog } from '@/features/tickets/new-ticket-dialog'
import { UsersScreen } from '@/features/users'
import { users, whatsapps } from '../../../electron/server/db/schema'
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
