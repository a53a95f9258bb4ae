// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { TodoScreen } from '@/features/todo'
import { threadOf } from '@/stores/messages'
import { messages, reminders, tickets } from '../../../electron/server/db/schema'
import { soon } from '../../support/soon'
import { harnessForFile } from '../server/for-file'
import { atTicket, openMenuOf } from './desk'
import { onScreen } from './pressing'

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
  await userEvent.click(within(moving).getByRole('button', { name: 'Semana que vem' }))
  await userEvent.click(within(moving).getByRole('button', { name: 'Lembrar' }))
  await waitFor(async () => expect((await kept())?.dueAt).not.toBe(before))
  const moved = (await kept())?.dueAt
  await screen.findByText(/^\d\d\/\d\d 09:00$/)
  await userEvent.click(await screen.findByRole('button', { name: 'Concluir o lembrete: Rita' }))
  await waitFor(async () => expect(await kept()).toBeUndefined())
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  await waitFor(async () =>
    expect(await kept()).toMatchObject({ messageId: id, note: 'Ligar antes', dueAt: moved }),
  )
})

it('its link has the conversation read back to the message', async () => {
  const { ana } = h.one
  const ticket = await h.newTicket(h.one, { name: 'Otto' })
  await h.update(tickets, { status: 'open', userId: ana.id }, eq(tickets.id, ticket.id))
  const [id] = await h.newMessages(ticket, [
    'Bem antiga',
    ...Array.from({ length: 45 }, (_, n) => `Mensagem ${n}`),
  ])
  await h.update(
    messages,
    { createdAt: sql`${messages.createdAt} + ${messages.seq} * 1000` as never },
    eq(messages.ticketId, ticket.id),
  )
  await atTicket(h, ana, { id: ticket.id, uuid: `${ticket.uuid}?message=${id}` })
  // A page without layout draws the last rows alone.
  await soon(() => expect(threadOf(ticket.id)?.own.byId.has(String(id))).toBe(true))
})
