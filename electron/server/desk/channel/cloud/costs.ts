/**
 * The cost of messages: each price from Meta's statuses, counted once on delivery, and whether Meta delivers paid
 * messages at all.
 */
import { dayIn } from '@contract'
import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { authorOf } from '../../../authors'
import type { Db, Tx } from '../../../platform/db/client'
import { cloudAccounts, cloudMessages, messageCosts, messages } from '../../../platform/db/schema'
import { timeZoneOf } from '../../../settings'
import type { ChannelSink } from '../channel'
import type { Price } from './pricing'
import { savingsOf } from './savings'

/** Meta's error number for an account without payment. */
export const UNPAID = 131042

interface Told {
  companyId: number
  whatsappId: number
  messageId: string
  price: Price | null
  /** It reached the customer: only then it costs anything. */
  isDelivered: boolean
  /** When it was, by Meta's clock, ISO-8601. */
  at: string
}

/** Adds a message to the sums. @param zone the company's: it counts on the day it was delivered there. */
async function count(
  tx: Tx,
  told: Told,
  priced: Pick<Price, 'category' | 'type' | 'billable'>,
  zone: string,
): Promise<void> {
  const { companyId, whatsappId, messageId } = told
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)))
  const { author, campaignId } = authorOf(row ?? { userId: null, clientId: null })
  const saves = row
    ? await savingsOf(tx, { whatsappId, category: priced.category }, row)
    : { joinable: false, replaceable: false }
  if (saves.joinable || saves.replaceable)
    await tx
      .update(cloudMessages)
      .set(saves)
      .where(and(eq(cloudMessages.companyId, companyId), eq(cloudMessages.messageId, messageId)))
  const [joinable, replaceable] = [Number(saves.joinable), Number(saves.replaceable)]
  await tx
    .insert(messageCosts)
    .values({
      ...{ companyId, whatsappId, ...priced, author, campaignId, messages: 1, joinable, replaceable },
      day: dayIn(zone, new Date(told.at)),
      queueId: row?.queueId ?? 0,
      userId: row?.userId ?? 0,
    })
    .onConflictDoUpdate({
      target: [
        messageCosts.whatsappId,
        messageCosts.day,
        messageCosts.category,
        messageCosts.type,
        messageCosts.billable,
        messageCosts.author,
        messageCosts.queueId,
        messageCosts.userId,
        messageCosts.campaignId,
      ],
      set: {
        messages: sql`${messageCosts.messages} + 1`,
        joinable: sql`${messageCosts.joinable} + ${joinable}`,
        replaceable: sql`${messageCosts.replaceable} + ${replaceable}`,
      },
    })
}

/**
 * Keeps a price with its message, and counts it when the message was delivered; a second delivery of the same changes nothing.
 * @param known what is kept of the message so far.
 */
export async function noteCost(
  db: Db,
  told: Told,
  known: { countedAt: string | null; priceCategory: string | null } | null,
): Promise<void> {
  if (!told.price && !told.isDelivered) return
  const { companyId, messageId, price } = told
  const of = and(eq(cloudMessages.companyId, companyId), eq(cloudMessages.messageId, messageId))
  // Most statuses change nothing: none of them is worth a write.
  if (!known || known.countedAt !== null || (!price && known.priceCategory === null)) return
  const zone = await timeZoneOf(db, companyId)
  await db.company(companyId).write(async tx => {
    if (price)
      await tx
        .update(cloudMessages)
        .set({
          priceCategory: price.category,
          priceType: price.type,
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
 * message. What comes late does not change what is newer.
 * @param isUp a number's state is not changed while it is down. @param at when Meta delivered it, or did not.
 */
export async function notePaid(
  { db, sink }: { db: Db; sink: ChannelSink },
  { whatsappId, isUp }: { whatsappId: number; isUp: boolean },
  isPaid: boolean,
  at: string,
): Promise<void> {
  const { unpaidAt } = cloudAccounts
  const own = eq(cloudAccounts.whatsappId, whatsappId)
  // Meta tells seconds: what was charged in the second of the failure is newer.
  const before = isPaid ? lte(unpaidAt, at) : isNull(unpaidAt)
  if ((await db.$count(cloudAccounts, and(own, before))) === 0) return
  if (!isPaid && (await wasChargedSince(db, whatsappId, at))) return
  const [changed] = await db.unordered
    .update(cloudAccounts)
    // To the second, as Meta's times are: of one second the last that comes holds.
    .set({ unpaidAt: isPaid ? null : `${at.slice(0, 19)}.000Z` })
    .where(and(own, before))
    .returning({ id: cloudAccounts.whatsappId })
  if (!changed || !isUp) return
  await sink.status({ whatsappId, status: 'CONNECTED', qrcode: '', ...(isPaid ? {} : { reason: 'unpaid' }) })
}

/** Whether a message of a number that is charged was delivered since. */
const wasChargedSince = async (db: Db, whatsappId: number, at: string): Promise<boolean> =>
  (await db.$count(
    cloudMessages,
    and(
      eq(cloudMessages.whatsappId, whatsappId),
      eq(cloudMessages.billable, true),
      gt(cloudMessages.countedAt, at),
    ),
  )) > 0
