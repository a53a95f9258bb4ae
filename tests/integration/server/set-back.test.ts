/** Work that was put off by a clock that was set back since. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dueAgain } from '../../../electron/server/doors/work/set-back'
import {
  autoReplies,
  happenings,
  inbox,
  webhookDeliveries,
  webhooks,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()
const NOW = Date.parse('2041-05-04T12:00:00.000Z')
const inMinutes = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString()

it('is due at once; what waits no longer than its own pause goes on waiting', async () => {
  const { one } = h
  // The job has looked with the clock of this computer, and does not look again.
  await h.tick('clock.set-back')
  const { id: ticketId } = await h.newTicket(one, { status: 'pending' })
  const companyId = one.id
  const hook = { companyId, name: 'Loja', url: 'https://exemplo.com.br', secret: '', active: false }
  const { id: webhookId } = await h.insert(webhooks, hook)
  const told = { companyId, webhookId, event: 'ping' as const, ticketId }
  const event = { companyId, whatsappId: one.whatsappId, provider: 'nobody', chat: '1', payload: '{}' }
  const put = {
    // After the tenth failure a delivery waits for eight hours, before the first for seconds.
    long: await h.insert(webhookDeliveries, { ...told, attempts: 10, nextAt: inMinutes(8 * 60) }),
    short: await h.insert(webhookDeliveries, { ...told, attempts: 0, nextAt: inMinutes(8 * 60) }),
    held: await h.insert(webhookDeliveries, { ...told, nextAt: null }),
    file: await h.insert(inbox, { ...event, key: 'a', attempts: 9, nextAt: inMinutes(55) }),
    words: await h.insert(inbox, { ...event, key: 'b', attempts: 0, nextAt: inMinutes(55) }),
    owed: await h.insert(happenings, {
      ...{ companyId, ticketId, consumer: 'nobody', payload: {} },
      nextAt: '2091-01-01T00:00:00.000Z',
    }),
  }
  await h.insert(autoReplies, {
    ...{ companyId, ticketId, kind: 'prompt', automationId: 1, askedSeq: 1, answeredSeq: 1 },
    nextAt: inMinutes(3 * 60),
  })
  await dueAgain(h.running.app, NOW)
  const delivery = async (id: number) =>
    (await h.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)))[0]?.nextAt
  const came = async (id: number) => (await h.db.select().from(inbox).where(eq(inbox.id, id)))[0]?.nextAt
  expect([await delivery(put.long.id), await delivery(put.short.id), await delivery(put.held.id)]).toEqual([
    inMinutes(8 * 60),
    inMinutes(0),
    null,
  ])
  expect([await came(put.file.id), await came(put.words.id)]).toEqual([inMinutes(55), inMinutes(0)])
  const [owed] = await h.db.select().from(happenings).where(eq(happenings.id, put.owed.id))
  const [answer] = await h.db.select().from(autoReplies).where(eq(autoReplies.ticketId, ticketId))
  expect([owed?.nextAt, answer?.nextAt]).toEqual([inMinutes(0), inMinutes(0)])
})
