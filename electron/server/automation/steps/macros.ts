/** Macros people keep. What is done with them is done by their windows, with each person's own rights (docs/decisions.md). */
import { MACRO, type Macro, type MacroForm, mayChangeView, mayShareView, seesView } from '@contract'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import { changesBetween, record } from '../../platform/audit/record'
import type { Reader, Tx } from '../../platform/db/client'
import { queueOf } from '../../platform/db/company-rows'
import { noCase } from '../../platform/db/engine/words'
import { macros, users } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { refuseUnknownSteps } from './check'

type Origin = ReturnType<typeof originOf>

/** The macros somebody may use, by name. */
export async function macrosOf(db: Reader, me: Me, which?: SQL): Promise<Macro[]> {
  const found = await db
    .select({
      id: macros.id,
      name: macros.name,
      steps: macros.steps,
      sharedWith: macros.sharedWith,
      userId: macros.userId,
      userName: users.name,
    })
    .from(macros)
    .leftJoin(users, eq(users.id, macros.userId))
    .where(and(eq(macros.companyId, me.companyId), which))
    .orderBy(asc(noCase(macros.name)), asc(macros.id))
  return found
    .map(row => ({ ...row, steps: [...row.steps], sharedWith: row.sharedWith && [...row.sharedWith] }))
    .filter(row => seesView(me, row))
}

/** @throws ApiError ERR_NO_MACRO_FOUND, ERR_NO_PERMISSION where it is not the person's to change. */
async function changeable(tx: Tx, me: Me, id: number): Promise<Macro> {
  const [macro] = await macrosOf(tx, me, eq(macros.id, id))
  if (!macro) throw new ApiError('ERR_NO_MACRO_FOUND')
  if (!mayChangeView(me, macro)) throw new ApiError('ERR_NO_PERMISSION')
  return macro
}

/** Tells who may use it, and logs what others may use. */
async function changed(
  app: Workspace,
  me: Me,
  origin: Origin,
  before: Macro | null,
  after: Macro | null,
): Promise<void> {
  const macro = after ?? before
  if (!macro || ((before?.sharedWith ?? null) === null && (after?.sharedWith ?? null) === null)) return
  const auditedMacro = (one: Macro | null) =>
    one && { name: one.name, steps: one.steps, sharedWith: one.sharedWith }
  await record(app, {
    companyId: me.companyId,
    userId: me.id,
    userName: me.name,
    action: before === null ? 'create' : after === null ? 'remove' : 'update',
    subject: 'macros',
    subjectId: String(macro.id),
    subjectName: macro.name,
    changes: changesBetween(auditedMacro(before), auditedMacro(after)),
    ...origin,
  })
}

/** Announces, with the write, that macros somebody may use have changed. */
function announce(app: Workspace, me: Me, changed: readonly (Macro | null)[]): void {
  const payload = { action: 'changed' } as const
  if (changed.some(macro => macro && macro.sharedWith !== null))
    app.realtime.toCompany(me.companyId, 'macro', payload)
  else app.realtime.toUsers(me.companyId, [me.id], 'macro', payload)
}

/**
 * Adds or changes a macro.
 * @param id null adds one.
 * @throws ApiError ERR_NO_MACRO_FOUND, ERR_NO_PERMISSION, ERR_TOO_MANY_MACROS, ERR_NO_QUEUE_FOUND, and as `refuseUnknownSteps`.
 */
export async function saveMacro(
  app: Workspace,
  me: Me,
  id: number | null,
  { name, steps, sharedWith }: MacroForm,
  origin: Origin,
): Promise<Macro> {
  if (!mayShareView(me, { sharedWith })) throw new ApiError('ERR_NO_PERMISSION')
  const { before, after } = await app.db.company(me.companyId).write(async tx => {
    const before = id === null ? null : await changeable(tx, me, id)
    for (const queueId of sharedWith ?? [])
      if (!before?.sharedWith?.includes(queueId)) await queueOf(tx, me.companyId, queueId)
    await refuseUnknownSteps(tx, me.companyId, steps, sharedWith === null ? me.id : null)
    const values = { name, steps, sharedWith }
    const mine = and(eq(macros.companyId, me.companyId), eq(macros.userId, me.id))
    if (!before && (await tx.$count(macros, mine)) >= MACRO.most) throw new ApiError('ERR_TOO_MANY_MACROS')
    const [row] = before
      ? await tx
          .update(macros)
          // Taken back from the others it is whose hand took it back.
          .set({ ...values, ...(sharedWith === null ? { userId: me.id } : {}) })
          .where(eq(macros.id, before.id))
          .returning({ id: macros.id })
      : await tx
          .insert(macros)
          .values({ ...values, companyId: me.companyId, userId: me.id })
          .returning({ id: macros.id })
    const [after] = await macrosOf(tx, me, eq(macros.id, row?.id ?? 0))
    if (!after) throw new ApiError('ERR_NO_MACRO_FOUND')
    announce(app, me, [before, after])
    return { before, after }
  })
  await changed(app, me, origin, before, after)
  return after
}

/** @throws ApiError ERR_NO_MACRO_FOUND, ERR_NO_PERMISSION */
export async function removeMacro(app: Workspace, me: Me, id: number, origin: Origin): Promise<void> {
  const before = await app.db.company(me.companyId).write(async tx => {
    const macro = await changeable(tx, me, id)
    await tx.delete(macros).where(eq(macros.id, id))
    announce(app, me, [macro])
    return macro
  })
  await changed(app, me, origin, before, null)
}
