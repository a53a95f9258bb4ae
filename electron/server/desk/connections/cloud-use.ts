/** The month's use of a company's Cloud API numbers: free and charged messages, and its own rates. */
import { type CloudCosts, type CloudRates, type CloudUse, dayIn } from '@contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../platform/db/client'
import { campaigns, cloudCosts, cloudRates, queues, users } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'

const monthNow = async (db: Reader, companyId: number, now: number): Promise<string> =>
  dayIn(await timeZoneOf(db, companyId), new Date(now)).slice(0, 7)

/** A total as a number: sums are text on one engine. */
const total = (words: ReturnType<typeof sql>) => sql<number>`coalesce(${words}, 0)`.mapWith(Number)

/**
 * This month by number: delivered service messages, of which some are free, and what Meta charged.
 * @param now milliseconds since the epoch.
 */
export async function usedOf(db: Reader, companyId: number, now: number): Promise<CloudUse['numbers']> {
  const month = await monthNow(db, companyId, now)
  const { category, type, billable, messages } = cloudCosts
  return db
    .select({
      whatsappId: cloudCosts.whatsappId,
      // Messages through an advertisement are free by another rule.
      service: total(
        sql`sum(${messages}) filter (where ${category} = 'service' and ${type} <> 'free_entry_point')`,
      ),
      charged: total(sql`sum(${messages}) filter (where ${billable} = 1)`),
    })
    .from(cloudCosts)
    .where(and(eq(cloudCosts.companyId, companyId), eq(cloudCosts.month, month)))
    .groupBy(cloudCosts.whatsappId)
}

async function ratesOf(db: Reader, companyId: number): Promise<CloudRates | null> {
  const [row] = await db.select().from(cloudRates).where(eq(cloudRates.companyId, companyId))
  if (!row) return null
  const { currency, amounts } = row
  const of = (category: string): number | null => amounts[category] ?? null
  return {
    currency,
    service: of('service'),
    utility: of('utility'),
    marketing: of('marketing'),
    authentication: of('authentication'),
  }
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
    .select()
    .from(cloudCosts)
    .where(and(eq(cloudCosts.companyId, companyId), eq(cloudCosts.month, which)))
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
    rows: rows.map(({ companyId: _c, month: _m, ...row }) => row),
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
