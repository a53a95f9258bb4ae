/** The month's use of a company's Cloud API numbers: free and charged messages, and its own rates. */
import { type CloudRates, type CloudUse, dayIn } from '@contract'
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../platform/db/client'
import { cloudRates, messageCosts } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'

const { category, type, billable } = messageCosts

/** A total as a number: sums are text on one engine. */
const total = (words: ReturnType<typeof sql>) => sql<number>`coalesce(${words}, 0)`.mapWith(Number)

/**
 * This month by number: delivered service messages, of which some are free, and what Meta charged.
 * @param now milliseconds since the epoch.
 */
export async function usedOf(db: Reader, companyId: number, now: number): Promise<CloudUse['numbers']> {
  // Sums of a month's days: they begin with it.
  const month = dayIn(await timeZoneOf(db, companyId), new Date(now)).slice(0, 7)
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
    .where(
      and(
        eq(messageCosts.companyId, companyId),
        gte(messageCosts.day, `${month}-01`),
        lte(messageCosts.day, `${month}-31`),
      ),
    )
    .groupBy(messageCosts.whatsappId)
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
