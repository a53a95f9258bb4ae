/** Views people keep: read, made, changed and put into an order; how many tickets are in them. */
import {
  holds,
  mayChangeView,
  mayShareView,
  SAVED_VIEW,
  type SavedView,
  type SavedViewForm,
  seesView,
  type ViewConditions,
  viewConditions,
} from '@contract'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import { changesBetween, record } from '../../platform/audit/record'
import type { Reader, Tx } from '../../platform/db/client'
import { queueOf } from '../../platform/db/company-rows'
import { savedViewOrders, savedViews, tickets, users } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { countedTickets } from './counts'
import { carriesAny, countedView, viewFilter } from './view-filter'

type Origin = ReturnType<typeof originOf>

async function rows(db: Reader, me: Me, which?: SQL): Promise<SavedView[]> {
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
    .where(and(eq(savedViews.companyId, me.companyId), which))
    .orderBy(asc(savedViews.id))
  return found
    .map(row => ({
      ...row,
      sharedWith: row.sharedWith && [...row.sharedWith],
      // One that was kept before a condition was known has it as good as not set.
      conditions: viewConditions.parse(row.conditions),
    }))
    .filter(row => seesView(me, row))
}

/** The views somebody sees, in that person's order; new ones last. */
export async function viewsOf(db: Reader, me: Me): Promise<SavedView[]> {
  const views = await rows(db, me)
  const [kept] = await db
    .select({ ids: savedViewOrders.ids })
    .from(savedViewOrders)
    .where(eq(savedViewOrders.userId, me.id))
  const place = new Map(kept?.ids.map((id, at) => [id, at]))
  const placeOf = ({ id }: SavedView): number => place.get(id) ?? place.size
  return views.sort((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
}

/** @throws ApiError ERR_NO_VIEW_FOUND where there is none, or none that the person sees. */
export async function viewFor(db: Reader, me: Me, id: number): Promise<SavedView> {
  const [view] = await rows(db, me, eq(savedViews.id, id))
  if (!view) throw new ApiError('ERR_NO_VIEW_FOUND')
  return view
}

/** How many tickets of a view somebody sees. @param now epoch milliseconds. */
export async function countView(
  db: Reader,
  me: Me,
  conditions: ViewConditions,
  now: number,
): Promise<number> {
  if (conditions.notTagIds.length > 0) {
    // Those that carry one are found by the tag; each of the others would be looked at.
    const rest = { ...conditions, notTagIds: [] }
    const carried = and(viewFilter(me, rest, now), carriesAny(conditions.notTagIds))
    return (await countView(db, me, rest, now)) - (await db.$count(tickets, carried))
  }
  const count = (sleep: 'asleep' | 'either') => db.$count(tickets, viewFilter(me, conditions, now, sleep))
  if (conditions.snoozed) return count('asleep')
  // Those that sleep are few, and an index has them; whether one does, the other indexes do not know.
  const counted = countedView(me, conditions)
  return (counted ? await countedTickets(db, counted) : await count('either')) - (await count('asleep'))
}

export async function countViews(db: Reader, me: Me): Promise<{ id: number; count: number }[]> {
  const now = Date.now()
  const views = await rows(db, me)
  return Promise.all(
    views.map(async ({ id, conditions }) => ({ id, count: await countView(db, me, conditions, now) })),
  )
}

/** Whose tickets a view may ask for by name: colleagues' only who may filter by them elsewhere. */
function refuseForeign(me: Me, form: SavedViewForm, before: SavedView | null): void {
  if (!mayShareView(me, form)) throw new ApiError('ERR_NO_PERMISSION')
  const known = new Set(before?.conditions.holders)
  const others = form.conditions.holders.filter(
    one => typeof one === 'number' && one !== me.id && !known.has(one),
  )
  if (others.length > 0 && !holds(me, 'tickets-manager:userFilter')) throw new ApiError('ERR_NO_PERMISSION')
}

/** Queues a view is shown to from now on have to be there. @throws ApiError ERR_NO_QUEUE_FOUND */
async function refuseUnknown(tx: Tx, me: Me, form: SavedViewForm, before: SavedView | null): Promise<void> {
  const known = new Set(before?.sharedWith)
  for (const id of form.sharedWith ?? []) if (!known.has(id)) await queueOf(tx, me.companyId, id)
}

/** Tells who sees it, and logs what others see. */
async function changed(
  app: Workspace,
  me: Me,
  origin: Origin,
  before: SavedView | null,
  after: SavedView | null,
): Promise<void> {
  const view = after ?? before
  if (!view || ((before?.sharedWith ?? null) === null && (after?.sharedWith ?? null) === null)) return
  const auditedView = (one: SavedView | null) =>
    one && { name: one.name, ...one.conditions, order: one.order, sharedWith: one.sharedWith }
  await record(app, {
    companyId: me.companyId,
    userId: me.id,
    userName: me.name,
    action: before === null ? 'create' : after === null ? 'remove' : 'update',
    subject: 'savedViews',
    subjectId: String(view.id),
    subjectName: view.name,
    changes: changesBetween(auditedView(before), auditedView(after)),
    ...origin,
  })
}

/** Announces, with the write, that views somebody sees have changed. */
function announce(app: Workspace, me: Me, views: readonly (SavedView | null)[]): void {
  const payload = { action: 'changed' } as const
  const seen = views.filter(view => view !== null)
  if (seen.some(view => view.sharedWith !== null)) app.realtime.toCompany(me.companyId, 'savedView', payload)
  else app.realtime.toUsers(me.companyId, [me.id], 'savedView', payload)
}

const columnsOf = ({ name, conditions, order, sharedWith }: SavedViewForm) => ({
  name,
  conditions,
  order,
  sharedWith,
})

const write = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(work)

/** @throws ApiError ERR_NO_PERMISSION, ERR_NO_QUEUE_FOUND, ERR_TOO_MANY_VIEWS */
export async function createView(app: Workspace, me: Me, form: SavedViewForm, origin: Origin) {
  refuseForeign(me, form, null)
  const view = await write(app, me, async tx => {
    await refuseUnknown(tx, me, form, null)
    const mine = and(eq(savedViews.companyId, me.companyId), eq(savedViews.userId, me.id))
    if ((await tx.$count(savedViews, mine)) >= SAVED_VIEW.most) throw new ApiError('ERR_TOO_MANY_VIEWS')
    const [row] = await tx
      .insert(savedViews)
      .values({ ...columnsOf(form), companyId: me.companyId, userId: me.id })
      .returning({ id: savedViews.id })
    const made = await viewFor(tx, me, row?.id ?? 0)
    announce(app, me, [made])
    return made
  })
  await changed(app, me, origin, null, view)
  return view
}

async function changeable(tx: Tx, me: Me, id: number): Promise<SavedView> {
  const view = await viewFor(tx, me, id)
  if (!mayChangeView(me, view)) throw new ApiError('ERR_NO_PERMISSION')
  return view
}

/** @throws ApiError ERR_NO_VIEW_FOUND, ERR_NO_PERMISSION, ERR_NO_QUEUE_FOUND */
export async function updateView(app: Workspace, me: Me, id: number, form: SavedViewForm, origin: Origin) {
  const { before, after } = await write(app, me, async tx => {
    const before = await changeable(tx, me, id)
    refuseForeign(me, form, before)
    await refuseUnknown(tx, me, form, before)
    // Taken back from the others it is whose hand took it back: anybody else's would vanish from this screen.
    const owner = form.sharedWith === null ? { userId: me.id } : {}
    await tx
      .update(savedViews)
      .set({ ...columnsOf(form), ...owner })
      .where(eq(savedViews.id, id))
    const after = await viewFor(tx, me, id)
    announce(app, me, [before, after])
    return { before, after }
  })
  await changed(app, me, origin, before, after)
  return after
}

/** @throws ApiError ERR_NO_VIEW_FOUND, ERR_NO_PERMISSION */
export async function removeView(app: Workspace, me: Me, id: number, origin: Origin): Promise<void> {
  const before = await write(app, me, async tx => {
    const view = await changeable(tx, me, id)
    await tx.delete(savedViews).where(eq(savedViews.id, id))
    announce(app, me, [view])
    return view
  })
  await changed(app, me, origin, before, null)
}

/** Keeps somebody's order of the views. @param ids unknown ones are no harm: a view may just have gone. */
export const arrangeViews = (app: Workspace, me: Me, ids: readonly number[]): Promise<void> =>
  write(app, me, async tx => {
    await tx
      .insert(savedViewOrders)
      .values({ userId: me.id, companyId: me.companyId, ids })
      .onConflictDoUpdate({ target: savedViewOrders.userId, set: { ids } })
    announce(app, me, [])
  })
