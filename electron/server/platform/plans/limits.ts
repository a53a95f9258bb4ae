/** The limits of a company's plan. */
import type { PlanFlags } from '@contract'
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../db/client'
import { companies, plans, queues, users, whatsapps } from '../db/schema'

const COUNTED = { users, connections: whatsapps, queues } as const
export type Counted = keyof typeof COUNTED

/**
 * Checks whether one more fits, inside the transaction that adds it. 0 in a plan means no limit.
 * @throws ApiError ERR_PLAN_LIMIT, naming what is limited and the limit.
 */
export async function refuseOverPlan(db: Reader, companyId: number, what: Counted): Promise<void> {
  const [plan] = await db
    .select({ limit: plans[what] })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, companyId))
  if (!plan || plan.limit === 0) return
  const table = COUNTED[what]
  const count = await db.$count(table, eq(table.companyId, companyId))
  if (count >= plan.limit) throw new ApiError('ERR_PLAN_LIMIT', { what, limit: plan.limit })
}

/**
 * Refuses a feature the plan lacks; a company without a plan has none.
 * @throws ApiError ERR_PLAN_LACKS, naming the feature.
 */
export async function refuseWithoutFeature(
  db: Reader,
  companyId: number,
  what: keyof PlanFlags,
): Promise<void> {
  if (!(await hasFeature(db, companyId, what))) throw new ApiError('ERR_PLAN_LACKS', { what })
}

/** Whether the plan of a company has a feature. */
export async function hasFeature(db: Reader, companyId: number, what: keyof PlanFlags): Promise<boolean> {
  const [plan] = await db
    .select({ has: plans[what] })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, companyId))
  return plan?.has === true
}

/** The same as a condition: of one company, or of the company of each row. */
export const hasFeatureOf = (what: keyof PlanFlags, companyId: AnyColumn | number): SQL =>
  sql`${companyId} in (select ${companies.id} from ${companies} join ${plans} on ${eq(plans.id, companies.planId)}
    where ${eq(plans[what], true)})`
