/** What the Business app on the phone of a number has: from an administrator's press and Meta's deliveries to contacts and earlier conversations. */
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { recipientOf } from '../../../electron/server/desk/channel/addresses'
import { saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import {
  inbox,
  messages,
  phoneBook,
  phoneSyncs,
  replyWindows,
  tickets,
  ticketTrackings,
  webhookDeliveries,
} from '../../../electron/server/platform/db/schema'
import type { PhoneSync } from '../../../src/contract'
import { PHONE } from '../../support/graph-double'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'
import type { Person } from './harness'

const n = cloudNumberForFile()
beforeEach(async () => {
  Object.assign(n.graph.phone, { asked: [], gives: true })
  await n.h.db.unordered.delete(phoneSyncs)
})

type Kind = PhoneSync['kind']
const call = (who: Person, name: 'whatsapps.askPhone' | 'whatsapps.phoneData', body?: { kind: Kind }) =>
  n.h.call<{ syncs: PhoneSync[] }>(who, name, { params: { id: n.whatsappId }, body })
const ask = (kind: Kind, who = n.h.one.admin) => call(who, 'whatsapps.askPhone', { kind })
const syncOf = async (kind: Kind) =>
  (await call(n.h.one.admin, 'whatsapps.phoneData')).body.syncs.find(one => one.kind === kind)
const deliver = (body: unknown) => n.graph.deliver(n.hook, body)
/** Everything that was delivered has been looked at. */
const settled = () =>
  soon(async () => expect((await n.h.rows(inbox)).filter(({ doneAt }) => !doneAt)).toEqual([]))
const seconds = (iso: string): number => Date.parse(iso) / 1_000

describe('contacts of the phone', () => {
  const change = (action: string, phone_number: string, full_name: string, at: number) => {
    const contact = { phone_number, ...(action === 'remove' ? {} : { full_name }) }
    return { type: 'contact', action, contact, metadata: { timestamp: String(at) } }
  }
  const book = (...state_sync: unknown[]) => n.graph.field('smb_app_state_sync', { state_sync })

  it('are not taken in until an administrator asks, and are then followed', async () => {
    const [fresh, nameless, named] = ['5521971000001', '5521971000002', '5521971000003'] as const
    await n.h.newContact(n.h.one, nameless, { number: nameless })
    await n.h.newContact(n.h.one, 'Dona Rita', { number: named })
    await deliver(book(change('add', fresh, 'Cedo Demais', 1_790_000_000)))
    await settled()
    expect(await n.contact(fresh)).toBeUndefined()

    expect((await ask('contacts', n.h.one.ana)).status).toBe(403)
    expect((await ask('contacts')).body.syncs).toMatchObject([{ kind: 'contacts', state: 'asked', taken: 0 }])
    expect(n.graph.phone.asked).toEqual(['smb_app_state_sync'])
    const first = book(
      change('add', fresh, 'Fábio Feira', 1_790_000_000),
      change('add', nameless, 'Nina Nova', 1_790_000_000),
      change('add', named, 'Rita do celular', 1_790_000_000),
    )
    await deliver(first)
    await deliver(first)
    await soon(async () => expect(await syncOf('contacts')).toMatchObject({ state: 'receiving', taken: 3 }))
    const names = async () =>
      Promise.all([fresh, nameless, named].map(async one => (await n.contact(one))?.name))
    expect(await names()).toEqual(['Fábio Feira', 'Nina Nova', 'Dona Rita'])

    await deliver(book(change('add', fresh, 'Fábio Fruta', 1_790_000_100)))
    await settled()
    // Late: it was so before.
    await deliver(book(change('add', fresh, 'Fábio Antigo', 1_790_000_050)))
    await deliver(book(change('remove', nameless, '', 1_790_000_200)))
    await settled()
    expect(await names()).toEqual(['Fábio Fruta', nameless, 'Dona Rita'])
    // What Meta gave once is not asked for again.
    await ask('contacts')
    expect(n.graph.phone.asked).toHaveLength(1)

    const id = (await n.contact(fresh))?.id ?? 0
    await n.h.call(n.h.one.admin, 'contacts.erase', { params: { id } })
    expect(await n.h.db.$count(phoneBook, eq(phoneBook.number, fresh))).toBe(0)
  })

  it('without a phone are one contact that can be written to, however often they come', async () => {
    const id = 'BR.13491208655302741918'
    const of = (full_name: string, at: number) => ({
      ...{ type: 'contact', action: 'add', contact: { user_id: id, full_name } },
      metadata: { timestamp: String(at) },
    })
    await ask('contacts')
    await deliver(book(of('Sem Número', 1_790_000_000), of('Sem Telefone', 1_790_000_001)))
    await soon(async () => expect(await syncOf('contacts')).toMatchObject({ taken: 2 }))
    await deliver(book(of('Sônia', 1_790_000_002)))
    await soon(async () => expect(await syncOf('contacts')).toMatchObject({ taken: 3 }))
    const contact = await n.contact(id)
    expect(contact?.name).toBe('Sônia')
    if (contact)
      expect(await recipientOf(n.h.db, contact, n.whatsappId)).toEqual({ number: id, isGroup: false })
  })

  it('say why Meta does not give them, and can be asked for again', async () => {
    n.graph.phone.gives = false
    expect((await ask('contacts')).body.syncs).toMatchObject([{ state: 'refused', code: 100 }])
    n.graph.phone.gives = true
    expect((await ask('contacts')).body.syncs).toMatchObject([{ state: 'asked', code: null }])
  })

  it('can be asked for again where nothing came for five minutes, or the number is another one', async () => {
    const { graph, h, whatsappId } = n
    const minutesAgo = (minutes: number) => ({
      askedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    })
    await ask('contacts')
    graph.phone.asked.length = 0
    await h.update(phoneSyncs, minutesAgo(4))
    await ask('contacts')
    expect(graph.phone.asked).toEqual([])
    await h.update(phoneSyncs, minutesAgo(6))
    await ask('contacts')
    expect(graph.phone.asked).toHaveLength(1)
    const named = (phoneNumberId: string) =>
      saveAccount(h.db, h.running.app.keys, { companyId: h.one.id, whatsappId }, { phoneNumberId })
    await named(PHONE)
    expect(await syncOf('contacts')).toBeDefined()
    await named('106540352242923')
    expect(await syncOf('contacts')).toBeUndefined()
    await named(PHONE)
  })
})

describe('what was said on the phone', () => {
  const OWN = '551140028922'
  const said = (id: string, from: string, body: string, at: string, more: object = {}) => ({
    ...{ from, id: `wamid.${id}`, timestamp: String(seconds(at)), type: 'text', text: { body } },
    history_context: { status: 'READ' },
    ...more,
  })
  const chunk = (phase: number, chunk_order: number, progress: number, said: Record<string, unknown[]>) => {
    const threads = Object.entries(said).map(([id, all]) => ({ id, messages: all }))
    return n.graph.field('history', { history: [{ metadata: { phase, chunk_order, progress }, threads }] })
  }
  const rowsOf = async (number: string) => {
    const contact = await n.contact(number)
    return n.h.db
      .select({ message: messages, ticket: tickets })
      .from(messages)
      .innerJoin(tickets, eq(tickets.id, messages.ticketId))
      .where(and(eq(tickets.contactId, contact?.id ?? 0), eq(tickets.status, 'closed')))
      .orderBy(asc(messages.seq))
  }

  it('is one closed conversation in order of time, whatever order it comes in, and moves nothing else', async () => {
    const customer = '5521972000001'
    const open = await n.conversation(customer)
    await n.h.update(tickets, { unreadMessages: 2 }, eq(tickets.id, open.id))
    await ask('history')
    const old = chunk(2, 1, 40, {
      [customer]: [
        said('h2', OWN, 'Bom dia!', '2026-07-01T12:05:00.000Z', { to: customer }),
        said('h1', customer, 'Vocês abrem hoje?', '2026-07-01T12:00:00.000Z'),
      ],
    })
    const recent = chunk(0, 1, 100, {
      [customer]: [
        said('h4', customer, '', '2026-11-01T12:00:00.000Z', { type: 'media_placeholder', text: undefined }),
        said('h5', customer, '', '2026-11-01T12:01:00.000Z', {
          ...{ type: 'reaction', text: undefined },
          reaction: { message_id: 'wamid.h4', emoji: '👍' },
        }),
        said('h3', OWN, 'Saiu para entrega.', '2026-10-31T12:00:00.000Z', { to: customer }),
      ],
    })
    // The newest first, what is old along with it, and the first once more.
    const both = { ...recent, entry: [...recent.entry, ...old.entry] }
    for (const body of [both, recent]) expect(await deliver(body)).toBe(200)
    await soon(async () =>
      expect(
        (await rowsOf(customer)).map(({ message }) => [message.id, message.fromMe, message.ack]),
      ).toEqual([
        ['wamid.h1', false, 0],
        ['wamid.h2', true, 4],
        ['wamid.h3', true, 4],
        ['wamid.h4', false, 0],
      ]),
    )
    const rows = await rowsOf(customer)
    expect(new Set(rows.map(({ ticket }) => ticket.id)).size).toBe(1)
    const [first] = rows
    expect(first?.message).toMatchObject({ read: true, createdAt: '2026-07-01T12:00:00.000Z' })
    expect(rows.at(3)?.message.body).not.toBe('')
    expect(first?.ticket).toMatchObject({
      ...{ createdAt: '2026-07-01T12:00:00.000Z', closedAt: '2026-11-01T12:00:00.000Z' },
      ...{ unreadMessages: 0, waitingSince: null, fromMe: false },
    })
    expect(await syncOf('history')).toMatchObject({ state: 'done', progress: 100, taken: 4, code: null })
    // Neither the conversation of today nor a report is another one by it.
    const now = await n.h.row(tickets, eq(tickets.id, open.id))
    expect(now).toMatchObject({ unreadMessages: 2, lastMessageAt: open.lastMessageAt, status: 'open' })
    expect(await n.h.db.$count(ticketTrackings, eq(ticketTrackings.ticketId, first?.ticket.id ?? 0))).toBe(0)
    const list = await n.h.call<{ tickets: { id: number }[] }>(n.h.one.admin, 'contacts.tickets', {
      params: { id: open.contactId },
    })
    expect(list.body.tickets.map(({ id }) => id)).toEqual([open.id, first?.ticket.id])

    // A chunk that comes after the end belongs to the same conversation.
    await deliver(chunk(1, 2, 90, { [customer]: [said('h0', customer, 'Olá', '2026-06-30T12:00:00.000Z')] }))
    await soon(async () => expect(await syncOf('history')).toMatchObject({ state: 'done', taken: 5 }))
    expect((await rowsOf(customer)).map(({ ticket }) => ticket.createdAt).at(-1)).toBe(
      '2026-06-30T12:00:00.000Z',
    )
  })

  it('of somebody who was erased meanwhile stays away, as their name of then does; what is said since is theirs', async () => {
    const customer = '5521972000009'
    await ask('history')
    await ask('contacts')
    const { contactId } = await n.conversation(customer)
    const erased = await n.h.call(n.h.one.admin, 'contacts.erase', { params: { id: contactId } })
    expect(erased.status).toBe(200)
    const other = '5521972000010'
    const before = '2026-07-01T12:00:00.000Z'
    const entry = (phone_number: string, full_name: string) => ({
      ...{ type: 'contact', action: 'add', contact: { phone_number, full_name } },
      metadata: { timestamp: String(Date.parse(before)) },
    })
    await deliver(
      n.graph.field('smb_app_state_sync', { state_sync: [entry(customer, 'Rosa'), entry(other, 'Lia')] }),
    )
    await deliver(
      chunk(0, 1, 50, {
        // Without the ninth digit, as WhatsApp writes some numbers.
        '552172000009': [said('e1', '552172000009', 'Oi', before)],
        [other]: [said('o1', other, 'Oi', before)],
      }),
    )
    await soon(async () => expect(await rowsOf(other)).toHaveLength(1))
    await settled()
    expect((await n.contact(other))?.name).toBe('Lia')
    expect([await n.contact(customer), await n.contact('552172000009')]).toEqual([undefined, undefined])
    const later = new Date(Date.now() + 60_000).toISOString()
    await deliver(chunk(0, 2, 60, { [customer]: [said('e2', customer, 'Voltei', later)] }))
    await soon(async () => expect(await rowsOf(customer)).toHaveLength(1))
  })

  it('of strangers makes contacts, opens no window for answers, and is nothing where nobody asked', async () => {
    const stranger = '5521972000002'
    const body = chunk(0, 1, 50, { [stranger]: [said('s1', stranger, 'Oi', new Date().toISOString())] })
    await deliver(body)
    await settled()
    expect(await n.contact(stranger)).toBeUndefined()
    await ask('history')
    await deliver(
      chunk(0, 1, 55, {
        [stranger]: [said('s2', stranger, 'Oi', new Date(Date.now() - 60_000).toISOString())],
      }),
    )
    await soon(async () => expect(await rowsOf(stranger)).toHaveLength(1))
    const contact = await n.contact(stranger)
    expect(await n.h.db.$count(replyWindows, eq(replyWindows.contactId, contact?.id ?? 0))).toBe(0)
    expect(await syncOf('history')).toMatchObject({ state: 'receiving', progress: 55 })
  })

  it('is told to no webhook, which hears of what is written now', async () => {
    const [before, now] = ['5521972000003', '5521972000004'] as const
    const body = { name: 'CRM', url: 'https://example.invalid/', messages: true, acks: true, tickets: true }
    const hook = await n.h.call<{ id: number }>(n.h.one.admin, 'webhooks.create', { body })
    expect(hook.status).toBe(200)
    await ask('history')
    const texts = [
      said('w1', before, 'Oi', '2026-07-01T12:00:00.000Z'),
      said('w2', OWN, 'Olá!', '2026-07-01T12:05:00.000Z', { to: before }),
    ]
    await deliver(chunk(0, 1, 90, { [before]: texts }))
    await soon(async () => expect(await rowsOf(before)).toHaveLength(2))
    expect(await n.h.db.$count(webhookDeliveries)).toBe(0)
    await n.h.customer(n.h.one, now, 'Bom dia')
    const told = await n.h.rows(webhookDeliveries)
    expect(told.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['message.created', 'ticket.created']),
    )
    await n.h.call(n.h.one.admin, 'webhooks.remove', { params: { id: hook.body.id } })
  })

  it('is said not to be shared where whoever has the phone does not want it', async () => {
    await ask('history')
    const errors = [{ code: 2593109, title: 'History sync is turned off by the business' }]
    await deliver(n.graph.field('history', { history: [{ errors }] }))
    await soon(async () => expect(await syncOf('history')).toMatchObject({ state: 'refused', code: 2593109 }))
  })
})
