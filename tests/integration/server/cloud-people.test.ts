/** Customers of a Cloud number whose phone is shown, withheld or changed: one contact, written to where they are. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { learnAddresses } from '../../../electron/server/desk/channel/addresses'
import {
  campaignOptOuts,
  campaignRecipients,
  campaigns,
  cloudAccounts,
  contactAddresses,
  contacts,
  replyWindows,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const write = async (phone: string, body: string) => {
  const message = n.graph.text(phone, body)
  await n.tell({ messages: [message], names: { [phone]: '' } })
  const { row } = await n.stored(message.id)
  return { ticketId: row.ticketId, contactId: row.contactId ?? 0 }
}
const notice = async (from: string, system: object) => {
  const message = n.graph.message(from, { type: 'system', system })
  await n.tell({ messages: [message] })
  return message.id
}
const contact = async (id: number) => {
  const row = await n.h.row(contacts, eq(contacts.id, id))
  return row
}
const take = (ticketId: number, whatsappId = n.whatsappId) =>
  n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id, whatsappId }, eq(tickets.id, ticketId))
/** A contact wrote to a number within the time in which it may answer freely. */
const mayAnswer = (contactId: number, whatsappId: number) => {
  const window = { companyId: n.h.one.id, contactId, whatsappId }
  return n.h.insert(replyWindows, { ...window, wroteAt: new Date().toISOString() })
}
/** Whom the answer to a conversation reaches. */
const reached = async (ticketId: number) => {
  await take(ticketId)
  expect((await n.send(ticketId, 'resposta')).status).toBe(200)
  return n.graph.taken.at(-1)
}

describe('a customer of a Cloud number', () => {
  it('whose id is told by the status of an answer is known by it when the phone is withheld', async () => {
    const phone = '5511944440001'
    const first = await write(phone, 'com telefone')
    const sent = await reached(first.ticketId)
    if (!sent) throw new Error('nothing left')
    n.graph.people.set(phone, { user_id: 'BR.4440001', username: 'rute', isHidden: true })
    await n.tell({ statuses: [n.graph.status(sent, 'delivered')] })
    const again = await write(phone, 'sem telefone')
    expect(again).toEqual(first)
    expect(await contact(first.contactId)).toMatchObject({ number: phone, username: 'rute' })
    // The phone is known: it is what is written to.
    expect((await reached(first.ticketId))?.body).toMatchObject({ to: phone })
  })

  it('who changes the phone and with it the id stays one, and is written to at the new phone', async () => {
    n.graph.people.set('5511944440002', { user_id: 'BR.4440002' })
    const first = await write('5511944440002', 'antes')
    const ids = { wa_id: '5511944440003', user_id: 'BR.4440003', previous_user_id: 'BR.4440002' }
    const said = await notice('5511944440002', { type: 'user_changed_number', ...ids })
    await soon(async () => expect((await contact(first.contactId))?.number).toBe('5511944440003'))
    n.graph.people.set('5511944440003', { user_id: 'BR.4440003', isHidden: true })
    expect((await n.stored(said)).row).toMatchObject({
      ticketId: first.ticketId,
      mediaType: 'numberChange',
      body: '5511944440002 → 5511944440003',
    })
    expect(await write('5511944440003', 'depois')).toEqual(first)
    expect((await reached(first.ticketId))?.body).toMatchObject({ to: '5511944440003' })
  })

  it('who gets another id stays one and is written to there, and again at the first where they go back to it', async () => {
    const phone = '5511944440004'
    const [own, other] = ['BR.4440004', 'BR.4440005']
    n.graph.people.set(phone, { user_id: own, isHidden: true })
    const first = await write(phone, 'antes')
    await notice('', { type: 'user_changed_user_id', user_id: other, previous_user_id: own })
    const rows = (value: string) =>
      n.h.db.select().from(contactAddresses).where(eq(contactAddresses.value, value))
    await soon(async () => expect(await rows(other)).toHaveLength(1))
    // Another account of the portfolio hears late of the id they had.
    const { id: companyId } = n.h.one
    const late = { kind: 'user', value: own, scope: 'waba:another' } as const
    await n.h.db
      .company(companyId)
      .write(tx => learnAddresses(tx, { id: first.contactId, companyId }, [late]))
    expect((await rows(own)).map(({ formerAt }) => formerAt)).toEqual(Array(2).fill(expect.any(String)))
    expect((await reached(first.ticketId))?.body).toMatchObject({ recipient: other })
    n.graph.people.set(phone, { user_id: other, isHidden: true })
    expect(await write(phone, 'depois')).toEqual(first)
    await n.h.update(
      contactAddresses,
      { formerAt: '2020-01-01T00:00:00.000Z' },
      eq(contactAddresses.value, own),
    )
    n.graph.people.set(phone, { user_id: own, isHidden: true })
    expect(await write(phone, 'de volta')).toEqual(first)
    expect((await reached(first.ticketId))?.body).toMatchObject({ recipient: own })
  })

  it('whose new phone is not shown is no longer written to at the old one', async () => {
    n.graph.people.set('5511944440006', { user_id: 'BR.4440006' })
    const first = await write('5511944440006', 'antes')
    const ids = { user_id: 'BR.4440007', previous_user_id: 'BR.4440006' }
    await notice('5511944440006', { type: 'user_changed_number', ...ids })
    await soon(async () => expect((await contact(first.contactId))?.number).toBe('BR.4440007'))
    const { body } = (await reached(first.ticketId)) ?? {}
    expect(body).toMatchObject({ recipient: 'BR.4440007' })
    expect(body).not.toHaveProperty('to')
  })
})

describe('what is told of a customer without saying who they are', () => {
  it('by our own side’s words written past the workspace: the id they went to is the customer’s', async () => {
    const phone = '5511944440030'
    const first = await write(phone, 'com telefone')
    const id = n.graph.newId()
    const message = { type: 'text', text: { body: 'do celular' } }
    const ids = { to_user_id: 'BR.4440030', to_parent_user_id: 'BR.ENT.4440030' }
    const value = { message_echoes: [{ id, to: phone, ...ids, timestamp: '1790000000', ...message }] }
    await n.graph.deliver(n.hook, n.graph.field('smb_message_echoes', value))
    await soon(async () => expect((await n.row(id))?.ticketId).toBe(first.ticketId))
    const known = await n.h.db
      .select({ value: contactAddresses.value })
      .from(contactAddresses)
      .where(eq(contactAddresses.contactId, first.contactId))
    expect(known.map(({ value: one }) => one).sort()).toEqual(['BR.4440030', 'BR.ENT.4440030'])
  })

  it('by a wish for no marketing that names the id alone: it holds for the phone', async () => {
    const phone = '5511944440031'
    n.graph.people.set(phone, { user_id: 'BR.4440031' })
    await write(phone, 'com telefone')
    const wish = { user_id: 'BR.4440031', category: 'marketing_messages', value: 'stop' }
    const value = { contacts: [], user_preferences: [{ ...wish, timestamp: '1790000000' }] }
    await n.graph.deliver(n.hook, n.graph.field('user_preferences', value))
    await soon(async () =>
      expect(await n.h.db.$count(campaignOptOuts, eq(campaignOptOuts.number, phone))).toBe(1),
    )
  })
})

describe('a word that ends campaigns', () => {
  it('of a customer who shows no phone by now holds for the phone that was written to', async () => {
    const phone = '5511944440032'
    n.graph.people.set(phone, { user_id: 'BR.4440032' })
    await write(phone, 'com telefone')
    const own = { companyId: n.h.one.id, name: 'Rute', search: 'rute' }
    const campaignId = (await n.h.insert(campaigns, own)).id
    await n.h.insert(campaignRecipients, { ...own, campaignId, number: phone, slot: 1, state: 'delivered' })
    n.graph.people.set(phone, { user_id: 'BR.4440032', isHidden: true })
    await write(phone, 'SAIR')
    expect(await n.h.db.$count(campaignOptOuts, eq(campaignOptOuts.number, phone))).toBe(1)
  })
})

describe('the question for the number', () => {
  it('leaves as WhatsApp’s own, and what is answered is the contact’s number', async () => {
    const phone = '5511944440020'
    n.graph.people.set(phone, { user_id: 'BR.4440020', isHidden: true })
    const { ticketId, contactId } = await write(phone, 'sem telefone')
    await take(ticketId)
    const taken = { expected: { userId: n.h.one.bia.id, status: 'open' as const } }
    const refused = await n.h.call(n.h.one.ana, 'messages.askNumber', { params: { ticketId }, body: taken })
    expect(refused.body).toMatchObject({ error: 'ERR_TICKET_CHANGED', user: { id: n.h.one.ana.id } })
    const asked = await n.h.call(n.h.one.ana, 'messages.askNumber', { params: { ticketId } })
    expect(asked.status).toBe(200)
    expect(n.graph.taken.at(-1)?.body).toMatchObject({
      recipient: 'BR.4440020',
      type: 'interactive',
      interactive: { type: 'request_contact_info', action: { name: 'request_contact_info' } },
    })
    const share = async (origin: object, given: string) => {
      const card = {
        name: { formatted_name: 'Rute' },
        phones: [{ phone: `+${given}`, wa_id: given }],
        ...origin,
      }
      const message = n.graph.message(phone, { type: 'contacts', contacts: [card] })
      await n.tell({ messages: [message] })
      await soon(async () => expect((await n.row(message.id))?.contactId).toBe(contactId))
    }
    // A card of somebody else's is no answer.
    await share({}, '5511944440021')
    expect((await contact(contactId))?.number).toBe('BR.4440020')
    await share({ origin: 'contact_request' }, phone)
    expect((await contact(contactId))?.number).toBe(phone)
  })

  it('is refused where the number cannot ask', async () => {
    const ticket = await n.h.newTicket(n.h.one, { status: 'open', userId: n.h.one.ana.id })
    const refused = await n.h.call(n.h.one.ana, 'messages.askNumber', { params: { ticketId: ticket.id } })
    expect(refused.body).toMatchObject({ error: 'ERR_WAPP_UNSUPPORTED' })
  })
})

describe('an answer through another number', () => {
  it('reaches an id within its Meta account, and is refused beyond it', async () => {
    n.graph.people.set('5511944440008', { user_id: 'BR.4440008', isHidden: true })
    const { ticketId, contactId } = await write('5511944440008', 'sem telefone')
    const other = await n.add('109999999999999')
    await take(ticketId, other.whatsappId)
    await mayAnswer(contactId, other.whatsappId)
    expect((await n.send(ticketId, 'da mesma conta')).status).toBe(200)
    expect(n.graph.taken.at(-1)).toMatchObject({
      phoneNumberId: '109999999999999',
      body: { recipient: 'BR.4440008' },
    })
    await n.h.update(
      cloudAccounts,
      { businessAccountId: '7' },
      eq(cloudAccounts.whatsappId, other.whatsappId),
    )
    const before = n.graph.taken.length
    const refused = await n.send(ticketId, 'de outra conta')
    expect(refused.body).toMatchObject({ error: 'ERR_WAPP_NO_ADDRESS' })
    expect(n.graph.taken).toHaveLength(before)
  })

  it('never goes to the digits of an anonymous number', async () => {
    const contactId = await n.h.newContact(n.h.one, 'Sem telefone', { number: '98765432101234@lid' })
    const ticket = await n.h.newTicket(n.h.one, { contactId, companyId: n.h.one.id })
    await take(ticket.id)
    await mayAnswer(contactId, n.whatsappId)
    const before = n.graph.taken.length
    expect((await n.send(ticket.id, 'oi')).body).toMatchObject({ error: 'ERR_WAPP_NO_ADDRESS' })
    expect(n.graph.taken).toHaveLength(before)
  })
})
