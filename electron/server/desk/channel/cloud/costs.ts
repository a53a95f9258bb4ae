/**
 * The cost of messages: each price from Meta's statuses, counted once on delivery, and whether Meta delivers paid
 * messages at all.
 */
import { dayIn } from '@contract'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/client'
import {
  type COST_AUTHORS,
  cloudAccounts,
  cloudCosts,
  cloudMessages,
  messages,
} from '../../../platform/db/schema'
import { timeZoneOf } from '../../../settings'
import type { ChannelSink } from '../channel'
import type { Price } from './pricing'

/** Meta's error number for an account without payment. */
export const UNPAID = 131042

type Author = (typeof COST_AUTHORS)[number]

/** The kind of author of a stored message, from its ids (campaigns/compose.ts, outgoing/jobs.ts). */
export function authorOf(row: { userId: number | null; clientId: string | null }): {
  author: Author
  campaignId: number
} {
  const [, campaign] = /^campaign:(\d+):/.exec(row.clientId ?? '') ?? []
  if (campaign !== undefined) return { author: 'campaign', campaignId: Number(campaign) }
  if (row.userId !== null) return { author: 'agent', campaignId: 0 }
  return { author: row.clientId?.startsWith('assist:') ? 'assistant' : 'automatic', campaignId: 0 }
}

interface Told {
  companyId: number
  whatsappId: number
  messageId: string
  price: Price | null
  /** It reached the customer: only then it costs anything. */
  isDelivered: boolean
  /** When Meta reported it, ISO-8601. */
  at: string
}

async function count(
  tx: Tx,
  told: Told,
  priced: Pick<Price, 'category' | 'type' | 'billable'>,
  zone: string,
) {
  const { companyId, whatsappId, messageId } = told
  const [row] = await tx
    .select({ userId: messages.userId, queueId: messages.queueId, clientId: messages.clientId })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)))
  const { author, campaignId } = authorOf(row ?? { userId: null, clientId: null })
  await tx
    .insert(cloudCosts)
    .values({
      ...{ companyId, whatsappId, ...priced, author, campaignId, messages: 1 },
      month: dayIn(zone, new Date(told.at)).slice(0, 7),
      queueId: row?.queueId ?? 0,
      userId: row?.userId ?? 0,
    })
    .onConflictDoUpdate({
      target: [
        cloudCosts.whatsappId,
        cloudCosts.month,
        cloudCosts.category,
        cloudCosts.type,
        cloudCosts.billable,
        cloudCosts.author,
        cloudCosts.queueId,
        cloudCosts.userId,
        cloudCosts.campaignId,
      ],
      set: { messages: sql`${cloudCosts.messages} + 1` },
    })
}

/** Stores the price of a message, and counts it when the message was delivered; a repeated status changes nothing. */
export async function noteCost(db: Db, told: Told): Promise<void> {
  if (!told.price && !told.isDelivered) return
  const { companyId, messageId, price } = told
  const of = and(eq(cloudMessages.companyId, companyId), eq(cloudMessages.messageId, messageId))
  const [known] = await db
    .select({ countedAt: cloudMessages.countedAt, category: cloudMessages.priceCategory })
    .from(cloudMessages)
    .where(of)
  // Most statuses change nothing and need no write.
  if (!known || known.countedAt !== null || (!price && known.category === null)) return
  const zone = await timeZoneOf(db, companyId)
  await db.company(companyId).write(async tx => {
    if (price)
      await tx
        .update(cloudMessages)
        .set({
          priceCategory: price.category,
          priceType: price.type,
          priceModel: price.model,
          billable: price.billable,
        })
        // What was counted is not recounted.
        .where(and(of, isNull(cloudMessages.countedAt)))
    if (!told.isDelivered) return
    const [row] = await tx
      .update(cloudMessages)
      .set({ countedAt: told.at })
      .where(and(of, isNull(cloudMessages.countedAt), isNotNull(cloudMessages.priceCategory)))
      .returning()
    if (!row || row.priceCategory === null) return
    const { priceCategory: category, priceType: type, billable } = row
    await count(tx, told, { category, type: type ?? '', billable: billable ?? false }, zone)
  })
}

/**
 * Stores that Meta stops or resumes paid deliveries, and tells the people who manage connections once, not with each
 * message.
 * @param isUp a number's state is not changed while it is down.
 */
export async function notePaid(
  { db, sink }: { db: Db; sink: ChannelSink },
  { whatsappId, isUp }: { whatsappId: number; isUp: boolean },
  isPaid: boolean,
): Promise<void> {
  const own = eq(cloudAccounts.whatsappId, whatsappId)
  const before = isPaid ? isNotNull(cloudAccounts.unpaidAt) : isNull(cloudAccounts.unpaidAt)
  if ((await db.$count(cloudAccounts, and(own, before))) === 0) return
  const [changed] = await db.unordered
    .update(cloudAccounts)
    .set({ unpaidAt: isPaid ? null : new Date().toISOString() })
    .where(and(own, before))
    .returning({ id: cloudAccounts.whatsappId })
  if (!changed || !isUp) return
  await sink.status({ whatsappId, status: 'CONNECTED', qrcode: '', ...(isPaid ? {} : { reason: 'unpaid' }) })
}
