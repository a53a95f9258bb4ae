/** What messages of the Cloud API cost: the price in Meta's statuses, kept, counted and told. */
import type { CloudCosts, CloudUse } from '@contract'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cloudMessages, whatsapps } from '../../../electron/server/platform/db/schema'
import type { Sent } from '../../support/graph-double'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const told = (...statuses: unknown[]) => n.graph.deliver(n.hook, n.graph.delivery({ statuses }))
const used = async () =>
  (await n.h.call<CloudUse>(n.h.one.admin, 'whatsapps.cloudUse')).body.numbers.find(
    one => one.whatsappId === n.whatsappId,
  )
const costs = async (month?: string) =>
  (await n.h.call<CloudCosts>(n.h.one.admin, 'whatsapps.cloudCosts', { query: month ? { month } : {} })).body
/** One message of Ana's that Meta took. */
async function taken(body: string): Promise<{ id: string; sent: Sent }> {
  const ticket = await n.conversation()
  const answer = (await n.send(ticket.id, body)) as unknown as { body: { message: { id: string } } }
  const { id } = answer.body.message
  const sent = n.graph.taken.find(({ callback }) => callback === id)
  if (!sent) throw new Error('not taken')
  return { id, sent }
}
const keptOf = async (id: string) =>
  (
    await n.h.db
      .select()
      .from(cloudMessages)
      .where(and(eq(cloudMessages.companyId, n.h.one.id), eq(cloudMessages.messageId, id)))
  )[0]
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
  const { rows, users, month } = await costs()
  const row = { whatsappId: n.whatsappId, category: 'service', author: 'agent', userId: n.h.one.ana.id }
  expect(rows.filter(({ billable }) => billable)).toMatchObject([{ ...row, type: 'regular', messages: 1 }])
  expect(rows.filter(({ billable }) => !billable)).toMatchObject([{ ...row, messages: 1 }])
  expect([users.map(({ id }) => id), month]).toEqual([
    [n.h.one.ana.id],
    expect.stringMatching(/^\d{4}-\d\d$/),
  ])
  expect((await costs('2020-01')).rows).toEqual([])
})

it('a rate card is the company’s own, and nobody’s before it is filled in', async () => {
  expect((await costs()).rates).toBeNull()
  const body = { currency: 'BRL', service: 35, utility: null, marketing: 325.5, authentication: null }
  expect((await n.h.call(n.h.one.admin, 'whatsapps.saveCloudRates', { body })).status).toBe(200)
  expect((await costs()).rates).toEqual(body)
  const other = await n.h.call<CloudCosts>(n.h.two.admin, 'whatsapps.cloudCosts')
  expect([other.body.rates, other.body.rows]).toEqual([null, []])
  for (const name of ['whatsapps.cloudUse', 'whatsapps.cloudCosts'] as const)
    expect((await n.h.call(n.h.one.ana, name)).status).toBe(403)
})

it('a missing payment method is told on the connection, until a message is charged again', async () => {
  const reason = async () =>
    (await n.h.db.select().from(whatsapps).where(eq(whatsapps.id, n.whatsappId)))[0]?.statusReason
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
