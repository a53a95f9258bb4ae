/** Plans: what companies may have and use (docs/specification.md 2.2, 2.3 and 2.7). */
import { fold, type planForm, type QueryOut } from '@contract'
import { and, asc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { noCase, sameNoCase } from '../db/engine/words'
import { pageOf } from '../db/page'
import { companies, plans } from '../db/schema'

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

/** A page of the plans whose name contains what was typed. */
export async function planPage(db: Reader, { searchParam = '', pageNumber }: QueryOut<'plans.list'>) {
  const wanted = fold(searchParam)
  const rows = (await plansWhere(db)).filter(plan => fold(plan.name).includes(wanted))
  const { page, ...rest } = pageOf(rows, pageNumber)
  return { plans: page, ...rest }
}

/** Adds a plan. @throws ApiError ERR_PLAN_NAME_ALREADY_EXISTS */
export const createPlan = (app: Workspace, form: Form) =>
  app.db.platform.write(async tx => {
    await freeName(tx, form.name)
    const [row] = await tx.insert(plans).values(form).returning()
    if (!row) throw new ApiError('ERR_INTERNAL')
    const plan = { ...row, companiesCount: 0 }
    app.realtime.toPlatform('plan', { action: 'create', plan })
    return plan
  })

/** Changes a plan. @throws ApiError ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_ALREADY_EXISTS */
export const updatePlan = (app: Workspace, id: number, form: Form) =>
  app.db.platform.write(async tx => {
    await freeName(tx, form.name, id)
    await tx
      .update(plans)
      .set({ ...form, updatedAt: new Date().toISOString() })
      .where(eq(plans.id, id))
    const plan = await planOf(tx, id)
    app.realtime.toPlatform('plan', { action: 'update', plan })
    // Menus and limits of everybody who works under it follow at once.
    const { companiesCount: _told, ...known } = plan
    app.realtime.toEveryCompany('plan', { action: 'update', plan: known })
    return plan
  })

/**
 * Deletes a plan.
 * @throws ApiError ERR_NO_PLAN_FOUND; ERR_PLAN_IN_USE with how many companies have it.
 */
export const removePlan = (app: Workspace, id: number): Promise<null> =>
  app.db.platform.write(async tx => {
    const { companiesCount } = await planOf(tx, id)
    if (companiesCount > 0) throw new ApiError('ERR_PLAN_IN_USE', { count: companiesCount })
    await tx.delete(plans).where(eq(plans.id, id))
    app.realtime.toPlatform('plan', { action: 'delete', planId: id })
    return null
  })
