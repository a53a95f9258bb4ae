/** A customer's way through the chatbot, and an agent's answer, by a paired number of WhatsApp Web. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contacts, messages, tickets } from '../../../electron/server/db/schema'
import { startWebNumber, until, type WebNumber } from './web-number'

let n: WebNumber
beforeAll(async () => {
  n = await startWebNumber()
})
afterAll(() => n.close())

const NUMBER = '5511977770001'
const remoteJid = `${NUMBER}@s.whatsapp.net`
const said = () =>
  n.phone.taken
    .filter(one => one.jid === remoteJid)
    .map(one => one.message.message?.extendedTextMessage?.text ?? '')

it('is greeted, chooses a queue, waits there, is answered and read', async () => {
  const { h } = n
  const updated = await h.call(h.one.admin, 'whatsapps.update', {
    params: { id: n.whatsappId },
    body: { greetingMessage: 'Olá! Escolha:', queueIds: [h.one.suporte, h.one.vendas] },
  })
  expect(updated.status).toBe(200)
  n.phone.write('Oi', { remoteJid })
  await expect.poll(() => said().join('\n')).toContain('Olá! Escolha:')
  const menu = said().join('\n')
  expect(menu).toMatch(/1.*Suporte/)
  expect(menu).toMatch(/2.*Vendas/)

  n.phone.write('1', { remoteJid })
  const ticketNow = async () => {
    const [contact] = await h.db.select().from(contacts).where(eq(contacts.number, NUMBER))
    const [row] = await h.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.contactId, contact?.id ?? 0), eq(tickets.whatsappId, n.whatsappId)))
    return row
  }
  await until(async () => (await ticketNow())?.queueId === h.one.suporte)
  const ticket = await ticketNow()
  if (!ticket) throw new Error('no ticket')

  const accepted = await h.call(h.one.ana, 'tickets.update', {
    params: { id: ticket.id },
    body: { status: 'open', userId: h.one.ana.id },
  })
  expect(accepted.status).toBe(200)
  const answer = (await n.send(ticket.id, 'Bom dia, sou a Ana')) as unknown as {
    status: number
    body: { message: { id: string } }
  }
  expect(answer.status).toBe(200)
  expect(said().at(-1)).toContain('Bom dia, sou a Ana')
  n.phone.receipt(answer.body.message.id, 4, remoteJid)
  await expect.poll(async () => (await n.row(answer.body.message.id))?.ack).toBe(4)
  // One conversation, each word once, in the order in which it was said.
  const rows = await h.db
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticket.id))
    .orderBy(messages.seq)
  expect(rows.filter(row => !row.fromMe).map(row => row.body)).toEqual(['Oi', '1'])
  expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
})
