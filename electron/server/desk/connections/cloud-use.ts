/** The month's use of a company's Cloud API numbers: free and charged messages, and its own rates. */
import { type CloudCosts, type CloudRates, type CloudUse, dayIn } from '@contract'
import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../platform/db/client'
import { campaigns, cloudRates, messageCosts, queues, users } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import { ratesOf } from '../reports/costs'

const monthNow = async (db: Reader, companyId: number, now: number): Promise<string> =>
  dayIn(await timeZoneOf(db, companyId), new Date(now)).slice(0, 7)

/** Sums of a month's days: they begin with it. */
const inMonth = (companyId: number, month: string) =>
  and(
    eq(messageCosts.companyId, companyId),
    gte(messageCosts.day, `${month}-01`),
    lte(messageCosts.day, `${month}-31`),
  )

const { whatsappId, category, type, billable, author, queueId, userId, campaignId } = messageCosts
/** What a month's messages are told apart by. */
const TOLD_APART = { whatsappId, category, type, billable, author, queueId, userId, campaignId }

/** A total as a number: sums are text on one engine. */
const total = (words: ReturnType<typeof sql>) => sql<number>`coalesce(${words}, 0)`.mapWith(Number)

/**
 * This month by number: delivered service messages, of which some are free, and what Meta charged.
 * @param now milliseconds since the epoch.
 */
export async function usedOf(db: Reader, companyId: number, now: number): Promise<CloudUse['numbers']> {
  const month = await monthNow(db, companyId, now)
  return db
    .select({
      whatsappId: messageCosts.whatsappId,
      // Messages through an advertisement are free by another rule.
      service: total(
        sql`sum(${messageCosts.messages}) filter (where ${category} = 'service' and ${type} <> 'free_entry_point')`,
      ),
      charged: total(sql`sum(${messageCosts.messages}) filter (where ${billable} = 1)`),
    })
    .from(messageCosts)
    .where(inMonth(companyId, month))
    .groupBy(messageCosts.whatsappId)
}

/** A month's counted messages. @param month YYYY-MM; the present one if omitted. */
export async function costsOf(
  db: Reader,
  companyId: number,
  month: string | undefined,
  now: number,
): Promise<CloudCosts> {
  const which = month ?? (await monthNow(db, companyId, now))
  const rows = await db
    .select({
      ...TOLD_APART,
      messages: total(sql`sum(${messageCosts.messages})`),
      joinable: total(sql`sum(${messageCosts.joinable})`),
      replaceable: total(sql`sum(${messageCosts.replaceable})`),
    })
    .from(messageCosts)
    .where(inMonth(companyId, which))
    .groupBy(...Object.values(TOLD_APART))
  const idsOf = (field: 'queueId' | 'userId' | 'campaignId') => [
    ...new Set(rows.map(row => row[field]).filter(id => id > 0)),
  ]
  const [queueRows, userRows, campaignRows] = await Promise.all([
    db
      .select({ id: queues.id, name: queues.name })
      .from(queues)
      .where(and(eq(queues.companyId, companyId), inArray(queues.id, idsOf('queueId')))),
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(eq(users.companyId, companyId), inArray(users.id, idsOf('userId')))),
    db
      .select({ id: campaigns.id, name: campaigns.name })
      .from(campaigns)
      .where(and(eq(campaigns.companyId, companyId), inArray(campaigns.id, idsOf('campaignId')))),
  ])
  return {
    month: which,
    rows,
    rates: await ratesOf(db, companyId),
    queues: queueRows,
    users: userRows,
    campaigns: campaignRows,
  }
}

/** Saves what a company says a message costs. */
export async function saveRates(
  db: Db,
  companyId: number,
  { currency, ...said }: CloudRates,
): Promise<CloudRates> {
  const amounts = Object.fromEntries(
    Object.entries(said).flatMap(([category, amount]): [string, number][] =>
      amount === null ? [] : [[category, amount]],
    ),
  )
  const row = { currency, amounts, updatedAt: new Date().toISOString() }
  await db
    .company(companyId)
    .insert(cloudRates)
    .values({ companyId, ...row })
    .onConflictDoUpdate({ target: cloudRates.companyId, set: row })
  return { currency, ...said }
}
