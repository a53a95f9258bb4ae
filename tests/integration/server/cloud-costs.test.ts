/** What messages of the Cloud API cost: the price in Meta's statuses, kept, counted and told. */
import { type CloudUse, type CostReport, dayIn, plusDays } from '@contract'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { savingsOf } from '../../../electron/server/desk/channel/cloud/savings'
import {
  cloudMessages,
  messageCosts,
  messages,
  ticketTrackings,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const told = (...statuses: unknown[]) => n.tell({ statuses })
const used = async () =>
  (await n.h.call<CloudUse>(n.h.one.admin, 'whatsapps.cloudUse')).body.numbers.find(
    one => one.whatsappId === n.whatsappId,
  )
const today = dayIn('America/Sao_Paulo', new Date())
const costs = async (query: object = {}, who = n.h.one.admin) =>
  (
    await n.h.call<CostReport>(who, 'reports.costs', {
      query: { from: plusDays(today, -1), to: plusDays(today, 1), by: 'user', ...query },
    })
  ).body
/** One message of Ana's that Meta took. */
const taken = async (body: string) => n.sent((await n.conversation()).id, body)
const keptOf = (id: string) =>
  n.h.row(cloudMessages, and(eq(cloudMessages.companyId, n.h.one.id), eq(cloudMessages.messageId, id)))
const ackOf = async (id: string) => (await n.row(id))?.ack

it('a message is counted once, when it was delivered, by its number, its writer and its price', async () => {
  expect(await used()).toBeUndefined()
  const first = await taken('grátis')
  await told(n.graph.priced(first.sent, 'sent', 'service', false))
  await soon(async () => expect((await keptOf(first.id))?.priceCategory).toBe('service'))
  // Only what arrived costs.
  expect(await used()).toBeUndefined()
  await told(n.graph.priced(first.sent, 'delivered', 'service', false))
  await soon(async () => expect(await used()).toMatchObject({ service: 1, charged: 0 }))
  // The same again, and what comes after it.
  await told(n.graph.priced(first.sent, 'delivered', 'service', false))
  await told(n.graph.priced(first.sent, 'read', 'service', true))
  await soon(async () => expect(await ackOf(first.id)).toBe(4))
  expect(await keptOf(first.id)).toMatchObject({ priceType: 'free_customer_service', billable: false })
  const second = await taken('cobrada')
  await told(n.graph.priced(second.sent, 'delivered', 'service', true))
  await soon(async () => expect(await used()).toMatchObject({ service: 2, charged: 1 }))
  const third = await taken('sem preço')
  await told(n.graph.status(third.sent, 'delivered'))
  await soon(async () => expect(await ackOf(third.id)).toBe(3))
  expect(await used()).toMatchObject({ service: 2, charged: 1 })
  const figures = { free: 1, charged: 1 }
  for (const [by, key] of [
    ['user', String(n.h.one.ana.id)],
    ['connection', String(n.whatsappId)],
    ['category', 'service'],
    ['author', 'agent'],
  ] as const)
    expect((await costs({ by })).rows).toMatchObject([{ key, figures }])
  expect((await costs({ from: '2020-01-01', to: '2020-01-31' })).rows).toEqual([])
})

it('what one message could have been is counted, by who wrote it, and so are the tickets behind it', async () => {
  const { h, graph } = n
  const ticket = await n.conversation()
  await h.insert(ticketTrackings, {
    ...{ companyId: h.one.id, ticketId: ticket.id, whatsappId: n.whatsappId, userId: h.one.ana.id },
    queuedAt: ticket.createdAt,
  })
  const counted = async (id: string) => (await keptOf(id))?.countedAt
  const lines = [await n.sent(ticket.id, 'Olá'), await n.sent(ticket.id, 'tudo bem?')]
  // The first one was written while another queue had the ticket.
  await h.update(messages, { queueId: h.one.vendas }, eq(messages.id, lines[0]?.id ?? ''))
  for (const { id, sent } of lines) {
    await told(graph.priced(sent, 'delivered', 'service', true))
    await soon(async () => expect(await counted(id)).toEqual(expect.any(String)))
  }
  expect(await Promise.all(lines.map(async ({ id }) => (await keptOf(id))?.joinable))).toEqual([false, true])
  const days = { from: plusDays(today, -1), to: plusDays(today, 1) }
  const { total, rows, numbers } = await costs()
  expect(numbers).toBe(1)
  expect(total.joined.messages).toBe(1)
  expect(rows.find(({ key }) => key === String(h.one.ana.id))).toMatchObject({
    name: h.one.ana.name,
    figures: { joined: { messages: 1 } },
  })
  const behind = async (who: typeof h.one.admin, query: object) =>
    (
      await h.call<{ tickets: { ticketId: number }[] }>(who, 'reports.tickets', {
        query: { ...days, pageNumber: 1, ...query },
      })
    ).body.tickets.map(({ ticketId }) => ticketId)
  const group = { costBy: 'user', costKey: String(h.one.ana.id) }
  expect(await behind(h.one.admin, { cost: 'joined', ...group })).toEqual([ticket.id])
  expect(await behind(h.one.admin, { cost: 'joined', costBy: 'author', costKey: 'assistant' })).toEqual([])
  expect(await behind(h.one.admin, { cost: 'replaced' })).toEqual([])
  // A supervisor has what was written in the own queues.
  const own = await costs({}, h.one.sup)
  expect(own.total.charged).toBe((await costs({ queueIds: `[${h.one.suporte}]` })).total.charged)
  expect(own.total.charged).toBeLessThan(total.charged)
  expect((await h.call(h.one.ana, 'reports.costs', { query: days })).status).toBe(403)
})

it('the tickets behind a figure of a year come once, those of the latest messages first, in pages and in a file', async () => {
  const { h, whatsappId } = n
  const companyId = h.one.id
  const tickets = await Promise.all(
    [0, 1, 2].map(() => h.newTicket(h.one, { whatsappId, queueId: h.one.suporte })),
  )
  const [often, once, early] = tickets.map(({ id }) => id)
  const days = { from: '2025-01-01', to: '2025-12-31' }
  const delivered = async (ticketId: number, day: string, campaignId = 0) => {
    const [messageId, countedAt] = [`${day}-${ticketId}`, `${day}T15:00:00.000Z`]
    const stamps = { createdAt: countedAt, updatedAt: countedAt }
    const clientId = campaignId > 0 ? `campaign:${campaignId}:${messageId}` : null
    await h.insert(messages, { companyId, id: messageId, ticketId, fromMe: true, clientId, ...stamps })
    const price = { priceCategory: 'marketing', priceType: 'regular', billable: true }
    const counted = { companyId, messageId, whatsappId, askedAt: countedAt, countedAt }
    await h.insert(cloudMessages, { ...counted, ...price })
    const author = campaignId > 0 ? 'campaign' : 'automatic'
    const sum = { category: 'marketing', type: 'regular', billable: true, author, messages: 1 } as const
    await h.insert(messageCosts, { companyId, whatsappId, day, campaignId, ...sum })
  }
  for (const { id: ticketId, createdAt } of tickets)
    await h.insert(ticketTrackings, { companyId, ticketId, whatsappId, queuedAt: createdAt })
  await delivered(often ?? 0, '2025-12-30')
  await delivered(often ?? 0, '2025-12-29')
  await delivered(often ?? 0, '2025-02-03', 7)
  await delivered(once ?? 0, '2025-12-20')
  await delivered(early ?? 0, '2025-01-01')
  const behind = async (query: object) => {
    const { body } = await h.call<{ tickets: { ticketId: number }[]; count: number }>(
      h.one.admin,
      'reports.tickets',
      { query: { ...days, pageNumber: 1, cost: 'charged', ...query } },
    )
    return [body.count, ...body.tickets.map(({ ticketId }) => ticketId)]
  }
  expect(await behind({})).toEqual([3, often, once, early])
  expect(await behind({ to: '2025-12-28' })).toEqual([3, once, often, early])
  expect(await behind({ costBy: 'campaign', costKey: '7' })).toEqual([1, often])
  for (const costKey of ['8', 'x', '1.5']) expect(await behind({ costBy: 'campaign', costKey })).toEqual([0])
  const { body } = await h.call<string>(h.one.admin, 'reports.export', {
    query: { ...days, cost: 'charged', tables: '["tickets"]', as: 'csv', language: 'en' },
  })
  const [, ...lines] = String(body).trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
})

it('a template is one that need not be while the customer wrote to the number within a day', async () => {
  const { h, whatsappId } = n
  const { id: ticketId, contactId } = await n.conversation()
  const own = { companyId: h.one.id, ticketId, read: true }
  const at = (hour: number): string =>
    `2026-03-0${hour < 24 ? 2 : 3}T${String(hour % 24).padStart(2, '0')}:00:00.000Z`
  const write = async (id: string, hour: number, more: object) => {
    await h.insert(messages, { ...own, id, ...more, createdAt: at(hour), updatedAt: at(hour) })
    return (await n.row(id)) as NonNullable<Awaited<ReturnType<typeof n.row>>>
  }
  const template = { name: 'lembrete', language: 'pt_BR', parts: [] } as never
  const before = await write('template-before', 8, { fromMe: true, template })
  await write('customer', 10, { contactId, fromMe: false, mediaType: 'extendedTextMessage' })
  // Said on the phone before, and taken in after it.
  await write('customer-earlier', 8, { contactId, fromMe: false, mediaType: 'extendedTextMessage' })
  const within = await write('template-within', 33, { fromMe: true, template })
  const after = await write('template-after', 35, { fromMe: true, template })
  const isReplaceable = async (row: typeof before, category = 'utility', number = whatsappId) =>
    (await savingsOf(h.db, { whatsappId: number, category }, row)).replaceable
  expect(await Promise.all([before, within, after].map(row => isReplaceable(row)))).toEqual([
    false,
    true,
    false,
  ])
  // A code to sign in with is none that a person may write, and every number has a window of its own.
  expect(await isReplaceable(within, 'authentication')).toBe(false)
  expect(await isReplaceable(within, 'utility', whatsappId + 1)).toBe(false)
})

it('a rate card is the company’s own, and nobody’s before it is filled in', async () => {
  expect((await costs()).rates).toBeNull()
  const body = { currency: 'BRL', service: 35, utility: null, marketing: 325.5, authentication: null }
  expect((await n.h.call(n.h.one.admin, 'whatsapps.saveCloudRates', { body })).status).toBe(200)
  expect((await costs()).rates).toEqual(body)
  const other = await costs({}, n.h.two.admin)
  expect([other.rates, other.rows]).toEqual([null, []])
  expect((await n.h.call(n.h.one.ana, 'whatsapps.cloudUse')).status).toBe(403)
})

it('a missing payment method is told on the connection, until a message is charged again', async () => {
  const reason = async () => (await n.h.row(whatsapps, eq(whatsapps.id, n.whatsappId)))?.statusReason
  const refused = await taken('não entregue')
  await told(n.graph.status(refused.sent, 'failed', 131042))
  await soon(async () => expect((await n.row(refused.id))?.failure).toBe('ERR_WAPP_PAYMENT'))
  await soon(async () => expect(await reason()).toBe('unpaid'))
  expect(await n.status()).toBe('CONNECTED')
  // A start of the server forgets nothing.
  await n.h.running.app.channel.connect(n.whatsappId)
  await soon(async () => expect([await n.status(), await reason()]).toEqual(['CONNECTED', 'unpaid']))
  const free = await taken('grátis ainda')
  await told(n.graph.priced(free.sent, 'delivered', 'service', false))
  await soon(async () => expect(await ackOf(free.id)).toBe(3))
  expect(await reason()).toBe('unpaid')
  const paid = await taken('paga')
  await told(n.graph.priced(paid.sent, 'delivered', 'service', true))
  await soon(async () => expect(await reason()).toBe(''))
})
