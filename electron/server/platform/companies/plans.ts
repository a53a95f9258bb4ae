/** Plans: what companies may have and use. */
import type { planForm } from '@contract'
import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader } from '../db/client'
import { noCase, sameNoCase } from '../db/engine/words'
import { companies, plans } from '../db/schema'
import { platformRecords } from '../records/records'

const counted = {
  ...getTableColumns(plans),
  companiesCount: sql<number>`(select count(*) from ${companies} where ${companies.planId} = plans.id)`,
}

/** Plans offered at sign-up; how many companies have each is not shown. */
export const offeredPlans = (db: Reader) =>
  db.select().from(plans).where(eq(plans.useInternal, false)).orderBy(asc(plans.value), asc(plans.id))

/** @throws ApiError ERR_PLAN_NAME_ALREADY_EXISTS */
async function freeName(db: Reader, name: string, exceptId = 0): Promise<void> {
  const taken = await db.$count(plans, and(sameNoCase(plans.name, name), ne(plans.id, exceptId)))
  if (taken > 0) throw new ApiError('ERR_PLAN_NAME_ALREADY_EXISTS', { field: 'name' })
}

/** Plans by name with how many companies have each. */
export const keptPlans = platformRecords({
  table: plans,
  read: (db, where) =>
    db
      .select(counted)
      .from(plans)
      .where(where)
      .orderBy(asc(noCase(plans.name)), asc(plans.id)),
  search: ({ name }) => name,
  listed: 'plans',
  missing: 'ERR_NO_PLAN_FOUND',
  check: (tx, _me, { name }: z.output<typeof planForm>, before) => freeName(tx, name, before?.id),
  columns: form => form,
  async leaving(_tx, _me, { companiesCount }) {
    if (companiesCount > 0) throw new ApiError('ERR_PLAN_IN_USE', { count: companiesCount })
  },
  announce(app, _me, { before, after: plan }) {
    if (!plan) return app.realtime.toPlatform('plan', { action: 'delete', planId: before.id })
    app.realtime.toPlatform('plan', { action: before ? 'update' : 'create', plan })
    // Menus and limits of everybody on the plan change at once.
    const { companiesCount: _told, ...known } = plan
    if (before) app.realtime.toEveryCompany('plan', { action: 'update', plan: known })
  },
})
