/** The service levels of a company, and the hours they count in. */
import { createHash } from 'node:crypto'
import { SERVICE_LEVEL, type ServiceLevel, type ServiceLevelForm } from '@contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { hoursAndRules } from '../../platform/companies/hours'
import type { Reader, Tx } from '../../platform/db/client'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { serviceLevels, tags } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { refuseUnknownSteps } from '../steps/check'

/** In their order, inactive ones as well. */
export async function levelsOf(db: Reader, companyId: number): Promise<ServiceLevel[]> {
  return await db
    .select({
      id: serviceLevels.id,
      name: serviceLevels.name,
      active: serviceLevels.active,
      position: serviceLevels.position,
      createdAt: serviceLevels.createdAt,
      queueIds: serviceLevels.queueIds,
      anyTagIds: serviceLevels.anyTagIds,
      whatsappIds: serviceLevels.whatsappIds,
      firstMinutes: serviceLevels.firstMinutes,
      nextMinutes: serviceLevels.nextMinutes,
      resolutionMinutes: serviceLevels.resolutionMinutes,
      clock: serviceLevels.clock,
      warnMinutes: serviceLevels.warnMinutes,
      closeSteps: serviceLevels.closeSteps,
      lateSteps: serviceLevels.lateSteps,
    })
    .from(serviceLevels)
    .where(eq(serviceLevels.companyId, companyId))
    .orderBy(asc(serviceLevels.position), asc(serviceLevels.id))
}

/** A text that changes whenever running deadlines may have to be computed anew. */
export async function digestOf(db: Reader, companyId: number): Promise<string> {
  const { rules } = await hoursAndRules(db, companyId)
  // A deleted tag or queue has been taken off its tickets.
  const [tagged] = await db
    .select({ ids: sql<string>`count(*) || '/' || coalesce(max(${tags.id}), 0)` })
    .from(tags)
    .where(eq(tags.companyId, companyId))
  const levelsJson = JSON.stringify([await levelsOf(db, companyId), rules, tagged?.ids])
  return createHash('sha256').update(levelsJson).digest('base64url')
}

const write = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(async tx => {
    const result = await work(tx)
    app.realtime.toCompany(me.companyId, 'serviceLevel', { action: 'changed' })
    return result
  })

async function levelOf(tx: Tx, me: Me, id: number): Promise<ServiceLevel> {
  const level = (await levelsOf(tx, me.companyId)).find(one => one.id === id)
  if (!level) throw new ApiError('ERR_NOT_FOUND')
  return level
}

/** @throws ApiError ERR_NO_QUEUE_FOUND, ERR_NO_TAG_FOUND, ERR_NO_WAPP_FOUND; as refuseUnknownSteps */
async function refuseForeign(
  tx: Tx,
  { companyId }: Me,
  form: ServiceLevelForm,
  before: ServiceLevel | null,
): Promise<void> {
  await refuseUnknownRows(tx, companyId, 'queue', form.queueIds, before?.queueIds)
  await refuseUnknownRows(tx, companyId, 'whatsapp', form.whatsappIds, before?.whatsappIds)
  await refuseUnknownRows(tx, companyId, 'tag', form.anyTagIds, before?.anyTagIds)
  await refuseUnknownSteps(tx, companyId, [...form.closeSteps, ...form.lateSteps], null)
}

/** @throws ApiError ERR_TOO_MANY_SERVICE_LEVELS; as refuseForeign */
export const createLevel = (app: Workspace, me: Me, form: ServiceLevelForm): Promise<ServiceLevel> =>
  write(app, me, async tx => {
    const own = eq(serviceLevels.companyId, me.companyId)
    if ((await tx.$count(serviceLevels, own)) >= SERVICE_LEVEL.most)
      throw new ApiError('ERR_TOO_MANY_SERVICE_LEVELS')
    await refuseForeign(tx, me, form, null)
    const [last] = await tx
      .select({ position: sql<number>`coalesce(max(${serviceLevels.position}), 0)` })
      .from(serviceLevels)
      .where(own)
    const [row] = await tx
      .insert(serviceLevels)
      .values({ ...form, companyId: me.companyId, position: Number(last?.position ?? 0) + 1 })
      .returning({ id: serviceLevels.id })
    return await levelOf(tx, me, row?.id ?? 0)
  })

const rowOf = (me: Me, id: number) => and(eq(serviceLevels.companyId, me.companyId), eq(serviceLevels.id, id))

/** @throws ApiError ERR_NOT_FOUND; as refuseForeign */
export const updateLevel = (
  app: Workspace,
  me: Me,
  id: number,
  form: ServiceLevelForm,
): Promise<ServiceLevel> =>
  write(app, me, async tx => {
    await refuseForeign(tx, me, form, await levelOf(tx, me, id))
    await tx
      .update(serviceLevels)
      .set({ ...form, updatedAt: new Date().toISOString() })
      .where(rowOf(me, id))
    return await levelOf(tx, me, id)
  })

/** Gives the named ones the places 1, 2, 3 ...; the others follow in their old order. */
export const arrangeLevels = (app: Workspace, me: Me, ids: readonly number[]): Promise<void> =>
  write(app, me, async tx => {
    const all = (await levelsOf(tx, me.companyId)).map(level => level.id)
    const order = [...new Set(ids.filter(id => all.includes(id))), ...all.filter(id => !ids.includes(id))]
    for (const [at, id] of order.entries())
      await tx
        .update(serviceLevels)
        .set({ position: at + 1 })
        .where(rowOf(me, id))
  })

/** @throws ApiError ERR_NOT_FOUND */
export const removeLevel = (app: Workspace, me: Me, id: number): Promise<void> =>
  write(app, me, async tx => {
    await levelOf(tx, me, id)
    await tx.delete(serviceLevels).where(rowOf(me, id))
  })
