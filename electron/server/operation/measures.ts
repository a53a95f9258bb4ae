/** What waits in the database, and how the connections stand: a few counts over small indexes of what is not done yet. */
import { and, count, eq, isNull, ne } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { campaignRecipients, campaigns, inbox, outgoing, webhookDeliveries, whatsapps } from '../db/schema'

/** Queues by the names Prometheus knows them by. */
export const QUEUES = ['outgoing', 'webhooks', 'campaign', 'inbox'] as const
export type Queue = (typeof QUEUES)[number]

/** Length of each queue: messages to the phones, webhook deliveries, recipients of running campaigns, received events. */
export async function queueLengths(db: Reader): Promise<Record<Queue, number>> {
  const [recipients] = await db
    .select({ n: count() })
    .from(campaigns)
    .innerJoin(campaignRecipients, eq(campaignRecipients.campaignId, campaigns.id))
    .where(and(eq(campaigns.status, 'EM_ANDAMENTO'), eq(campaignRecipients.state, 'waiting')))
  const [toPhones, toPrograms, received] = [
    await db.$count(outgoing, ne(outgoing.state, 'settled')),
    await db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting')),
    await db.$count(inbox, isNull(inbox.doneAt)),
  ]
  return {
    outgoing: toPhones,
    webhooks: toPrograms,
    campaign: Number(recipients?.n ?? 0),
    inbox: received,
  }
}

/** How many connections of each provider are in each state. */
export async function channelStates(
  db: Reader,
): Promise<{ provider: string; status: string; count: number }[]> {
  const rows = await db
    .select({ provider: whatsapps.provider, status: whatsapps.status, count: count() })
    .from(whatsapps)
    .groupBy(whatsapps.provider, whatsapps.status)
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}
