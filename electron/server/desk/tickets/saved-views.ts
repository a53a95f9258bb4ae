/** Views people save: read, made, changed and sorted, with their numbers of tickets. */
import {
  holds,
  mayChangeView,
  SAVED_VIEW,
  type SavedView,
  type SavedViewForm,
  seesView,
  viewConditions,
} from '@contract'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { savedViewOrders, savedViews, users } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import { announceShared, ownerOf, refuseSharing } from '../../platform/records/shared'
import type { Me, Workspace } from '../../workspace'
import { countOf } from './conditions'

async function readSavedViews(db: Reader, where: SQL | undefined): Promise<SavedView[]> {
  const found = await db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      conditions: savedViews.conditions,
      order: savedViews.order,
      sharedWith: savedViews.sharedWith,
      userId: savedViews.userId,
      userName: users.name,
    })
    .from(savedViews)
    .leftJoin(users, eq(users.id, savedViews.userId))
    .where(where)
    .orderBy(asc(savedViews.id))
  return found.map(row => ({
    ...row,
    sharedWith: row.sharedWith && [...row.sharedWith],
    // An older row lacks newer conditions, which then count as unset.
    conditions: viewConditions.parse(row.conditions),
  }))
}

/** The views a person sees, in order of creation. */
export const keptViews = records({
  table: savedViews,
  read: readSavedViews,
  sees: seesView,
  mayChange: mayChangeView,
  missing: 'ERR_NO_VIEW_FOUND',
  most: { count: SAVED_VIEW.most, code: 'ERR_TOO_MANY_VIEWS', whose: me => eq(savedViews.userId, me.id) },
  async check(tx, me, form: SavedViewForm, before) {
    refuseForeignHolders(me, form, before)
    await refuseSharing(tx, me, form, before)
  },
  columns: ({ name, conditions, order, sharedWith }, me, before) => ({
    ...{ name, conditions, order, sharedWith },
    ...ownerOf(me, { sharedWith }, before),
  }),
  announce: announceShared('savedView'),
})

/** The views a person sees, in their own order; new ones last. */
export async function viewsOf(db: Reader, me: Me): Promise<SavedView[]> {
  const views = await keptViews.rows(db, me)
  const [kept] = await db
    .select({ ids: savedViewOrders.ids })
    .from(savedViewOrders)
    .where(eq(savedViewOrders.userId, me.id))
  const place = new Map(kept?.ids.map((id, at) => [id, at]))
  const placeOf = ({ id }: SavedView): number => place.get(id) ?? place.size
  return views.sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}

export async function countViews(db: Reader, me: Me): Promise<{ id: number; count: number }[]> {
  const now = Date.now()
  const views = await keptViews.rows(db, me)
  return Promise.all(
    views.map(async ({ id, conditions }) => {
      const count = countOf(me, conditions, now)
      const [row] = await db.all<{ n: number }>(sql`select ${count} as n`)
      return { id, count: row?.n ?? 0 }
    }),
  )
}

/** The tickets a view may ask for by user: colleagues' only with the permission for that filter. */
function refuseForeignHolders(me: Me, form: SavedViewForm, before: SavedView | null): void {
  const known = new Set(before?.conditions.holders)
  const others = form.conditions.holders.filter(
    one => typeof one === 'number' && one !== me.id && !known.has(one),
  )
  if (others.length > 0 && !holds(me, 'tickets-manager:userFilter')) throw new ApiError('ERR_NO_PERMISSION')
}

/** Saves somebody's order of views. @param ids unknown ones are ignored: a view may just have been deleted. */
export const arrangeViews = (app: Workspace, me: Me, ids: readonly number[]): Promise<null> =>
  app.db.company(me.companyId).write(async tx => {
    await tx
      .insert(savedViewOrders)
      .values({ userId: me.id, companyId: me.companyId, ids })
      .onConflictDoUpdate({ target: savedViewOrders.userId, set: { ids } })
    app.realtime.toUsers(me.companyId, [me.id], 'savedView', { action: 'changed' })
    return null
  })
