/** The tree of a queue's chatbot. */
import { OPTION_DEPTH_MAX, OPTIONS_PER_QUEUE_MAX, type queueOptionForm, ROOT_OPTION } from '@contract'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { queueOf } from '../../platform/db/company-rows'
import { ascending } from '../../platform/db/engine/words'
import { queueOptions, tickets } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { attach, discardAttached } from '../../platform/media/attached'
import type { Workspace } from '../../workspace'

type Form = z.output<typeof queueOptionForm>
type OptionRow = typeof queueOptions.$inferSelect

// Fully qualified: in the inner select a bare "id" would be the child's own.
const childrenCount = sql<number>`(select count(*) from queue_options child where child.parent_id = queue_options.id)`

/** An option as it is sent: `option` is its number among its siblings. */
function viewOf({ row, children }: { row: OptionRow; children: number }) {
  const { position, companyId: _c, ...rest } = row
  return { ...rest, option: String(position), childrenCount: children }
}
type OptionView = ReturnType<typeof viewOf>

/** @throws ApiError ERR_NO_OPTION_FOUND */
async function optionOf(db: Reader, companyId: number, id: number): Promise<OptionRow> {
  const [row] = await db
    .select()
    .from(queueOptions)
    .where(and(eq(queueOptions.id, id), eq(queueOptions.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_OPTION_FOUND')
  return row
}

/**
 * Options of a queue in their order.
 * @param parentId options below this one; ROOT_OPTION: the first ones; undefined: the whole tree.
 * @throws ApiError ERR_NO_QUEUE_FOUND
 */
export async function optionViews(
  db: Reader,
  companyId: number,
  queueId: number,
  parentId?: number,
): Promise<OptionView[]> {
  await queueOf(db, companyId, queueId)
  const below =
    parentId === undefined
      ? undefined
      : parentId === ROOT_OPTION
        ? isNull(queueOptions.parentId)
        : eq(queueOptions.parentId, parentId)
  const rows = await db
    .select({ row: queueOptions, children: childrenCount })
    .from(queueOptions)
    .where(and(eq(queueOptions.queueId, queueId), below))
    .orderBy(ascending(queueOptions.parentId), asc(queueOptions.position), asc(queueOptions.id))
  return rows.map(viewOf)
}

/** One option as it travels. @throws ApiError ERR_NO_OPTION_FOUND */
async function optionView(db: Reader, companyId: number, id: number): Promise<OptionView> {
  const [found] = await db
    .select({ row: queueOptions, children: childrenCount })
    .from(queueOptions)
    .where(and(eq(queueOptions.id, id), eq(queueOptions.companyId, companyId)))
  if (!found) throw new ApiError('ERR_NO_OPTION_FOUND')
  return viewOf(found)
}

const siblings = (db: Reader, queueId: number, parentId: number | null): Promise<OptionRow[]> =>
  db
    .select()
    .from(queueOptions)
    .where(
      and(
        eq(queueOptions.queueId, queueId),
        parentId === null ? isNull(queueOptions.parentId) : eq(queueOptions.parentId, parentId),
      ),
    )
    .orderBy(asc(queueOptions.position), asc(queueOptions.id))

/** A tree has no event of its own: people who look at the queue's chatbot reload it when the queue is announced. */
async function announceTree(app: Workspace, db: Reader, companyId: number, queueId: number): Promise<void> {
  const queue = await queueOf(db, companyId, queueId)
  app.realtime.toCompany(companyId, 'queue', { action: 'update', queue })
}

/** Numbers the siblings 1, 2, 3 ... with `id` at a position (1-based; beyond the end: last). */
async function place(tx: Tx, queueId: number, parentId: number | null, id: number, at: number | null) {
  const others = (await siblings(tx, queueId, parentId)).filter(row => row.id !== id).map(row => row.id)
  const index = at === null ? others.length : Math.min(Math.max(at, 1), others.length + 1) - 1
  others.splice(index, 0, id)
  for (const [i, optionId] of others.entries()) {
    await tx
      .update(queueOptions)
      .set({ position: i + 1 })
      .where(eq(queueOptions.id, optionId))
  }
}

/** @throws ApiError ERR_VALIDATION when the position is below the option itself, in another queue, or too deep. */
async function refuseMisplaced(
  tx: Tx,
  queueId: number,
  parentId: number,
  movedId: number | null,
  height: number,
) {
  let depth = 1
  let current: number | null = parentId
  while (current !== null) {
    const [row]: OptionRow[] = await tx.select().from(queueOptions).where(eq(queueOptions.id, current))
    if (!row || row.queueId !== queueId || row.id === movedId)
      throw new ApiError('ERR_VALIDATION', { field: 'parentId' })
    depth++
    current = row.parentId
  }
  if (depth + height > OPTION_DEPTH_MAX)
    throw new ApiError('ERR_VALIDATION', { field: 'parentId', limit: OPTION_DEPTH_MAX })
}

/** Levels below an option; 0 for one without children. */
async function heightOf(tx: Tx, queueId: number, id: number): Promise<number> {
  const rows = await tx
    .select({ id: queueOptions.id, parentId: queueOptions.parentId })
    .from(queueOptions)
    .where(eq(queueOptions.queueId, queueId))
  const below = (parent: number): number =>
    Math.max(0, ...rows.filter(row => row.parentId === parent).map(row => 1 + below(row.id)))
  return below(id)
}

/** Ending the bot and leading to a queue exclude each other; the last setting wins. */
function ending(
  form: Partial<Form>,
  before: OptionRow | null,
): { exitChatbot: boolean; forwardQueueId: number | null } {
  const exitChatbot = form.exitChatbot ?? before?.exitChatbot ?? false
  const forwardQueueId =
    form.forwardQueueId === undefined ? (before?.forwardQueueId ?? null) : form.forwardQueueId
  if (!exitChatbot || forwardQueueId === null) return { exitChatbot, forwardQueueId }
  if (form.exitChatbot && form.forwardQueueId != null)
    throw new ApiError('ERR_VALIDATION', { field: 'forwardQueueId' })
  return form.forwardQueueId != null
    ? { exitChatbot: false, forwardQueueId }
    : { exitChatbot: true, forwardQueueId: null }
}

/**
 * Adds an option.
 * @throws ApiError ERR_NO_QUEUE_FOUND, ERR_NO_OPTION_FOUND (the parent), ERR_VALIDATION (too many, too deep, both endings)
 */
export const createOption = (app: Workspace, companyId: number, form: Form): Promise<OptionView> =>
  app.db.company(companyId).write(async tx => {
    await queueOf(tx, companyId, form.queueId)
    if (form.forwardQueueId != null) await queueOf(tx, companyId, form.forwardQueueId)
    const count = await tx.$count(queueOptions, eq(queueOptions.queueId, form.queueId))
    if (count >= OPTIONS_PER_QUEUE_MAX)
      throw new ApiError('ERR_VALIDATION', { field: 'queueId', limit: OPTIONS_PER_QUEUE_MAX })
    const parentId = form.parentId ?? null
    if (parentId !== null) {
      await optionOf(tx, companyId, parentId)
      await refuseMisplaced(tx, form.queueId, parentId, null, 0)
    }
    const [row] = await tx
      .insert(queueOptions)
      .values({
        companyId,
        queueId: form.queueId,
        parentId,
        title: form.title,
        message: form.message ?? '',
        ...ending(form, null),
      })
      .returning({ id: queueOptions.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    await place(tx, form.queueId, parentId, row.id, form.option ?? null)
    await announceTree(app, tx, companyId, form.queueId)
    return optionView(tx, companyId, row.id)
  })

/**
 * Changes an option; a new parent or number moves it with its subtree, and old and new siblings are renumbered.
 * @throws as createOption
 */
export const updateOption = (
  app: Workspace,
  companyId: number,
  id: number,
  patch: Partial<Form>,
): Promise<OptionView> =>
  app.db.company(companyId).write(async tx => {
    const before = await optionOf(tx, companyId, id)
    if (patch.forwardQueueId != null) await queueOf(tx, companyId, patch.forwardQueueId)
    const parentId = patch.parentId === undefined ? before.parentId : patch.parentId
    if (parentId !== null && parentId !== before.parentId) {
      await optionOf(tx, companyId, parentId)
      await refuseMisplaced(tx, before.queueId, parentId, id, await heightOf(tx, before.queueId, id))
    }
    await tx
      .update(queueOptions)
      .set({
        parentId,
        ...(patch.title === undefined ? {} : { title: patch.title }),
        ...(patch.message === undefined ? {} : { message: patch.message }),
        ...ending(patch, before),
        updatedAt: new Date().toISOString(),
      })
      .where(eq(queueOptions.id, id))
    if (parentId !== before.parentId) {
      await place(tx, before.queueId, parentId, id, patch.option ?? null)
      const left = await siblings(tx, before.queueId, before.parentId)
      if (left[0]) await place(tx, before.queueId, before.parentId, left[0].id, 1)
    } else if (patch.option !== undefined) await place(tx, before.queueId, parentId, id, patch.option)
    await announceTree(app, tx, companyId, before.queueId)
    return optionView(tx, companyId, id)
  })

/** The files of an option and its subtree. */
async function filesOf(tx: Tx, queueId: number, id: number): Promise<string[]> {
  const rows = await tx.select().from(queueOptions).where(eq(queueOptions.queueId, queueId))
  const below = (one: OptionRow): OptionRow[] => [
    one,
    ...rows.filter(row => row.parentId === one.id).flatMap(below),
  ]
  return rows
    .filter(row => row.id === id)
    .flatMap(below)
    .flatMap(row => row.mediaPath ?? [])
}

/**
 * Deletes an option with its subtree. Customers who are there restart the queue's menu.
 * @throws ApiError ERR_NO_OPTION_FOUND
 */
export async function removeOption(app: Workspace, companyId: number, id: number): Promise<null> {
  const unnamed = await app.db.company(companyId).write(async tx => {
    const gone = await optionOf(tx, companyId, id)
    const files = await filesOf(tx, gone.queueId, id)
    await tx.delete(queueOptions).where(eq(queueOptions.id, id))
    await tx
      .update(tickets)
      .set({ queueOptionId: null })
      .where(
        and(
          eq(tickets.companyId, companyId),
          eq(tickets.queueId, gone.queueId),
          sql`${tickets.queueOptionId} is not null and ${tickets.queueOptionId} not in (select id from queue_options)`,
        ),
      )
    const [first] = await siblings(tx, gone.queueId, gone.parentId)
    if (first) await place(tx, gone.queueId, gone.parentId, first.id, 1)
    await announceTree(app, tx, companyId, gone.queueId)
    return files
  })
  for (const path of unnamed) await discardAttached(app.media, companyId, path)
  return null
}

/**
 * Replaces an option's file.
 * @param files the file is the first of them; null removes it.
 * @throws ApiError ERR_NO_OPTION_FOUND, and as `attach`.
 */
export async function setOptionFile(
  app: Workspace,
  companyId: number,
  id: number,
  files: readonly UploadedFile[] | null,
): Promise<OptionView> {
  const { queueId, mediaPath } = await optionOf(app.db, companyId, id)
  const file = files && (await attach(app.media, companyId, files))
  const view = await app.db.company(companyId).write(async tx => {
    await tx
      .update(queueOptions)
      .set(file ?? { mediaPath: null, mediaName: null })
      .where(eq(queueOptions.id, id))
    await announceTree(app, tx, companyId, queueId)
    return optionView(tx, companyId, id)
  })
  await discardAttached(app.media, companyId, mediaPath)
  return view
}
