/** A number that is used on the phone's own app as well: what is answered there is in the conversation. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { replyWindows } from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

let customers = 0
let customer = ''
let clock = Math.floor(Date.now() / 1_000) - 3_600
beforeEach(() => {
  customer = `55119666${String(10_000 + ++customers)}`
})

/** Something is done on the phone. */
const onPhone = async (part: object, id = n.graph.newId()) => {
  const echo = { from: '551140028922', to: customer, id, timestamp: String(++clock), ...part }
  const sent = n.graph.field('smb_message_echoes', { message_echoes: [echo] })
  expect(await n.graph.deliver(n.hook, sent)).toBe(200)
  return id
}
const text = (body: string) => ({ type: 'text', text: { body } })

it('what is written there is an own message that answers the customer, and opens no window', async () => {
  const asked = n.graph.text(customer, 'tem pão?', {}, ++clock)
  await n.tell({ messages: [asked] })
  const { ticket } = await n.stored(asked.id)
  const window = () => n.h.rows(replyWindows, eq(replyWindows.contactId, ticket.contactId))
  const before = await window()
  const answer = await n.stored(await onPhone(text('tem, quentinho')))
  expect(answer.row).toMatchObject({
    fromMe: true,
    userId: null,
    body: 'tem, quentinho',
    ticketId: ticket.id,
  })
  expect(answer.ticket).toMatchObject({
    waitingSince: null,
    unreadMessages: 0,
    answeredAt: answer.row.createdAt,
  })
  expect(await window()).toEqual(before)
})

it('begins a conversation with somebody who has never written: only templates may follow', async () => {
  const { ticket } = await n.stored(await onPhone(text('sua encomenda chegou')))
  const { body } = await n.h.call(n.h.one.admin, 'tickets.get', { params: { id: ticket.id } })
  expect(body).toMatchObject({ windowClosesAt: ticket.createdAt, chatbot: false })
})

it('is changed and taken back there, each by the number it was written from alone', async () => {
  const id = await onPhone(text('amanhã às 9h'))
  await n.stored(id)
  await onPhone({ type: 'edit', edit: { original_message_id: id, message: text('amanhã às 10h') } })
  await expect.poll(async () => (await n.row(id))?.body).toBe('amanhã às 10h')
  const theirs = n.graph.text(customer, 'combinado', {}, ++clock)
  await n.tell({ messages: [theirs] })
  await n.stored(theirs.id)
  await onPhone({ type: 'revoke', revoke: { original_message_id: theirs.id } })
  await onPhone({ type: 'revoke', revoke: { original_message_id: id } })
  await expect.poll(async () => (await n.row(id))?.isDeleted).toBe(true)
  expect((await n.row(theirs.id))?.isDeleted).toBe(false)
})

it('brings its file along, and tells how far it got', async () => {
  n.graph.files.set('media-echo', {
    bytes: Buffer.from('%PDF-1.4'),
    mime: 'application/pdf',
    name: 'nota.pdf',
  } as never)
  const document = { id: 'media-echo', mime_type: 'application/pdf', filename: 'nota.pdf' }
  const id = await onPhone({ type: 'document', document })
  await expect.poll(async () => (await n.row(id))?.mediaName).toBe('nota.pdf')
  const status = { id, status: 'delivered', timestamp: String(++clock), recipient_id: customer }
  await n.tell({ statuses: [status] })
  await expect.poll(async () => (await n.row(id))?.ack).toBe(3)
})
