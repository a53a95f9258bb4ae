/** One phone is one contact, with and without the ninth digit, wherever its number comes from. */
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { optedOutAmong } from '../../../electron/server/automation/campaigns/audience'
import { mergeDoubles } from '../../../electron/server/desk/contacts/doubles'
import {
  auditEntries,
  campaignOptOuts,
  contactCustomFields,
  contacts,
  messages,
  schedules,
  ticketNotes,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const both = (tail: string): [string, string] => [`55119${tail}`, `5511${tail}`]
const known = (forms: readonly string[]) => n.h.rows(contacts, inArray(contacts.number, [...forms]))
const write = async (from: string, body: string) => {
  const message = n.graph.text(from, body)
  await n.tell({ messages: [message], names: { [from]: 'Ivo' } })
  return (await n.stored(message.id)).row
}

describe('a customer who shows no number', () => {
  it('is changed as anybody is, keeps the id beside a phone that is added, and is found by both', async () => {
    const id = 'BR.1502576394655843'
    const { contactId = 0 } = await write(id, 'oi')
    const save = (number: string) =>
      n.h.call(n.h.one.admin, 'contacts.update', {
        params: { id: contactId ?? 0 },
        body: { name: 'Ana Lima', number, email: 'ana@exemplo.com', extraInfo: [] },
      })
    expect((await save(id)).status).toBe(200)
    expect((await save('(11) 98765-0077')).status).toBe(200)
    expect(await known(['5511987650077'])).toMatchObject([{ id: contactId, name: 'Ana Lima' }])
    expect((await write(id, 'de novo')).contactId).toBe(contactId)
    expect((await write('551187650077', 'do telefone')).contactId).toBe(contactId)
    expect(await known([id])).toEqual([])
  })
})

describe('a number with and without the ninth digit', () => {
  it('typed with it, who writes without it is that contact, with the number WhatsApp calls it by', async () => {
    const forms = both('87650001')
    const made = await n.h.call<{ id: number }>(n.h.one.admin, 'contacts.create', {
      body: { name: 'Ivo Sá', number: '+55 (11) 98765-0001', extraInfo: [] },
    })
    expect(made.status).toBe(200)
    const row = await write(forms[1], 'sou eu')
    expect(row.contactId).toBe(made.body.id)
    expect(await known(forms)).toMatchObject([{ name: 'Ivo Sá', number: forms[1] }])
    for (const typed of forms) {
      const again = await n.h.call<{ error: string }>(n.h.one.admin, 'contacts.create', {
        body: { name: 'Outro', number: typed, extraInfo: [] },
      })
      expect(again.body.error).toBe('ERR_DUPLICATED_CONTACT')
      const found = await n.h.call<{ contacts: { id: number }[] }>(n.h.one.admin, 'contacts.list', {
        query: { searchParam: typed },
      })
      expect(found.body.contacts.map(one => one.id)).toEqual([made.body.id])
    }
  })

  it('what WhatsApp calls a number that was written to is believed', async () => {
    const forms = both('87650002')
    const ticket = await n.conversation(forms[0])
    n.graph.waIds.set(forms[0], forms[1])
    expect((await n.send(ticket.id, 'olá')).status).toBe(200)
    await expect.poll(async () => (await known(forms)).map(one => one.number)).toEqual([forms[1]])
    const row = await write(forms[1], 'oi')
    expect(row.ticketId).toBe(ticket.id)
  })

  it('a number that can be nobody’s is refused', async () => {
    const { channel } = n.h.running.app
    for (const number of ['5500987654321', '55119876543211', '551112345', '0049151'])
      expect((await channel.checkNumber(n.whatsappId, number)).exists).toBe(false)
    for (const number of ['551133334444', '5511987654321', '4915112345678'])
      expect(await channel.checkNumber(n.whatsappId, number)).toEqual({ exists: true, number })
    const [typed, heard] = both('87650006')
    await write(heard, 'sou eu')
    expect(await channel.checkNumber(n.whatsappId, typed)).toEqual({ exists: true, number: heard })
  })

  it('who wants no more campaigns gets none by the other form either', async () => {
    const forms = both('87650003')
    await n.h.insert(campaignOptOuts, { companyId: n.h.one.id, number: forms[1], name: '', word: 'SAIR' })
    expect(await optedOutAmong(n.h.db, n.h.one.id, forms)).toEqual(new Set(forms))
  })
})

describe('two contacts of one phone', () => {
  it('become one with everything that hung on either, and the log says so', async () => {
    const forms = both('87650004')
    const { one, db } = n.h
    const typed = await n.h.newContact(one, 'Lena Prado', { number: forms[0] })
    const wrote = await n.h.newContact(one, forms[1], { number: forms[1], email: 'lena@example.com' })
    const at = { whatsappId: n.whatsappId, companyId: one.id }
    const waiting = await n.h.newTicket(one, {
      status: 'pending',
      contactId: wrote,
      ...at,
      unreadMessages: 2,
    })
    const open = await n.h.newTicket(one, { status: 'open', userId: one.ana.id, contactId: typed, ...at })
    const closed = await n.h.newTicket(one, { status: 'closed', contactId: wrote, ...at })
    const [said] = await n.h.newMessages(waiting, ['ainda espero'], false)
    const [old] = await n.h.newMessages(closed, ['antigamente'], false)
    const own = { companyId: one.id, contactId: wrote }
    const urgent = { name: 'Urgente', color: '#aa0000' }
    const { body: tag } = await n.h.call<{ id: number }>(one.admin, 'tags.create', { body: urgent })
    await n.h.insert(ticketTags, { companyId: one.id, ticketId: waiting.id, tagId: tag.id })
    await n.h.insert(ticketNotes, { ...own, note: 'liga depois', ticketId: closed.id })
    await n.h.insert(contactCustomFields, { ...own, name: 'CPF', value: '1' })
    await n.h.insert(schedules, { ...own, body: 'volto', sendAt: '2099-01-01T12:00:00.000Z' })
    expect(await mergeDoubles(n.h.running.app)).toBe(1)
    const [contact, ...rest] = await known(forms)
    expect(rest).toEqual([])
    expect(contact).toMatchObject({
      id: typed,
      name: 'Lena Prado',
      number: forms[1],
      email: 'lena@example.com',
    })
    expect(await n.h.ticket(open.id)).toMatchObject({ status: 'open', unreadMessages: 2 })
    expect(await n.h.ticket(waiting.id)).toMatchObject({ status: 'closed', contactId: typed })
    expect(await n.h.ticket(closed.id)).toMatchObject({ contactId: typed })
    expect(await n.row(said ?? '')).toMatchObject({ ticketId: open.id, contactId: typed })
    expect(await n.row(old ?? '')).toMatchObject({ ticketId: closed.id, contactId: typed })
    for (const table of [ticketNotes, contactCustomFields, schedules])
      expect(await db.$count(table, eq(table.contactId, typed))).toBe(1)
    expect(await db.$count(ticketTags, eq(ticketTags.ticketId, open.id))).toBe(1)
    expect(await db.$count(messages, eq(messages.contactId, wrote))).toBe(0)
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'merge'))
    expect(entry).toMatchObject({ subject: 'contacts', subjectId: String(typed), subjectName: 'Lena Prado' })
    expect(await mergeDoubles(n.h.running.app)).toBe(0)
  })

  it('a message meets them as one, too', async () => {
    const forms = both('87650005')
    const first = await n.h.newContact(n.h.one, 'Nice', { number: forms[0] })
    await n.h.newContact(n.h.one, 'Nice de novo', { number: forms[1] })
    expect((await write(forms[1], 'uma só')).contactId).toBe(first)
    expect(await known(forms)).toHaveLength(1)
    expect(await n.h.db.$count(tickets, eq(tickets.contactId, first))).toBe(1)
  })
})

describe('a number of Mexico, Argentina or Benin', () => {
  it('is the contact who writes, also of two that were made before', async () => {
    const [typed, heard] = ['525598765432', '5215598765432'] as const
    const first = await n.h.newContact(n.h.one, 'Ivo', { number: typed })
    expect((await write(heard, 'hola')).contactId).toBe(first)
    await n.h.update(contacts, { number: typed }, eq(contacts.id, first))
    await n.h.newContact(n.h.one, 'Ivo', { number: heard })
    expect(await mergeDoubles(n.h.running.app)).toBe(1)
    expect(await known([typed, heard])).toHaveLength(1)
  })
})
