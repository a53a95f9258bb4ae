/** Names in notes: who learns of them, who may read the ticket by them and how long, and what becomes of them. */
import type { Mention, TicketNote } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { auditEntries, mentions, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
beforeEach(() => h.setting(h.one, 'mentionsOpenTickets', 'disabled'))

const list = async (who: Person) => (await h.call<Mention[]>(who, 'mentions.list', {})).body
const unread = async (who: Person) => (await list(who)).filter(({ readAt }) => readAt === null)
type Ticket = Awaited<ReturnType<typeof h.newTicket>>
const note = (
  who: Person,
  ticket: Ticket,
  named: { users?: Person[]; queues?: number[] },
  text = 'Olha isto',
) =>
  h.call<TicketNote>(who, 'notes.create', {
    body: {
      note: text,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      mentions: { users: (named.users ?? []).map(({ id }) => id), queues: named.queues ?? [] },
    },
  })
const reads = async (who: Person, ticket: Ticket) => ({
  ticket: (await h.call(who, 'tickets.byUuid', { params: { uuid: ticket.uuid } })).status,
  thread: (await h.call(who, 'messages.list', { params: { ticketId: ticket.id }, query: {} })).status,
  notes: (await h.call(who, 'notes.list', { query: { ticketId: ticket.id } })).status,
})
const ALL = { ticket: 200, thread: 200, notes: 200 }
const NONE = { ticket: 403, thread: 403, notes: 403 }

it('reach people and queues, each once, and never the writer', async () => {
  const { ana, bia, sup } = h.one
  const ticket = await h.newTicket(h.one, { name: 'Rita' })
  const there = await h.connect(bia)
  const answer = await note(
    ana,
    ticket,
    { users: [bia, ana], queues: [h.one.suporte] },
    '@Bia e @Suporte, olhem',
  )
  expect(answer.body.mentions).toEqual([
    { kind: 'user', id: ana.id, name: 'Ana' },
    { kind: 'user', id: bia.id, name: 'Bia' },
    { kind: 'queue', id: h.one.suporte, name: 'Suporte' },
  ])
  await there.until(({ event }) => event.endsWith('-mention'))
  there.close()
  expect(await list(bia)).toEqual([
    expect.objectContaining({
      ticketUuid: ticket.uuid,
      contactName: 'Rita',
      note: '@Bia e @Suporte, olhem',
      by: { id: ana.id, name: 'Ana' },
      queueName: null,
      readAt: null,
      doneAt: null,
    }),
  ])
  expect(await list(sup)).toMatchObject([{ queueName: 'Suporte' }])
  expect(await list(ana)).toEqual([])
  expect(
    (await h.call<TicketNote[]>(bia, 'notes.list', { query: { ticketId: ticket.id } })).body,
  ).toMatchObject([{ mentions: answer.body.mentions }])
})

it('are read and done by whom they are for, come back, and go with the note', async () => {
  const { ana, bia } = h.one
  const ticket = await h.newTicket(h.one, { name: 'Rui' })
  const { body } = await note(ana, ticket, { users: [bia] })
  const [mine] = (await unread(bia)).filter(({ ticketId }) => ticketId === ticket.id)
  if (!mine) throw new Error('no mention')
  const mark = (who: Person, change: object) =>
    h.call<Mention[]>(who, 'mentions.mark', { body: { ids: [mine.id], ...change } })
  expect((await mark(ana, { done: true })).body).toEqual([])
  expect((await unread(bia)).map(({ id }) => id)).toContain(mine.id)
  const read = (await mark(bia, { read: true })).body[0]?.readAt
  expect(read).not.toBeNull()
  expect((await mark(bia, { done: true })).body).toMatchObject([{ readAt: read, doneAt: expect.any(String) }])
  expect((await mark(bia, { done: false, read: false })).body).toMatchObject([{ readAt: null, doneAt: null }])
  expect((await mark(bia, { done: true })).body).toMatchObject([{ readAt: expect.any(String) }])
  const there = await h.connect(bia)
  await h.call(ana, 'notes.remove', { params: { id: body.id } })
  await there.until(
    ({ event, payload }) => event.endsWith('-mention') && (payload as { id?: number }).id === mine.id,
  )
  there.close()
  expect((await list(bia)).map(({ id }) => id)).not.toContain(mine.id)
})

it('name nobody who could not open the ticket, unless an administrator wants that they can', async () => {
  const { ana, caio } = h.one
  const ticket = await h.newTicket(h.one, { name: 'Lia' })
  for (const who of [{ users: [caio] }, { queues: [h.one.vendas] }])
    expect((await note(ana, ticket, who)).body).toMatchObject({ error: 'ERR_MENTION_UNSEEN' })
  expect(await h.db.$count(mentions, eq(mentions.ticketId, ticket.id))).toBe(0)
  expect(await reads(caio, ticket)).toEqual(NONE)

  await h.setting(h.one, 'mentionsOpenTickets', 'enabled')
  expect((await note(ana, ticket, { users: [caio] })).status).toBe(200)
  expect(await reads(caio, ticket)).toEqual(ALL)
  const audited = await h.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, String(ticket.id)))
  expect(audited.flatMap(({ changes }) => changes)).toContainEqual({ field: 'readers', from: '', to: 'Caio' })
  // To read, to answer colleagues, and no more.
  expect((await note(caio, ticket, { users: [ana] })).status).toBe(200)
  const post = { params: { ticketId: ticket.id }, body: { body: 'Oi' } }
  for (const refused of [
    await h.call(caio, 'messages.send', post),
    await h.call(caio, 'tickets.update', { params: { id: ticket.id }, body: { status: 'open' } }),
    await h.call(caio, 'tickets.setPriority', { params: { id: ticket.id }, body: { priority: 'high' } }),
  ])
    expect(refused.status).toBe(403)
  // Nor do they let anybody else in.
  const { livia } = h.one
  expect((await note(caio, ticket, { users: [livia] })).body).toMatchObject({ error: 'ERR_MENTION_UNSEEN' })
  expect(await h.db.$count(mentions, eq(mentions.userId, livia.id))).toBe(0)
  await h.setting(h.one, 'mentionsOpenTickets', 'disabled')
  expect(await reads(caio, ticket)).toEqual(NONE)
})

it('let somebody read until the ticket is resolved, live', async () => {
  const { ana, caio } = h.one
  await h.setting(h.one, 'mentionsOpenTickets', 'enabled')
  const ticket = await h.newTicket(h.one, { name: 'Tom' })
  await h.call(ana, 'tickets.update', { params: { id: ticket.id }, body: { status: 'open' } })
  await note(ana, ticket, { users: [caio] })
  const reader = await h.connect(caio, [String(ticket.id)])
  await h.call(ana, 'tickets.setPriority', { params: { id: ticket.id }, body: { priority: 'high' } })
  await reader.until(
    ({ event, payload }) => event.endsWith('-ticket') && (payload as { action: string }).action === 'update',
  )

  await h.call(ana, 'tickets.update', {
    params: { id: ticket.id },
    body: { status: 'closed', justClose: true },
  })
  await reader.until(({ payload }) => (payload as { action?: string }).action === 'removeFromList')
  expect(await reads(caio, ticket)).toEqual(NONE)
  const before = reader.of('ticket').length
  // Reopened, it is another matter: who is to read it is mentioned again.
  await h.call(ana, 'tickets.update', { params: { id: ticket.id }, body: { status: 'open' } })
  await reader.settled()
  expect(reader.of('ticket')).toHaveLength(before)
  expect(await reads(caio, ticket)).toEqual(NONE)
  reader.close()
  await h.update(tickets, { queueId: h.one.vendas }, eq(tickets.id, ticket.id))
  expect(await reads(caio, ticket)).toEqual(ALL)
})
