// @vitest-environment jsdom
import './pressing'
import type { Message } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer'
import { WhisperDialog } from '@/features/thread/whisper-dialog'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import { ticketNotes, type tickets } from '../../../electron/server/db/schema'
import { said } from '../../unit/support/open-screen'
import { harnessForFile } from '../server/for-file'
import type { Person } from '../server/harness'
import { handOn, onScreen } from './pressing'

const h = harnessForFile()
let ticket: typeof tickets.$inferSelect
beforeAll(async () => {
  ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, name: 'Rita Alves' })
  await h.newMessages(ticket, ['Meu pedido veio errado'])
})

function Panel() {
  const shown = useTicket(ticket.id)
  return shown ? <ContactPanel ticket={shown} onClose={() => undefined} /> : null
}
/** What stands beside the conversation, on somebody's console. */
async function panel(who: Person): Promise<void> {
  await onScreen(h, who, <Panel />)
  await fetchTicketById(ticket.id)
  await screen.findByRole('textbox', { name: 'Nova observação' })
}

it('a note is read by a colleague of the queue, and by nobody of another', async () => {
  await panel(h.one.ana)
  await userEvent.type(screen.getByRole('textbox', { name: 'Nova observação' }), 'Prefere ligar à tarde')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
  await waitFor(() => expect(said()).toContain('Observação adicionada com sucesso!'))
  expect(await h.db.select().from(ticketNotes)).toMatchObject([
    { ticketId: ticket.id, contactId: ticket.contactId, userId: h.one.ana.id },
  ])
  await panel(h.one.sup)
  expect(await screen.findByText('Prefere ligar à tarde')).toBeTruthy()
  const query = { ticketId: ticket.id, contactId: ticket.contactId }
  const foreign = await h.call(h.one.caio, 'notes.list', { query })
  expect(JSON.stringify(foreign.body)).not.toContain('Prefere ligar')
})

it('a note on a message is read by a colleague as one, and goes to no customer', async () => {
  const query = { pageNumber: 1 }
  const { body } = await h.call<{ messages: Message[] }>(h.one.ana, 'messages.list', {
    params: { ticketId: ticket.id },
    query,
  })
  const message = body.messages[0] as Message
  await onScreen(
    h,
    h.one.ana,
    <WhisperDialog message={message} contactId={ticket.contactId} onClose={() => undefined} />,
  )
  const hand = handOn(await screen.findByRole('dialog'))
  hand.type('Sobre', 'Já trocamos uma vez')
  await hand.press('Sussurrar')
  await waitFor(async () =>
    expect(await h.db.select().from(ticketNotes).where(eq(ticketNotes.messageId, message.id))).toMatchObject([
      { note: 'Já trocamos uma vez', ticketId: ticket.id },
    ]),
  )
  await panel(h.one.sup)
  expect(await screen.findByText('Já trocamos uma vez')).toBeTruthy()
  expect(h.channel.sent).toEqual([])
})
