/** The database is lost in the middle of work that nobody asks for a second time: it is done when that is back, once. */
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { scheduleClientId, sendDue } from '../../../electron/server/automation/schedules/job'
import { explained } from '../../../electron/server/platform/db/engine/lost'
import {
  contacts,
  happenings,
  messages,
  schedules,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()

const loss = () => explained(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), true)
/** Loses the database in writes of a company, after so many of them; as often as is said. @returns ends it. */
function loseAfter(writes: number, times: number): () => void {
  const { db } = h.running.app
  const { company } = db
  let count = 0
  db.company = id => {
    const writer = company(id)
    const { write } = writer
    return Object.assign(writer, {
      async write(...args: Parameters<typeof write>) {
        count += 1
        if (count > writes && count <= writes + times) throw loss()
        return await write(...args)
      },
    })
  }
  return () => {
    db.company = company
  }
}

it('a scheduled message waits again, and leaves once', async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  const row = await h.insert(schedules, {
    companyId: h.one.id,
    contactId: ticket.contactId,
    ticketId: ticket.id,
    userId: h.one.ana.id,
    body: 'lembrete',
    sendAt: '2099-01-01T00:00:00.000Z',
  })
  const id = row.id
  const status = async () => (await h.row(schedules, eq(schedules.id, id)))?.status
  const at = new Date('2099-01-01T00:00:01.000Z')
  const end = loseAfter(0, 1)
  await sendDue(h.running.app, at)
  end()
  expect(await status()).toBe('PENDENTE')
  await sendDue(h.running.app, at)
  expect(await status()).toBe('ENVIADA')
  expect(await h.db.$count(messages, eq(messages.clientId, scheduleClientId(id)))).toBe(1)
  expect(h.channel.sent.filter(({ body }) => body === 'lembrete')).toHaveLength(1)
})

it('a customer is answered by the chatbot, once', async () => {
  const { id: companyId, whatsappId, suporte, vendas } = h.one
  await h.db.platform.delete(whatsappQueues).where(eq(whatsappQueues.whatsappId, whatsappId))
  await h.insert(
    whatsappQueues,
    [suporte, vendas].map(queueId => ({ companyId, whatsappId, queueId })),
  )
  await h.update(whatsapps, { greetingMessage: 'Bem-vindo!' }, eq(whatsapps.id, whatsappId))
  // The first write stores what the customer wrote.
  const end = loseAfter(1, 1)
  await h.customer(h.one, '5511977770009', 'Oi')
  end()
  const answers = await h.db
    .select({ body: messages.body })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(contacts.number, '5511977770009'), eq(messages.fromMe, true)))
  expect(answers).toEqual([{ body: expect.stringContaining('Bem-vindo!') }])
  expect(h.channel.sent.filter(({ body }) => body.startsWith('Bem-vindo!'))).toHaveLength(1)
  expect(await h.db.$count(happenings)).toBe(0)
})
