/** Automatic texts that follow each other leave as one message where an administrator wants it: a number of the Cloud API at a double. */
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { conclude } from '../../../electron/server/automation/auto-replies/hand-over'
import { runSteps } from '../../../electron/server/automation/steps/run'
import {
  autoReplies,
  messages,
  queueOptions,
  queues,
  quickMessages,
  stepReceipts,
  tickets,
  whatsappQueues,
} from '../../../electron/server/platform/db/schema'
import { type CloudNumber, startCloudNumber } from './cloud-number'

let n: CloudNumber
beforeAll(async () => {
  n = await startCloudNumber()
})
afterAll(() => n.close())

const join = (joinsTexts: boolean) =>
  n.h.call(n.h.one.admin, 'whatsapps.update', { params: { id: n.whatsappId }, body: { joinsTexts } })
/** What left to a customer, in its order. */
const sentTo = (number: string) =>
  n.graph.taken
    .filter(({ to }) => to === number)
    .map(({ body: { text, interactive } }) => {
      const said = text as { body: string } | undefined
      return said?.body ?? (interactive as { body: { text: string } }).body.text
    })

let customers = 0
let from = ''
beforeEach(() => {
  customers += 1
  from = `55119650${String(customers).padStart(5, '0')}`
})

it('of a rule and a promise: one message for the steps that follow one another, also after a kill', async () => {
  const { id: companyId } = n.h.one
  const quick = (shortcode: string, message: string) =>
    n.h.insert(quickMessages, { companyId, shortcode, message, geral: true })
  const texts = [await quick('a', 'Recebemos o seu pedido.'), await quick('b', 'Já vamos responder.')]
  const steps = texts.map(({ id }) => ({ kind: 'message' as const, quickMessageId: id }))
  const go = (run: string, ticketId: number) =>
    runSteps(n.h.running.app, ticketId, steps, { companyId, name: 'Regra', run })

  const apart = await n.conversation(from)
  await go('apart', apart.id)
  expect(sentTo(from)).toEqual(['Recebemos o seu pedido.', 'Já vamos responder.'])

  expect((await join(true)).body).toMatchObject({ joinsTexts: true })
  const other = `${from.slice(0, -1)}9`
  const together = await n.conversation(other)
  const done = { state: 'done', code: null }
  expect(await go('together', together.id)).toEqual([done, done])
  expect(sentTo(other)).toEqual(['Recebemos o seu pedido.\n\nJá vamos responder.'])
  // Killed after the message had left, before any of it was noted.
  await n.h.db.unordered.delete(stepReceipts).where(eq(stepReceipts.run, 'together'))
  expect(await go('together', together.id)).toEqual([done, done])
  expect(sentTo(other)).toHaveLength(1)

  // What was refused as one is not tried again piece by piece.
  const third = `${from.slice(0, -1)}8`
  const refused = await n.conversation(third)
  n.graph.locked = 131026
  const failed = (await go('refused', refused.id)).map(({ state, code }) => [state, code])
  n.graph.locked = null
  expect(new Set(failed.map(String)).size).toBe(1)
  expect(failed[0]?.[0]).toBe('failed')
  const stored = await n.h.rows(messages, and(eq(messages.ticketId, refused.id), eq(messages.fromMe, true)))
  expect(stored.map(({ body }) => body)).toEqual(['Recebemos o seu pedido.\n\nJá vamos responder.'])
})

it('of the chatbot: what an option says and the greeting of the queue it leads to', async () => {
  await join(true)
  const { id: companyId, suporte, vendas } = n.h.one
  await n.h.insert(whatsappQueues, { companyId, whatsappId: n.whatsappId, queueId: suporte })
  await n.h.update(queues, { greetingMessage: 'Aqui é Vendas.' }, eq(queues.id, vendas))
  await n.h.insert(queueOptions, [
    { companyId, queueId: suporte, title: 'Comprar', message: 'Certo!', forwardQueueId: vendas, position: 1 },
    { companyId, queueId: suporte, title: 'Outro', message: 'Diga.', position: 2 },
  ])
  await n.h.insert(whatsappQueues, { companyId, whatsappId: n.whatsappId, queueId: vendas })
  const say = (text: string) => n.tell({ messages: [n.graph.text(from, text)], names: { [from]: 'Lia' } })
  for (const [count, text] of ['Oi', '1', '1'].entries()) {
    await say(text)
    await expect.poll(() => sentTo(from).length).toBe(count + 1)
  }
  expect(sentTo(from).at(2)).toBe('Certo!\n\nAqui é Vendas.')
})

it('of an answer of the AI or an integration', async () => {
  await join(true)
  const { id: companyId } = n.h.one
  const { id: ticketId } = await n.conversation(from)
  await n.h.update(tickets, { status: 'pending', userId: null }, eq(tickets.id, ticketId))
  await n.h.insert(autoReplies, { ticketId, companyId, kind: 'prompt', automationId: 1, askedSeq: 1 })
  const row = await n.h.row(autoReplies, eq(autoReplies.ticketId, ticketId))
  if (!row) throw new Error('no question')
  const replies = [{ body: 'A sua fatura é de 12 de maio.' }, { body: 'Segue o código Pix.' }]
  await conclude(n.h.running.app, row, { replies, over: { reason: 'model', queueId: null }, seq: 1 })
  expect(sentTo(from)).toEqual(['A sua fatura é de 12 de maio.\n\nSegue o código Pix.'])
  const rows = await n.h.rows(messages, eq(messages.ticketId, ticketId), asc(messages.seq))
  expect(rows.map(({ fromMe }) => fromMe)).toEqual([true])
})
