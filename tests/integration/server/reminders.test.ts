/** What people want to be reminded of: their own, of what they may see, and gone with the conversation. */
import type { Reminder } from '@contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { reminders, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

const list = async (who: Person) => (await h.call<Reminder[]>(who, 'reminders.list', {})).body
const create = (who: Person, body: object) => h.call<Reminder>(who, 'reminders.create', { body })

it('are one’s own, the next first, moved and forgotten, and one’s windows hear of it', async () => {
  const { ana, bia, caio } = h.one
  const ticket = await h.newTicket(h.one, { name: 'Rita' })
  const [message] = await h.newMessages(ticket, ['Volto a escrever na segunda'])
  const console = await h.connect(ana)
  const late = await create(ana, {
    ticketId: ticket.id,
    messageId: message,
    note: ' Ligar ',
    dueAt: inHours(5),
  })
  expect(late.body).toMatchObject({
    ticketUuid: ticket.uuid,
    name: 'Rita',
    words: 'Volto a escrever na segunda',
    note: 'Ligar',
  })
  await console.until(({ event }) => event.endsWith('-reminder'))
  console.close()
  const soon = await create(ana, { ticketId: ticket.id, dueAt: inHours(1) })
  const ids = async () => (await list(ana)).map(({ id }) => id)
  expect(await ids()).toEqual([soon.body.id, late.body.id])
  await h.call(ana, 'reminders.update', { params: { id: soon.body.id }, body: { dueAt: inHours(9) } })
  expect(await ids()).toEqual([late.body.id, soon.body.id])

  // Nobody else's, not even of a colleague who sees the ticket.
  expect(await list(bia)).toEqual([])
  const params = { id: late.body.id }
  expect((await h.call(bia, 'reminders.remove', { params })).status).toBe(404)
  expect((await h.call(bia, 'reminders.update', { params, body: { dueAt: inHours(1) } })).status).toBe(404)
  expect((await create(caio, { ticketId: ticket.id, dueAt: inHours(1) })).status).toBe(403)
  expect((await create(ana, { ticketId: ticket.id, messageId: 'X', dueAt: inHours(1) })).body).toMatchObject({
    error: 'ERR_NO_MESSAGE_FOUND',
  })
  expect((await create(ana, { ticketId: ticket.id, dueAt: inHours(-1) })).status).toBe(400)

  expect((await h.call(ana, 'reminders.remove', { params })).status).toBe(200)
  expect(await ids()).toEqual([soon.body.id])
  // Where she may not look any more there is nothing to be reminded of.
  await h.update(tickets, { queueId: h.one.vendas, userId: null }, eq(tickets.id, ticket.id))
  expect(await list(ana)).toEqual([])
  await h.call(h.one.admin, 'tickets.remove', { params: { id: ticket.id } })
  expect(await h.db.$count(reminders)).toBe(0)
})
