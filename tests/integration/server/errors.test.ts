/** Codes of the error catalogue (docs/specification.md 1.8) that no other test of the workspace raises, over HTTP. */
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import { messages, queues, tags, tickets, ticketTags } from '../../../electron/server/platform/db/schema'
import { installFailures } from '../../../electron/server/platform/http/failures'
import { losing } from '../../support/engine'
import { harnessForFile } from './for-file'
import type { Answer } from './harness'

const h = harnessForFile()
afterEach(() => {
  h.channel.refuseWith = null
})

interface Sent {
  message: { id: string; mediaUrl: string }
}
const code = (answer: Answer): unknown[] => [answer.status, answer.body.error]
const mine = () => h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
const send = (ticketId: number, body: unknown) =>
  h.call<Sent>(h.one.ana, 'messages.send', { params: { ticketId }, body })
const row = async (id: string) => {
  const [found] = await h.db.select().from(messages).where(eq(messages.id, id))
  return found
}

it('what is deleted between being looked up and being named is ERR_NOT_FOUND on both engines, and no failure', async () => {
  const said = vi.fn()
  const http = Fastify()
  installFailures(http, { ...silentLog, error: said })
  const ticket = await mine()
  const of = { companyId: h.one.id, tagId: 987_654_321 }
  http.post('/write', async () => await h.insert(ticketTags, { ...of, ticketId: ticket.id }))
  http.post('/within', async () =>
    h.db.platform.write(async tx => await tx.insert(ticketTags).values({ ...of, ticketId: ticket.id })),
  )
  http.post('/other', async () => await h.insert(tags, { companyId: h.one.id, name: null as never }))
  const answers: unknown[] = []
  for (const url of ['/write', '/within', '/other']) {
    const { statusCode, body } = await http.inject({ method: 'POST', url })
    answers.push([statusCode, JSON.parse(body)])
  }
  expect(answers).toEqual([
    [404, { error: 'ERR_NOT_FOUND' }],
    [404, { error: 'ERR_NOT_FOUND' }],
    [500, { error: 'ERR_INTERNAL' }],
  ])
  expect(said).toHaveBeenCalledTimes(1)
  await http.close()
})

it('a deletion the phone refuses is ERR_DELETE_WAPP_MSG, and the message stays as it was', async () => {
  const { id } = (await send((await mine()).id, { body: 'fica' })).body.message
  h.channel.refuseWith = 'ERR_DELETE_WAPP_MSG'
  const remove = () => h.call(h.one.ana, 'messages.remove', { params: { id } })
  expect(code(await remove())).toEqual([400, 'ERR_DELETE_WAPP_MSG'])
  expect(await row(id)).toMatchObject({ isDeleted: false, body: 'fica' })
  h.channel.refuseWith = null
  expect((await remove()).status).toBe(200)
})

it('a reaction the phone refuses, or to what is deleted, is ERR_SENDING_WAPP_REACTION, and none is kept', async () => {
  const ticket = await mine()
  const { id } = (await send(ticket.id, { body: 'reaja' })).body.message
  const react = () => h.call(h.one.ana, 'messages.react', { params: { id }, body: { type: '👍' } })
  h.channel.refuseWith = 'ERR_SENDING_WAPP_REACTION'
  expect(code(await react())).toEqual([400, 'ERR_SENDING_WAPP_REACTION'])
  h.channel.refuseWith = null
  await h.call(h.one.ana, 'messages.remove', { params: { id } })
  expect(code(await react())).toEqual([400, 'ERR_SENDING_WAPP_REACTION'])
  const page = await h.call<{ messages: { reactions: unknown[] }[] }>(h.one.ana, 'messages.list', {
    params: { ticketId: ticket.id },
  })
  expect(page.body.messages.map(message => message.reactions)).toEqual([[]])
})

it('a file that is gone is ERR_WAPP_DOWNLOAD_MEDIA when it is forwarded, and opens no ticket', async () => {
  const form = new FormData()
  form.append('medias', new File(['%PDF-1.4 x'], 'conta.pdf', { type: 'application/pdf' }))
  const { id } = (await send((await mine()).id, form)).body.message
  const file = (await row(id))?.mediaFile ?? ''
  await unlink(join(h.folder, 'media', String(h.one.id), file))
  const contactId = await h.newContact(h.one, 'Sem Conta')
  const refused = await h.call(h.one.ana, 'messages.forward', { body: { messageId: id, contactId } })
  expect(code(refused)).toEqual([400, 'ERR_WAPP_DOWNLOAD_MEDIA'])
  expect(await h.db.$count(tickets, eq(tickets.contactId, contactId))).toBe(0)
})

it('an integration nothing of the company has is ERR_NO_INTEGRATION_FOUND, and changes nothing', async () => {
  const ticket = await mine()
  const give = (integrationId: number) =>
    h.call(h.one.ana, 'tickets.update', { params: { id: ticket.id }, body: { integrationId } })
  expect(code(await give(77))).toEqual([404, 'ERR_NO_INTEGRATION_FOUND'])
  await h.update(queues, { integrationId: 77 }, eq(queues.id, h.two.vendas))
  expect(code(await give(77))).toEqual([404, 'ERR_NO_INTEGRATION_FOUND'])
  expect(await h.ticket(ticket.id)).toEqual(ticket)
  await h.update(queues, { integrationId: 77 }, eq(queues.id, h.one.vendas))
  expect((await give(77)).status).toBe(200)
})

it('rows the database does not keep are ERR_CREATING_MESSAGE and ERR_CREATING_TICKET; nothing leaves', async () => {
  const ticket = await mine()
  const contactId = await h.newContact(h.one, 'Ninguém Grava')
  const before = h.channel.sent.length
  const messagesKept = await losing(h.db, 'messages')
  const message = await send(ticket.id, { body: 'some' })
  await messagesKept()
  expect(code(message as unknown as Answer)).toEqual([400, 'ERR_CREATING_MESSAGE'])
  expect(h.channel.sent).toHaveLength(before)
  expect(await h.ticket(ticket.id)).toEqual(ticket)
  const ticketsKept = await losing(h.db, 'tickets')
  const opened = await h.call(h.one.ana, 'tickets.create', {
    body: { contactId, queueId: h.one.suporte, userId: h.one.ana.id, status: 'open' },
  })
  await ticketsKept()
  expect(code(opened)).toEqual([400, 'ERR_CREATING_TICKET'])
  expect((await send(ticket.id, { body: 'agora fica' })).status).toBe(200)
})
