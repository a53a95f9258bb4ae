/** Plans: what companies may have and use (specification 2 sections 2, 3 and 7). */
import type { planForm } from '@contract'
import { and, asc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Reader } from '../db/client'
import { noCase, sameNoCase } from '../db/engine/words'
import { companies, plans } from '../db/schema'
import { ApiError } from '../errors'

type Form = z.output<typeof planForm>

const counted = {
  ...getTableColumns(plans),
  companiesCount: sql<number>`(select count(*) from ${companies} where ${companies.planId} = plans.id)`,
}

/** Plans by name with how many companies have each. */
export const plansWhere = (db: Reader, condition?: SQL) =>
  db
    .select(counted)
    .from(plans)
    .where(condition)
    .orderBy(asc(noCase(plans.name)), asc(plans.id))

/** Plans a stranger may choose from; how many others chose one is not his to know. */
export const offeredPlans = (db: Reader) =>
  db.select().from(plans).where(eq(plans.useInternal, false)).orderBy(asc(plans.value), asc(plans.id))

/** @throws ApiError ERR_NO_PLAN_FOUND */
export async function planOf(db: Reader, id: number) {
  const [plan] = await plansWhere(db, eq(plans.id, id))
  if (!plan) throw new ApiError('ERR_NO_PLAN_FOUND')
  return plan
}

/** @throws ApiError ERR_PLAN_NAME_ALREADY_EXISTS */
async function freeName(db: Reader, name: string, exceptId = 0): Promise<void> {
  const taken = await db.$count(plans, and(sameNoCase(plans.name, name), ne(plans.id, exceptId)))
  if (taken > 0) throw new ApiError('ERR_PLAN_NAME_ALREADY_EXISTS', { field: 'name' })
}

/**
 * Adds a plan.
 * @returns its id.
 * @throws ApiError ERR_PLAN_NAME_ALREADY_EXISTS
 */
export const createPlan = (db: Db, form: Form): Promise<number> =>
  db.platform.write(async tx => {
    await freeName(tx, form.name)
    const [row] = await tx.insert(plans).values(form).returning({ id: plans.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    return row.id
  })

/** @throws ApiError ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_ALREADY_EXISTS */
export const updatePlan = (db: Db, id: number, form: Form): Promise<void> =>
  db.platform.write(async tx => {
    await planOf(tx, id)
    await freeName(tx, form.name, id)
    await tx
      .update(plans)
      .set({ ...form, updatedAt: new Date().toISOString() })
      .where(eq(plans.id, id))
  })

/**
 * Deletes a plan.
 * @throws ApiError ERR_NO_PLAN_FOUND; ERR_PLAN_IN_USE with how many companies have it.
 */
export const removePlan = (db: Db, id: number): Promise<void> =>
  db.platform.write(async tx => {
    const { companiesCount } = await planOf(tx, id)
    if (companiesCount > 0) throw new ApiError('ERR_PLAN_IN_USE', { count: companiesCount })
    await tx.delete(plans).where(eq(plans.id, id))
  })
