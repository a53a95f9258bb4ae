// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { useEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer'
import { TicketsScreen } from '@/features/tickets'
import { SpyDialog } from '@/features/tickets/dialogs'
import { fetchTicketById, useTicket } from '@/stores/tickets'
import { copilotCalls, messages, ticketNotes, type tickets } from '../../../electron/server/db/schema'
import { copilotForFile, ON } from '../server/copilot-for-file'
import type { Person } from '../server/harness'
import { atTicket } from './desk'
import { answered, onScreen } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile()
beforeEach(() => turnOn({ summarise: ON }, { masks: ['cpf'] }))

const answers = (...lines: [t: 'line' | 'open', text: string, m: number[]][]) =>
  model.next.push({
    kind: 'answer',
    text: lines.map(([t, text, m]) => JSON.stringify({ t, text, m })).join('\n'),
  })

async function atDesk(
  bodies: readonly string[],
  more: Partial<typeof tickets.$inferInsert> = {},
  who: Person = h.one.ana,
) {
  const made = await h.newTicket(h.one, {
    name: 'Rosa',
    userId: h.one.ana.id,
    status: 'open',
    queueId: h.one.suporte,
    ...more,
  })
  const ids = await h.newMessages(made, bodies)
  await atTicket(h, who, made, <TicketsScreen contactPanel={ContactPanel} />)
  await screen.findByText(bodies.at(-1) as string, { selector: '[role=feed] *' })
  return { made, ids }
}
const pane = () => screen.findByTestId('summary')
const press = async (name: string | RegExp, box: HTMLElement = document.body) =>
  userEvent.click(await within(box).findByRole('button', { name }))
const summariseKey = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Y', ctrlKey: true, shiftKey: true })

it('is asked for by a key, stands on messages that a press goes to, and is kept', async () => {
  const { made, ids } = await atDesk(['Quero trocar', 'CPF 529.982.247-25', 'Obrigada'])
  // Nothing is asked by itself.
  expect(screen.queryByTestId('summary')).toBeNull()
  await screen.findByTestId('composer-text')
  // Its files are there: a second press would put it away again.
  await import('@/features/copilot/summary')
  await waitFor(async () => {
    if (!screen.queryByTestId('summary')) summariseKey()
    await screen.findByTestId('summary', {}, { timeout: 2_000 })
  })
  const box = await pane()
  await within(box).findByRole('button', { name: 'Resumir a conversa' })
  expect(model.asked).toEqual([])
  answers(['line', 'Quer trocar; CPF [CPF_1].', [1, 2]], ['open', 'Falta a nota.', [3]])
  await press('Resumir a conversa', box)
  await within(box).findByText('Quer trocar; CPF 529.982.247-25.')
  await within(box).findByText('Falta a nota.')
  await press('O que foi enviado à IA', box)
  expect(box.textContent).toContain('[2] Cliente: CPF [CPF_1]')
  await press('Ver a mensagem 2 de 2 desta linha', box)
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-message-id]')?.getAttribute('data-message-id')).toBe(
      ids[1],
    ),
  )
  // What comes after it is said, and brings the button back; a line goes with its message.
  const { number } = await contactOf(made.contactId)
  await h.customer(h.one, number, 'Ainda hoje?')
  await within(box).findByText(/1 mensagem depois/)
  await h.call(h.one.ana, 'messages.remove', { params: { id: ids[2] as string } })
  answers(['line', 'Quer trocar hoje.', [1]])
  await press('Atualizar', box)
  await within(box).findByText('Quer trocar hoje.')
  expect(model.asked.length).toBe(2)
})

it('stands by itself above more unseen messages than anybody reads, says what failed, and is stopped with the ticket', async () => {
  await atDesk(
    Array.from({ length: 31 }, (_, at) => `mensagem ${at}`),
    { unreadMessages: 31 },
  )
  const box = await pane()
  model.next.push({ kind: 'refuse', status: 401 })
  await press('Resumir a conversa', box)
  expect((await within(box).findByRole('alert')).textContent).toContain('recusou a chave')
  model.next.push({ kind: 'stall', text: `${JSON.stringify({ t: 'line', text: 'Disse muito.', m: [1] })}\n` })
  await press('Tentar de novo', box)
  await within(box).findByText('Disse muito.')
  await within(box).findByText('Resumindo…')
  await press('Parar', box)
  await waitFor(() => expect(model.left).toBe(1))
  expect(within(box).queryByText('Disse muito.')).toBeNull()
})

it('says where there is nothing to summarise', async () => {
  const { made } = await atDesk(['Oi'], { unreadMessages: 31 })
  const box = await pane()
  await h.db.platform.update(messages).set({ isDeleted: true }).where(eq(messages.ticketId, made.id))
  await press('Resumir a conversa', box)
  await within(box).findByText('Ainda não há o que resumir.')
  expect(model.asked).toEqual([])
})

it('becomes the note of a transfer and of a return, as a person changes it', async () => {
  const { made } = await atDesk(['Quero trocar'])
  answers(['line', 'Quer trocar.', [1]], ['open', 'Falta a nota.', [1]])
  await press('Transferir')
  const transfer = await screen.findByRole('dialog')
  await within(transfer).findByTestId('summary')
  await press('Resumir a conversa', await within(transfer).findByTestId('summary'))
  await within(transfer).findByText('Quer trocar.')
  await press('Usar como recado', transfer)
  const note = () => within(screen.getByRole('dialog')).getByLabelText(/^Recado/) as HTMLTextAreaElement
  expect(note().value).toBe('Quer trocar.\nEm aberto:\n- Falta a nota.')
  await press('Cancelar', transfer)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(document.body, { key: 'B', ctrlKey: true, shiftKey: true })
  const giving = await screen.findByRole('dialog')
  await press('Usar como recado', await within(giving).findByTestId('summary'))
  fireEvent.change(note(), { target: { value: `${note().value} Ligar às 15h.` } })
  await press('Devolver', giving)
  await waitFor(async () =>
    expect(await h.ticket(made.id)).toMatchObject({
      status: 'pending',
      userId: null,
      handoverNote: 'Quer trocar.\nEm aberto:\n- Falta a nota. Ligar às 15h.',
    }),
  )
  // Giving back says nothing to the customer, whatever stands in the note.
  await answered()
  expect(h.channel.sent).toEqual([])
  expect((await h.db.select().from(copilotCalls)).map(({ outcome }) => outcome)).toEqual(['taken'])
})

it('is kept as a note for colleagues by who spies, changed as they like, and not a word goes to the customer', async () => {
  const made = await h.newTicket(h.one, { name: 'Rosa', status: 'open', queueId: h.one.suporte })
  await h.newMessages(made, ['Quebrou'])
  await onScreen(h, h.one.sup, <Spy id={made.id} />)
  answers(['line', 'O livro quebrou.', [1]])
  await press('Resumir a conversa', await screen.findByTestId('summary'))
  await press('Usar como recado', await pane())
  const field = await screen.findByRole('textbox', { name: 'Observação' })
  expect((field as HTMLTextAreaElement).value).toBe('O livro quebrou.')
  await userEvent.type(field, ' Trocar.')
  await press('Guardar como observação')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Observação' })).toBeNull())
  expect(await h.db.select().from(ticketNotes)).toMatchObject([
    {
      ticketId: made.id,
      userId: h.one.sup.id,
      note: 'O livro quebrou. Trocar.',
      contactId: made.contactId,
      messageId: null,
    },
  ])
  expect(h.channel.sent).toEqual([])
})

it('is shown to who spies, and among the contact’s earlier tickets once somebody had it made', async () => {
  const contactId = await h.newContact(h.one, 'Rosa Lima')
  const earlier = await h.newTicket(h.one, { contactId, status: 'closed', queueId: h.one.suporte })
  await h.newMessages(earlier, ['Quebrou'])
  await onScreen(h, h.one.sup, <Spy id={earlier.id} />)
  answers(['line', 'O livro quebrou.', [1]])
  await press('Resumir a conversa', await screen.findByTestId('summary'))
  await screen.findByText('O livro quebrou.')
  await atDesk(['Oi de novo'], { contactId })
  await press('Dados do contato')
  await press(/tickets anteriores/i)
  const [row] = await screen.findAllByText('O livro quebrou.')
  await userEvent.click(row as HTMLElement)
  expect(await within(await screen.findByRole('dialog')).findByText('O livro quebrou.')).toBeTruthy()
  expect(model.asked.length).toBe(1)
})

function Spy({ id }: { id: number }) {
  const known = useTicket(id) !== undefined
  useEffect(() => {
    if (!known) void fetchTicketById(id)
  }, [known, id])
  return known ? <SpyDialog ticketId={id} onClose={() => undefined} /> : null
}

const contactOf = async (id: number) => {
  const { contacts } = await import('../../../electron/server/db/schema')
  const [row] = await h.db.select().from(contacts).where(eq(contacts.id, id))
  if (!row) throw new Error('no contact')
  return row
}
