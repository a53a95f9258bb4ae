// @vitest-environment jsdom
import './pressing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ContactsScreen } from '@/features/contacts'
import { ThreadPane } from '@/features/thread'
import { Notifications } from '@/features/workplace'
import { useTicketsStore } from '@/stores/tickets'
import { auditEntries, contacts } from '../../../electron/server/platform/db/schema'
import { said } from '../../unit/support/open-screen'
import { harnessForFile } from '../server/for-file'
import { live, onScreen } from './pressing'

const h = harnessForFile()

let serial = 0
/** Somebody known twice, who waits by one number while Ana talks with them by the other. */
async function double() {
  serial += 1
  const [typed, wrote] = [`55119876500${serial}0`, `5511876500${serial}0`]
  const keep = await h.newContact(h.one, 'Lena Prado', { number: typed })
  const gone = await h.newContact(h.one, `Lena do balcão ${serial}`, {
    number: wrote,
    email: 'lena@example.com',
  })
  const open = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, contactId: keep })
  const waiting = await h.newTicket(h.one, { status: 'pending', contactId: gone })
  await h.newMessages(open, ['bom dia'])
  await h.newMessages(waiting, ['ainda espero'])
  return { keep, gone, open, waiting, wrote, name: `Lena do balcão ${serial}` }
}

it('an administrator presses “Unir”, is told what goes over, and the other console has one conversation', async () => {
  const { keep, gone, open, waiting, wrote, name } = await double()
  const ear = await h.connect(h.one.ana)
  await onScreen(h, h.one.admin, <ContactsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Unir Lena Prado com outro contato' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox'))
  await userEvent.keyboard('balcão')
  const label = new RegExp(`^${name}`)
  await userEvent.click(await screen.findByText(label, { selector: '.ant-select-item-option-content' }))
  expect(
    await dialog.findByText(/^Passam para Lena Prado .*: 1 ticket, 1 mensagem\. O cadastro/),
  ).toBeTruthy()
  // The other way round first: what goes over is counted again.
  await userEvent.click(dialog.getByRole('radio', { name: label }))
  expect(await dialog.findByText(new RegExp(`^Passam para ${name}`))).toBeTruthy()
  await userEvent.click(dialog.getByRole('radio', { name: /^Lena Prado/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Unir' }))
  await waitFor(() => expect(said()).toContain('Contatos unidos: fica Lena Prado'))
  await waitFor(() => expect(screen.queryByText(label)).toBeNull())
  expect(
    await h.db
      .select()
      .from(contacts)
      .where(inArray(contacts.id, [keep, gone])),
  ).toMatchObject([
    // The number WhatsApp writes from, and what the other had alone.
    { id: keep, name: 'Lena Prado', number: wrote, email: 'lena@example.com' },
  ])
  expect(await h.ticket(waiting.id)).toMatchObject({ status: 'closed', contactId: keep })
  const [entry] = await h.db.select().from(auditEntries).where(eq(auditEntries.action, 'merge'))
  expect(entry).toMatchObject({ userId: h.one.admin.id, userName: 'Admin', subjectName: 'Lena Prado' })
  expect(entry?.address).not.toBe('')
  for (const { id } of [open, waiting])
    await ear.until(
      ({ payload }) => payload.messagesTo === open.uuid && (payload.ticket as { id: number }).id === id,
    )
  // A console forgets what it was to send to the conversations of a contact that is no more: these are none by then.
  await ear.until(({ payload }) => payload.contactId === gone)
  const order = ear.heard.map(({ payload }) => ('messagesTo' in payload ? 'ticket' : payload.action))
  expect(order.lastIndexOf('ticket')).toBeLessThan(order.indexOf('delete'))
  ear.close()
})

it('whoever looks at either conversation has the messages where they are now, and the way there', async () => {
  const { keep, gone, open, waiting, name } = await double()
  await onScreen(
    h,
    h.one.ana,
    <>
      <Notifications />
      <section aria-label="fica">
        <ThreadPane ticketId={open.id} ticket={null} />
      </section>
      <section aria-label="vai">
        <ThreadPane ticketId={waiting.id} ticket={null} />
      </section>
    </>,
  )
  const [stays, goes] = [screen.getByLabelText('fica'), screen.getByLabelText('vai')]
  await within(stays).findByText('bom dia')
  await within(goes).findByText('ainda espero')
  useTicketsStore.setState({ selectedId: waiting.id })
  await live(h, h.one.ana, ['open', 'pending', `${open.id}`, `${waiting.id}`])
  const merged = await h.call(h.one.admin, 'contacts.merge', {
    params: { id: keep },
    body: { contactId: gone },
  })
  expect(merged.status).toBe(200)
  expect(await within(stays).findByText('ainda espero')).toBeTruthy()
  await waitFor(() => expect(within(goes).queryByText('ainda espero')).toBeNull())
  expect(said().join()).toContain('dois cadastros foram unidos')
  expect(said().join()).not.toContain(name)
})
