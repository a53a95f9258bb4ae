/** Quick messages: the company's, and those people keep for themselves (docs/specification.md 3.2 to 3.7). */
import { type BodyOut, fold, holds, mayChangeQuickMessage, type QueryOut } from '@contract'
import { and, asc, eq, or } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { existingQueues } from '../../platform/db/company-rows'
import { pageOf } from '../../platform/db/page'
import { quickMessages } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { attach, discardAttached } from '../../platform/media/attached'
import type { Me, Workspace } from '../../workspace'

type Form = BodyOut<'quickMessages.create'>

const columns = {
  id: quickMessages.id,
  shortcode: quickMessages.shortcode,
  message: quickMessages.message,
  mediaPath: quickMessages.mediaPath,
  mediaName: quickMessages.mediaName,
  geral: quickMessages.geral,
  userId: quickMessages.userId,
  queueIds: quickMessages.queueIds,
}

/** The company's and one's own: nobody reads what a colleague wrote for himself. */
const usableBy = (me: Me) =>
  and(
    eq(quickMessages.companyId, me.companyId),
    or(eq(quickMessages.geral, true), eq(quickMessages.userId, me.id)),
  )

const inOrder = (db: Reader, me: Me) =>
  db
    .select(columns)
    .from(quickMessages)
    .where(usableBy(me))
    .orderBy(asc(quickMessages.shortcode), asc(quickMessages.id))

type Row = Awaited<ReturnType<typeof inOrder>>[number]

/** A quick message as it travels (docs/specification.md 3.3). */
const viewOf = (row: Row) => ({ ...row, status: row.geral, isMedia: row.mediaPath !== null })

/** @throws ApiError ERR_NO_QUICKMESSAGE_FOUND */
async function usable(db: Reader, me: Me, id: number): Promise<Row> {
  const [row] = await db
    .select(columns)
    .from(quickMessages)
    .where(and(usableBy(me), eq(quickMessages.id, id)))
  if (!row) throw new ApiError('ERR_NO_QUICKMESSAGE_FOUND')
  return row
}

/** @throws ApiError ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION */
async function changeable(db: Reader, me: Me, id: number): Promise<Row> {
  const row = await usable(db, me, id)
  if (!mayChangeQuickMessage(me, row)) throw new ApiError('ERR_NO_PERMISSION')
  return row
}

/** Who is notified of a quick message: everybody of a general one, else only whose it is. */
function publish(app: Workspace, me: Me, row: Row, action: 'create' | 'update' | 'delete'): void {
  const payload = action === 'delete' ? { action, id: row.id } : { action, record: viewOf(row) }
  if (row.geral) app.realtime.toCompany(me.companyId, 'quickmessage', payload)
  else if (row.userId !== null) app.realtime.toUsers(me.companyId, [row.userId], 'quickmessage', payload)
}

const change = (
  app: Workspace,
  me: Me,
  before: Row,
  values: Partial<typeof quickMessages.$inferInsert>,
): Promise<Row> =>
  app.db.company(me.companyId).write(async tx => {
    const [row] = await tx
      .update(quickMessages)
      .set({ ...values, updatedAt: new Date().toISOString() })
      .where(eq(quickMessages.id, before.id))
      .returning(columns)
    if (!row) throw new ApiError('ERR_NO_QUICKMESSAGE_FOUND')
    if (before.geral && !row.geral) publish(app, me, before, 'delete')
    publish(app, me, row, 'update')
    return row
  })

/** Those that somebody may use. */
export const quickMessagesOf = async (db: Reader, me: Me) => (await inOrder(db, me)).map(viewOf)

/** A page of those that contain what was typed. */
export async function quickMessagePage(
  db: Reader,
  me: Me,
  { searchParam = '', pageNumber }: QueryOut<'quickMessages.page'>,
) {
  const wanted = fold(searchParam)
  const found = (await quickMessagesOf(db, me)).filter(
    ({ shortcode, message }) => fold(shortcode).includes(wanted) || fold(message).includes(wanted),
  )
  const { page: records, ...rest } = pageOf(found, pageNumber)
  return { records, ...rest }
}

/** @throws ApiError ERR_NO_QUICKMESSAGE_FOUND */
export const quickMessageOf = async (db: Reader, me: Me, id: number) => viewOf(await usable(db, me, id))

/** @throws ApiError ERR_NO_PERMISSION, ERR_NO_QUEUE_FOUND */
export async function createQuickMessage(
  app: Workspace,
  me: Me,
  { shortcode, message, geral = false, queueIds: named = [] }: Form,
) {
  if (geral && !holds(me, 'quick-messages:setGeneral')) throw new ApiError('ERR_NO_PERMISSION')
  return app.db.company(me.companyId).write(async tx => {
    const queueIds = await existingQueues(tx, me.companyId, named)
    const [row] = await tx
      .insert(quickMessages)
      .values({ companyId: me.companyId, userId: me.id, shortcode, message, geral, queueIds })
      .returning(columns)
    if (!row) throw new ApiError('ERR_INTERNAL')
    publish(app, me, row, 'create')
    return viewOf(row)
  })
}

/** @throws ApiError ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION, ERR_NO_QUEUE_FOUND */
export async function updateQuickMessage(
  app: Workspace,
  me: Me,
  id: number,
  { shortcode, message, ...form }: Form,
) {
  const before = await changeable(app.db, me, id)
  const geral = form.geral ?? before.geral
  if (geral !== before.geral && !holds(me, 'quick-messages:setGeneral'))
    throw new ApiError('ERR_NO_PERMISSION')
  const queueIds = [...new Set(form.queueIds ?? before.queueIds)]
  // A queue that was deleted since stays named until somebody takes it out.
  await existingQueues(
    app.db,
    me.companyId,
    queueIds.filter(id => !before.queueIds.includes(id)),
  )
  const row = await change(app, me, before, {
    queueIds,
    shortcode,
    message,
    geral,
    // Taken back from the company it is whose hand took it back: anybody else's would vanish from this screen.
    ...(before.geral && !geral ? { userId: me.id } : {}),
  })
  return viewOf(row)
}

/** Deletes one with its file. @throws ApiError ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION */
export async function removeQuickMessage(app: Workspace, me: Me, id: number): Promise<null> {
  const row = await changeable(app.db, me, id)
  await app.db.company(me.companyId).write(async tx => {
    await tx.delete(quickMessages).where(eq(quickMessages.id, id))
    publish(app, me, row, 'delete')
  })
  await discardAttached(app.media, me.companyId, row.mediaPath)
  return null
}

/**
 * Gives one another file; the one it had goes.
 * @param files the file is the first of them; null takes it away.
 * @throws ApiError ERR_NO_QUICKMESSAGE_FOUND, ERR_NO_PERMISSION, and as `attach`.
 */
export async function setQuickMessageFile(
  app: Workspace,
  me: Me,
  id: number,
  files: readonly UploadedFile[] | null,
): Promise<null> {
  const before = await changeable(app.db, me, id)
  const file = files && (await attach(app.media, me.companyId, files))
  await change(app, me, before, {
    mediaPath: file?.mediaPath ?? null,
    // Names of attached files carry no spaces (docs/specification.md 3.5).
    mediaName: file?.mediaName.replace(/\s+/g, '_') ?? null,
  })
  await discardAttached(app.media, me.companyId, before.mediaPath)
  return null
}
