/** Text for utility outside of the window, from an agent's press to Meta, its price and its refusals. */
import { eq } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { messageCosts, messages, replyWindows, whatsapps } from '../../../electron/server/platform/db/schema'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()
afterEach(() => {
  n.graph.directSend = 'allowed'
  n.graph.quiet.clear()
})

const offer = (directSend: boolean, who = n.h.one.admin) =>
  n.h.call(who, 'whatsapps.update', { params: { id: n.whatsappId }, body: { directSend } })
const connection = async () => await n.h.row(whatsapps, eq(whatsapps.id, n.whatsappId))
const write = (ticketId: number, body: string, clientId: string = crypto.randomUUID()) =>
  n.h.call<{ message: { id: string }; error: string }>(n.h.one.ana, 'messages.sendUtility', {
    params: { ticketId },
    body: { body, clientId },
  })
let customers = 0
/** A conversation whose customer has never written. */
async function quiet() {
  const number = `55119${String(60_000_000 + ++customers)}`
  n.graph.quiet.add(number)
  return { number, ticket: await n.conversation(number, null) }
}

it('is refused until an administrator lets agents, then leaves without a template, once, and costs as Meta says', async () => {
  await offer(false)
  const { number, ticket } = await quiet()
  const before = await write(ticket.id, 'Seu pedido saiu para entrega.')
  expect([before.status, before.body.error]).toEqual([400, 'ERR_WAPP_UNSUPPORTED'])
  expect((await offer(true, n.h.one.ana)).status).toBe(403)
  expect((await offer(true)).status).toBe(200)
  const words = await n.send(ticket.id, 'Oi!')
  expect(words.body.error).toBe('ERR_WAPP_WINDOW_CLOSED')
  const clientId = crypto.randomUUID()
  const expected = { userId: n.h.one.admin.id, status: 'open' as const }
  const changed = await n.h.call<{ error: string }>(n.h.one.ana, 'messages.sendUtility', {
    params: { ticketId: ticket.id },
    body: { body: 'De quem não tem mais o ticket.', clientId, expected },
  })
  expect([changed.status, changed.body.error]).toEqual([409, 'ERR_TICKET_CHANGED'])
  const sent = await write(ticket.id, 'Seu pedido saiu para entrega.', clientId)
  expect(sent.status).toBe(200)
  expect((await write(ticket.id, 'Seu pedido saiu para entrega.', clientId)).body.message.id).toBe(
    sent.body.message.id,
  )
  const taken = n.graph.taken.filter(({ to }) => to === number)
  expect(taken.map(({ body }) => [body.type, body.category, body.text])).toEqual([
    ['text', 'utility', { body: 'Seu pedido saiu para entrega.' }],
  ])
  const [one] = taken
  if (!one) throw new Error('not taken')
  await n.tell({ statuses: [n.graph.priced(one, 'delivered', 'utility', true)] })
  await soon(async () =>
    expect(await n.h.rows(messageCosts, eq(messageCosts.category, 'utility'))).toMatchObject([
      { billable: true, author: 'agent', userId: n.h.one.ana.id, messages: 1 },
    ]),
  )
})

it('has Meta’s bound, which no call to Meta is needed for', async () => {
  await offer(true)
  const { ticket } = await quiet()
  const calls = n.graph.calls
  expect((await write(ticket.id, 'a'.repeat(1_025))).status).toBe(400)
  expect(n.graph.calls).toBe(calls)
  expect((await write(ticket.id, 'a'.repeat(1_024))).status).toBe(200)
})

it.each(['notEnabled', 'blocked'] as const)(
  'of an account that is %s is no longer offered after the first refusal, which the connection says',
  async state => {
    await offer(true)
    n.graph.directSend = state
    const { ticket } = await quiet()
    const refused = await write(ticket.id, 'Seu boleto vence amanhã.')
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_WAPP_NO_DIRECT_SEND'])
    const row = await n.h.row(messages, eq(messages.ticketId, ticket.id))
    expect(row?.failure).toBe('ERR_WAPP_NO_DIRECT_SEND')
    const now = await connection()
    expect([now?.directSend, typeof now?.directSendRefusedAt]).toEqual([false, 'string'])
    const listed = await n.h.call<{ id: number; directSend: boolean }[]>(n.h.one.ana, 'whatsapps.list')
    expect(listed.body.find(({ id }) => id === n.whatsappId)).toMatchObject({ directSend: false })
    const calls = n.graph.calls
    expect((await write(ticket.id, 'Seu boleto vence amanhã.')).body.error).toBe('ERR_WAPP_UNSUPPORTED')
    // What was refused is not handed over again, either, while only templates are taken.
    expect((await write(ticket.id, 'De novo', row?.clientId ?? '')).body.error).toBe('ERR_WAPP_WINDOW_CLOSED')
    expect(n.graph.calls).toBe(calls)
    await offer(true)
    expect((await connection())?.directSendRefusedAt).toBeNull()
  },
)

it('is said in a status, too; a wrong parameter of any other text changes nothing', async () => {
  await offer(true)
  const { number, ticket } = await quiet()
  await n.h.insert(replyWindows, {
    ...{ companyId: n.h.one.id, whatsappId: n.whatsappId, contactId: ticket.contactId },
    wroteAt: new Date().toISOString(),
  })
  n.graph.quiet.clear()
  n.graph.troubles.push({ kind: 'refuse', code: 100 })
  expect((await n.send(ticket.id, 'Oi!')).body.error).toBe('ERR_SENDING_WAPP_MSG')
  expect((await connection())?.directSend).toBe(true)
  await write(ticket.id, 'Seu pedido chegou.')
  const one = n.graph.taken.findLast(({ to }) => to === number)
  if (!one) throw new Error('not taken')
  await n.tell({ statuses: [n.graph.status(one, 'failed', 139200)] })
  await soon(async () => expect((await connection())?.directSend).toBe(false))
})
