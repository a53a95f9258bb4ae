/** Plan and help calls (docs/specification.md 2.7). */
import { fold, PAGE } from '@contract'
import { eq } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { helps } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { createPlan, offeredPlans, planOf, plansWhere, removePlan, updatePlan } from '../plans/plans'

/** One page of rows that were all read: a platform has a handful of plans and videos. */
function pageOf<T>(rows: readonly T[], pageNumber: number) {
  const from = (pageNumber - 1) * PAGE.records
  const page = rows.slice(from, from + PAGE.records)
  return { page, count: rows.length, hasMore: rows.length > from + page.length }
}

export const planHandlers: HandlersOf<'plans'> = {
  'plans.offered': ({ app }) => offeredPlans(app.db),
  'plans.register': ({ app }) => offeredPlans(app.db),
  'plans.all': ({ app }) => plansWhere(app.db),

  'plans.list': async ({ app, query }) => {
    const wanted = fold(query.searchParam ?? '')
    const rows = (await plansWhere(app.db)).filter(plan => fold(plan.name).includes(wanted))
    const { page, ...rest } = pageOf(rows, query.pageNumber)
    return { plans: page, ...rest }
  },

  'plans.get': ({ app, params }) => planOf(app.db, params.id),

  'plans.create': ({ app, body }) =>
    app.db.platform.write(async tx => {
      const plan = await createPlan(tx, body)
      app.realtime.toPlatform('plan', { action: 'create', plan })
      return plan
    }),

  'plans.update': ({ app, params, body }) =>
    app.db.platform.write(async tx => {
      const plan = await updatePlan(tx, params.id, body)
      app.realtime.toPlatform('plan', { action: 'update', plan })
      // Menus and limits of everybody who works under it follow at once.
      const { companiesCount: _told, ...known } = plan
      app.realtime.toEveryCompany('plan', { action: 'update', plan: known })
      return plan
    }),

  'plans.remove': ({ app, params }) =>
    app.db.platform.write(async tx => {
      await removePlan(tx, params.id)
      app.realtime.toPlatform('plan', { action: 'delete', planId: params.id })
      return null
    }),
}

/** Help videos by title. */
const allHelps = async (db: Reader) => {
  const rows = (await db.select().from(helps)).map(row => ({ row, key: fold(row.title) }))
  return rows
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id))
    .map(({ row }) => row)
}

export const helpHandlers: HandlersOf<'helps'> = {
  'helps.list': async ({ app, query }) => {
    const wanted = fold(query.searchParam ?? '')
    const rows = (await allHelps(app.db)).filter(({ title, description }) =>
      fold(`${title} ${description}`).includes(wanted),
    )
    const { page, ...rest } = pageOf(rows, query.pageNumber)
    return { records: page, ...rest }
  },

  'helps.all': ({ app }) => allHelps(app.db),

  'helps.create': ({ app, body }) =>
    app.db.platform.write(async tx => {
      const [record] = await tx.insert(helps).values(body).returning()
      if (!record) throw new ApiError('ERR_INTERNAL')
      app.realtime.toEveryCompany('help', { action: 'create', record })
      return record
    }),

  'helps.update': ({ app, params, body }) =>
    app.db.platform.write(async tx => {
      const [record] = await tx
        .update(helps)
        .set({ ...body, updatedAt: new Date().toISOString() })
        .where(eq(helps.id, params.id))
        .returning()
      if (!record) throw new ApiError('ERR_NO_HELP_FOUND')
      app.realtime.toEveryCompany('help', { action: 'update', record })
      return record
    }),

  'helps.remove': ({ app, params }) =>
    app.db.platform.write(async tx => {
      const gone = await tx.delete(helps).where(eq(helps.id, params.id)).returning({ id: helps.id })
      if (gone.length === 0) throw new ApiError('ERR_NO_HELP_FOUND')
      app.realtime.toEveryCompany('help', { action: 'delete', id: params.id })
      return null
    }),
}
