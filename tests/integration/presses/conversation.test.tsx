// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer'
import { TicketsScreen } from '@/features/tickets'
import { TodoScreen } from '@/features/todo'
import { Notifications } from '@/features/workplace'
import { mentions, reminders, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { atTicket, openMenuOf } from './desk'
import { live, onScreen } from './pressing'

const h = harnessForFile()

it('a message’s menu makes a reminder, and the list leads to it, moves it, ends it and takes that back', async () => {
  const { ana } = h.one
  const ticket = await h.newTicket(h.one, { name: 'Rita' })
  await h.update(tickets, { status: 'open', userId: ana.id }, eq(tickets.id, ticket.id))
  const [id] = await h.newMessages(ticket, ['Volto a escrever na segunda'])
  await atTicket(h, ana, ticket)
  fireEvent.click(within(await openMenuOf(id)).getByRole('menuitem', { name: 'Lembrar-me…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Amanhã de manhã' }))
  await userEvent.type(within(dialog).getByLabelText(/^O que lembrar/), 'Ligar antes')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Lembrar' }))
  const kept = async () => (await h.db.select().from(reminders))[0]
  await waitFor(async () =>
    expect(await kept()).toMatchObject({ messageId: id, note: 'Ligar antes', userId: ana.id }),
  )
  const before = (await kept())?.dueAt ?? ''
  expect(Date.parse(before)).toBeGreaterThan(Date.now())

  await onScreen(h, ana, <TodoScreen />)
  const link = await screen.findByRole('link', { name: /Rita Ligar antes/ })
  expect(link.getAttribute('href')).toBe(`/tickets/${ticket.uuid}?message=${id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Mudar a hora: Rita' }))
  const moving = await screen.findByRole('dialog')
  const when = within(moving).getByRole('textbox', { name: 'Quando' })
  fireEvent.change(when, { target: { value: '05/03/2091 10:00' } })
  fireEvent.keyDown(when, { key: 'Enter', keyCode: 13 })
  await userEvent.click(within(moving).getByRole('button', { name: 'Lembrar' }))
  await waitFor(async () => expect((await kept())?.dueAt).not.toBe(before))
  const moved = (await kept())?.dueAt
  await screen.findByText(/^05\/03.* 10:00$/)
  await userEvent.click(await screen.findByRole('button', { name: 'Concluir o lembrete: Rita' }))
  await waitFor(async () => expect(await kept()).toBeUndefined())
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(async () =>
    expect(await kept()).toMatchObject({ messageId: id, note: 'Ligar antes', dueAt: moved }),
  )
})

const desk = <TicketsScreen contactPanel={ContactPanel} />
const rowsOf = (userId: number) => h.db.select().from(mentions).where(eq(mentions.userId, userId))
const noteKey = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'N', ctrlKey: true, shiftKey: true })
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

/** A ticket of Ana, in a queue that Caio does not serve. */
async function notForCaio(name: string) {
  await h.setting(h.one, 'mentionsOpenTickets', 'enabled')
  const ticket = await h.newTicket(h.one, { name })
  await h.call(h.one.ana, 'tickets.update', { params: { id: ticket.id }, body: { status: 'open' } })
  await h.newMessages(ticket, ['Meu boleto veio errado'])
  return ticket
}

it('a note names a colleague by keys, and nobody else', async () => {
  const { ana, caio } = h.one
  const ticket = await notForCaio('Rita')
  await atTicket(h, ana, ticket, desk)
  await screen.findByTestId('composer-text')
  const field = await waitFor(() => {
    noteKey()
    return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nova observação' })
  })
  await waitFor(async () => {
    await userEvent.clear(field)
    await userEvent.type(field, 'Vê isto, @c')
    expect(names()).toEqual(['CCaiopoderá ler este ticket'])
  })
  await userEvent.keyboard('{Enter}')
  expect(field.value).toBe('Vê isto, @Caio ')
  await userEvent.type(field, 'por favor, @sup')
  expect(names()).toEqual(['SSup', 'Suportefila'])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await rowsOf(caio.id)).toHaveLength(1))
  // What was only begun names nobody.
  expect(await h.db.$count(mentions)).toBe(1)
  expect((await screen.findAllByText('@Caio')).length).toBeGreaterThan(0)
})

it('who is named is told, reads the conversation, answers, and is done with it', async () => {
  const { ana, caio } = h.one
  const ticket = await notForCaio('Rita')
  await h.db.platform.delete(mentions)
  await h.call(ana, 'notes.create', {
    body: {
      note: 'Vê isto, @Caio por favor',
      ticketId: ticket.id,
      contactId: ticket.contactId,
      mentions: { users: [caio.id], queues: [] },
    },
  })
  await onScreen(h, caio, <Notifications />)
  await userEvent.click(await screen.findByRole('button', { name: /1 menção não lida/ }))
  const entry = await screen.findByRole('button', { name: /Ana em Rita.*Vê isto, @Caio por favor/ })
  await userEvent.click(entry)
  await waitFor(async () => expect((await rowsOf(caio.id))[0]?.readAt).not.toBeNull())

  await atTicket(h, caio, ticket, desk)
  await screen.findByText('Há uma menção a você aqui. Somente leitura até o ticket ser resolvido.')
  await screen.findByText('Meu boleto veio errado')
  for (const name of ['Aceitar', 'Resolver', 'Transferir', 'Enviar'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  const [answer] = await screen.findAllByRole<HTMLTextAreaElement>('textbox', { name: 'Nova observação' })
  await userEvent.type(answer as Element, 'Já estorno, @ana')
  await userEvent.keyboard('{Tab}{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await rowsOf(ana.id)).toHaveLength(1))
  // Resolved, it is no longer theirs to read.
  await h.call(ana, 'tickets.update', {
    params: { id: ticket.id },
    body: { status: 'closed', justClose: true },
  })
  await screen.findByText(/Você não (tem|pode)/)

  await onScreen(h, caio, <TodoScreen />)
  await live(h, caio, [])
  const inbox = await screen.findByRole('region', { name: 'Menções' })
  await userEvent.click(await within(inbox).findByRole('button', { name: 'Concluir: Rita' }))
  await waitFor(async () => expect((await rowsOf(caio.id))[0]?.doneAt).not.toBeNull())
  await within(inbox).findByText(/Quando alguém mencionar você/)
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect((await rowsOf(caio.id))[0]?.doneAt).toBeNull())
  await userEvent.click(await within(inbox).findByRole('button', { name: 'Marcar como não lida: Rita' }))
  await waitFor(async () => expect((await rowsOf(caio.id))[0]?.readAt).toBeNull())
})
