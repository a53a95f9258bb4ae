/**
 * Every way of losing a right to a conversation: it ends at once, for calls and for what an open window hears. Of the end of
 * a company's time say `unpaid`, of a plan's parts `tenancy`, of campaigns `campaigns`, of chats `chats`.
 */
import type { TicketNote } from '@contract'
import { eq, gt } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { contacts, plans, queues } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
type Ticket = Awaited<ReturnType<typeof h.newTicket>>

let people = 0
/** A queue that goes. */
let passing = 0
interface Right {
  profile?: 'user' | 'admin'
  queueIds?: number[]
  allTicket?: boolean
}
const formOf = (name: string, { profile = 'user', queueIds = [], allTicket = false }: Right) => ({
  ...{ name, email: `${name.toLowerCase()}@c1.turno`, profile, queueIds, allTicket },
})
/** A person of their own for each way. */
async function newPerson(right: Right): Promise<Person> {
  people += 1
  const name = `Pessoa${people}`
  const made = await h.call(h.one.admin, 'users.create', {
    body: { ...formOf(name, right), password: 'segredo123' },
  })
  const { email } = formOf(name, right)
  const { token } = (await h.signIn(email)).body
  return { id: Number(made.body.id), email, name, companyId: h.one.id, token, cookie: '' }
}
const becomes = (who: Person, right: Right) =>
  h.call(h.one.admin, 'users.update', { params: { id: who.id }, body: formOf(who.name, right) })
const put = (ticket: Ticket, body: object) =>
  h.call(h.one.admin, 'tickets.update', { params: { id: ticket.id }, body })
const noteOf = async (ticket: Ticket, note: string, users: number[] = [], queueIds: number[] = []) => {
  const mentions = { users, queues: queueIds }
  const body = { note, ticketId: ticket.id, contactId: ticket.contactId, mentions }
  return (await h.call<TicketNote>(h.one.admin, 'notes.create', { body })).body
}
const mentionsOpen = (value: string) =>
  h.call(h.one.admin, 'settings.update', { params: { key: 'mentionsOpenTickets' }, body: { value } })

interface Way {
  right?: Right
  ticket?: Partial<Ticket>
  /** Named in a note of the ticket. */
  guest?: boolean
  /** A queue named in a note of the ticket. */
  guests?: number
  holds?: boolean
  /** There is nothing left to be read. */
  gone?: boolean
  lose(who: Person, ticket: Ticket, noteId: number): Promise<unknown>
}

const WAYS: Record<string, () => Way> = {
  'the note that names them is deleted': () => ({
    guest: true,
    lose: (_who, _ticket, id) => h.call(h.one.admin, 'notes.remove', { params: { id } }),
  }),
  'mentions open tickets no longer': () => ({ guest: true, lose: () => mentionsOpen('disabled') }),
  'the ticket they were named in is resolved': () => ({
    guest: true,
    lose: (_who, ticket) => put(ticket, { status: 'closed', justClose: true }),
  }),
  'they leave the queue': () => ({
    right: { queueIds: [h.one.suporte] },
    lose: who => becomes(who, { queueIds: [h.one.vendas] }),
  }),
  'the ticket goes to another queue': () => ({
    right: { queueIds: [h.one.suporte] },
    lose: (_who, ticket) => put(ticket, { queueId: h.one.vendas }),
  }),
  'the ticket goes to somebody else': () => ({
    holds: true,
    lose: (_who, ticket) => put(ticket, { userId: h.one.bia.id }),
  }),
  'they are no administrator any more': () => ({
    right: { profile: 'admin' },
    lose: who => becomes(who, {}),
  }),
  'they no longer see tickets without a queue': () => ({
    right: { allTicket: true },
    ticket: { queueId: null },
    lose: who => becomes(who, {}),
  }),
  'their queue is deleted': () => ({
    right: { queueIds: [passing] },
    ticket: { queueId: passing },
    lose: () => h.call(h.one.admin, 'queues.remove', { params: { id: passing } }),
  }),
  'they leave the queue that was named': () => ({
    right: { queueIds: [h.one.vendas] },
    guests: h.one.vendas,
    lose: async (who, ticket) => {
      const params = { id: h.one.vendas }
      await h.call(h.one.admin, 'queues.update', { params, body: { name: 'Vendas online' } })
      expect((await h.call(who, 'tickets.get', { params: { id: ticket.id } })).status).toBe(200)
      return becomes(who, {})
    },
  }),
  'the ticket is no longer without a queue': () => ({
    right: { allTicket: true },
    ticket: { queueId: null },
    lose: (_who, ticket) => put(ticket, { queueId: h.one.vendas }),
  }),
  'they are signed out elsewhere': () => ({
    right: { queueIds: [h.one.suporte] },
    lose: who => h.call(who, 'auth.logout'),
  }),
  'their password is changed by an administrator': () => ({
    right: { queueIds: [h.one.suporte] },
    lose: who =>
      h.call(h.one.admin, 'users.update', {
        params: { id: who.id },
        body: { ...formOf(who.name, { queueIds: [h.one.suporte] }), password: 'outra-senha1' },
      }),
  }),
  'they change their password at another computer': () => ({
    right: { queueIds: [h.one.suporte] },
    lose: async who => {
      const { token } = (await h.signIn(who.email, 'segredo123')).body
      const form = {
        name: who.name,
        email: who.email,
        password: 'outra-senha2',
        currentPassword: 'segredo123',
      }
      return h.call({ ...who, token }, 'users.update', { params: { id: who.id }, body: form })
    },
  }),
  'the ticket is deleted': () => ({
    holds: true,
    gone: true,
    lose: (_who, { id }) => h.call(h.one.admin, 'tickets.remove', { params: { id } }),
  }),
  'its contact is deleted': () => ({
    holds: true,
    gone: true,
    lose: (_who, { contactId }) => h.call(h.one.admin, 'contacts.remove', { params: { id: contactId } }),
  }),
  'they are deleted': () => ({
    right: { queueIds: [h.one.suporte] },
    lose: who => h.call(h.one.admin, 'users.remove', { params: { id: who.id } }),
  }),
}

beforeAll(async () => {
  // Each way has a person of its own.
  await h.update(plans, { users: 99 }, gt(plans.users, 0))
  const made = await h.insert(queues, { companyId: h.one.id, name: 'Passageira', color: '#123456' })
  passing = Number(made.id)
})

it.each(Object.keys(WAYS))('ends where %s', async how => {
  await mentionsOpen('enabled')
  const way = WAYS[how]?.()
  if (!way) throw new Error('no way')
  const who = await newPerson(way.right ?? {})
  const ticket = await h.newTicket(h.one, {
    status: 'open',
    userId: way.holds ? who.id : h.one.ana.id,
    ...way.ticket,
  })
  const [contact] = await h.db.select().from(contacts).where(eq(contacts.id, ticket.contactId))
  const named = way.guest
    ? await noteOf(ticket, `@${who.name} veja`, [who.id])
    : way.guests
      ? await noteOf(ticket, '@Vendas veja', [], [way.guests])
      : null
  const reads = async () => [
    (await h.call(who, 'tickets.get', { params: { id: ticket.id } })).status,
    (await h.call(who, 'tickets.byUuid', { params: { uuid: ticket.uuid } })).status,
    (await h.call(who, 'messages.list', { params: { ticketId: ticket.id }, query: {} })).status,
    (await h.call(who, 'notes.list', { query: { ticketId: ticket.id } })).status,
  ]
  const window = await h.connect(who, ['pending', 'open', 'closed', 'notification', String(ticket.id)])
  const witness = await h.connect(h.one.admin, ['pending', 'open', 'closed', String(ticket.id)])
  /** What is said in the conversation, up to its last word. @returns how much of it the window has heard. */
  const said = async (word: string) => {
    const before = window.heard.length
    await h.customer(h.one, contact?.number ?? '', word)
    await noteOf(ticket, word)
    await witness.until(({ payload }) => (payload.note as TicketNote | undefined)?.note === word)
    if (window.socket.connected) await window.settled()
    return window.heard.slice(before).filter(({ payload }) => JSON.stringify(payload).includes(word))
  }
  expect((await reads()).slice(1)).toEqual([200, 200, 200])
  expect(await said('antes')).not.toEqual([])

  const lost = (await way.lose(who, ticket, named?.id ?? 0)) as { status: number }
  expect(lost.status).toBe(200)
  for (const status of await reads()) expect(way.gone ? [404] : [401, 403]).toContain(status)
  // Who writes again begins another ticket.
  if (!way.gone) expect(await said('depois')).toEqual([])
  window.close()
  witness.close()
})
