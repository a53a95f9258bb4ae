// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mediaFile } from '../../../electron/demo/media'
import { messages, tickets } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { atTicket } from './desk'

const h = harnessForFile()
const DAY_MS = 86_400_000

it('a line between days leads to the first message of the date that is chosen there', async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, queueId: h.one.suporte })
  const noon = new Date().setHours(12, 0, 0, 0)
  const days = [9, 6, 3, 2]
  for (const ago of days) {
    const [id = ''] = await h.newMessages(ticket, [`há ${ago} dias`])
    await h.update(messages, { createdAt: new Date(noon - ago * DAY_MS).toISOString() }, eq(messages.id, id))
  }
  await atTicket(h, h.one.ana, ticket)
  await screen.findByText('há 2 dias', { selector: '[role=feed] *' })
  // Any of them leads to any date.
  const [line] = await screen.findAllByRole('button', { name: /Ir para outra data$/ })
  await userEvent.click(line as HTMLElement)
  const field = await screen.findByLabelText('Ir para outra data')
  // Nobody wrote on that day: the next message is the one.
  fireEvent.change(field, { target: { value: new Date(noon - 7 * DAY_MS).toLocaleDateString('pt-BR') } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('há 6 dias'))
  expect(document.activeElement?.className).toContain('flash')
})

it('pictures a customer sends at once are one grid; one is opened, stepped through and answered', async () => {
  const number = '5511977001234'
  const ids: string[] = []
  for (const kind of ['product', 'damage', 'video', 'label', 'qr'] as const) {
    const mediaType = kind === 'video' ? 'video' : 'image'
    ids.push(await h.customer(h.one, number, '', { mediaType, media: await mediaFile(kind) }))
  }
  const [row] = await h.db
    .select()
    .from(messages)
    .where(eq(messages.id, ids[0] ?? ''))
  const ticketId = row?.ticketId ?? 0
  await h.update(
    tickets,
    { status: 'open', userId: h.one.ana.id, queueId: h.one.suporte, chatbot: false, unreadMessages: 0 },
    eq(tickets.id, ticketId),
  )
  await atTicket(h, h.one.ana, await h.ticket(ticketId))
  const album = await screen.findByRole('article', { name: /5 fotos e vídeos/ })
  const tiles = within(album).getAllByRole('button', { name: /^Abrir / })
  expect(tiles).toHaveLength(4)
  await userEvent.click(tiles[3] as HTMLElement)
  const viewer = await screen.findByRole('dialog', { name: /^Visualizar / })
  expect(viewer.textContent).toContain('4 / 5')
  fireEvent.keyDown(viewer, { key: 'ArrowRight' })
  expect(viewer.textContent).toContain('5 / 5')
  // What has no tile is answered from here.
  await userEvent.click(within(viewer).getByRole('button', { name: 'Ações da mensagem' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Responder' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  const { draftOf } = await import('@/stores/drafts')
  await waitFor(() => expect(draftOf(ticketId)?.quote?.id).toBe(ids[4]))
})
