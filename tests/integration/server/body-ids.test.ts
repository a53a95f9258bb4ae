/** Calls that name a row in their body or query: nothing of a ticket the caller may not see is shown or written to. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sendDue } from '../../../electron/server/automation/schedules/job'
import { messages, schedules } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()
const MARK = 'SEGREDO-DA-FILA'

const hiddenTicket = async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.caio.id, queueId: h.one.vendas })
  const [messageId = ''] = await h.newMessages(ticket, [MARK], true)
  return { ...ticket, messageId }
}

it('a message of an unseen ticket is neither quoted, forwarded, paged from nor noted on', async () => {
  const hidden = await hiddenTicket()
  const own = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  const params = { ticketId: own.id, id: own.id }
  const { messageId, contactId } = hidden
  const calls = [
    ['messages.send', { params, body: { body: 'veja', quotedMsg: { id: messageId } } }],
    ['messages.forward', { body: { messageId, contactId: own.contactId } }],
    ['messages.list', { params, query: { before: messageId } }],
    ['notes.create', { body: { note: 'anotado', ticketId: hidden.id, contactId } }],
    ['notes.create', { body: { note: 'anotado', ticketId: own.id, contactId: own.contactId, messageId } }],
    ['notes.list', { query: { ticketId: hidden.id } }],
    ['tags.sync', { body: { ticketId: hidden.id, tags: [] } }],
    [
      'schedules.create',
      { body: { body: 'mais tarde', contactId, ticketId: hidden.id, sendAt: '2099-01-01T12:00:00Z' } },
    ],
  ] as const
  for (const [name, input] of calls) {
    const answer = await h.call(h.one.ana, name, input)
    expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true])
    expect(JSON.stringify(answer.body)).not.toContain(MARK)
  }
  expect(await h.db.$count(messages, eq(messages.quotedMsgId, messageId))).toBe(0)
})

it('a message scheduled to a contact is refused while the contact is in a ticket its writer may not see', async () => {
  const hidden = await hiddenTicket()
  const body = { body: 'mais tarde', contactId: hidden.contactId, sendAt: '2099-01-01T12:00:00Z' }
  const answer = await h.call(h.one.ana, 'schedules.create', { body })
  expect([answer.status, answer.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET'])
  expect(JSON.stringify(answer.body)).not.toContain(hidden.uuid)
})

it('a scheduled message goes into no ticket that its writer may not see when its time has come', async () => {
  const contactId = await h.newContact(h.one, 'Depois Dela')
  const body = { body: 'mais tarde', contactId, sendAt: '2099-01-01T12:00:00Z' }
  const made = await h.call<{ id: number }>(h.one.ana, 'schedules.create', { body })
  expect(made.status).toBe(200)
  const of = { status: 'open', userId: h.one.caio.id, queueId: h.one.vendas } as const
  const hidden = await h.newTicket(h.one, { ...of, contactId })
  await sendDue(h.running.app, new Date('2099-01-01T12:00:01Z'))
  const row = await h.row(schedules, eq(schedules.id, made.body.id))
  expect(row?.status).toBe('ERRO')
  expect(await h.db.$count(messages, eq(messages.ticketId, hidden.id))).toBe(0)
})
