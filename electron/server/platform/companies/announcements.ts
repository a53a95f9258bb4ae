/** Announcements of the platform: every company reads the same active ones (docs/specification.md 1.7 and part 3). */
import type { BodyOut, QueryOut } from '@contract'
import { and, desc, eq, or } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { contains } from '../db/engine/words'
import { readPage } from '../db/page'
import { announcements } from '../db/schema'
import type { UploadedFile } from '../http/handlers'
import { attachPicture, discardAttached } from '../media/attached'

const columns = {
  id: announcements.id,
  title: announcements.title,
  text: announcements.text,
  priority: announcements.priority,
  status: announcements.status,
  mediaPath: announcements.mediaPath,
  mediaName: announcements.mediaName,
  createdAt: announcements.createdAt,
}

type Form = BodyOut<'announcements.create'>

/** A page of those that are shown, the newest first. @param everything those that are switched off as well. */
export async function announcementPage(
  db: Reader,
  { searchParam, pageNumber }: QueryOut<'announcements.list'>,
  everything: boolean,
) {
  const typed = searchParam?.trim()
  const wanted = and(
    everything ? undefined : eq(announcements.status, true),
    typed ? or(contains(announcements.title, typed), contains(announcements.text, typed)) : undefined,
  )
  const rows = db
    .select(columns)
    .from(announcements)
    .where(wanted)
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
  const { page: records, ...rest } = await readPage(pageNumber, rows, db.$count(announcements, wanted))
  return { records, ...rest }
}

/** @throws ApiError ERR_NO_ANNOUNCEMENT_FOUND */
async function rowOf(db: Reader, id: number) {
  const [row] = await db
    .select({ ...columns, companyId: announcements.companyId })
    .from(announcements)
    .where(eq(announcements.id, id))
  if (!row) throw new ApiError('ERR_NO_ANNOUNCEMENT_FOUND')
  return row
}

type Shown = Awaited<ReturnType<typeof announcementPage>>['records'][number]

/** What is switched off is nobody's any more but the platform's. */
function publish(app: Workspace, record: Shown, action: 'create' | 'update'): void {
  if (record.status) app.realtime.toEverybody({ action, record })
  else {
    app.realtime.toEverybody({ action: 'delete', id: record.id })
    app.realtime.toPlatform('announcement', { action, record })
  }
}

/** Changes a row and publishes it. */
const change = (app: Workspace, id: number, values: Partial<typeof announcements.$inferInsert>) =>
  app.db.platform.write(async tx => {
    const [record] = await tx
      .update(announcements)
      .set({ ...values, updatedAt: new Date().toISOString() })
      .where(eq(announcements.id, id))
      .returning(columns)
    if (!record) throw new ApiError('ERR_NO_ANNOUNCEMENT_FOUND')
    publish(app, record, 'update')
    return record
  })

/** @throws ApiError ERR_NO_ANNOUNCEMENT_FOUND */
export async function announcementOf(db: Reader, id: number): Promise<Shown> {
  const { companyId: _company, ...record } = await rowOf(db, id)
  return record
}

export const createAnnouncement = (app: Workspace, me: Me, form: Form): Promise<Shown> =>
  app.db.platform.write(async tx => {
    const [record] = await tx
      .insert(announcements)
      .values({ ...form, companyId: me.companyId })
      .returning(columns)
    if (!record) throw new ApiError('ERR_INTERNAL')
    publish(app, record, 'create')
    return record
  })

/** @throws ApiError ERR_NO_ANNOUNCEMENT_FOUND */
export const updateAnnouncement = (
  app: Workspace,
  id: number,
  form: BodyOut<'announcements.update'>,
): Promise<Shown> => change(app, id, form)

/** Deletes one with its picture. @throws ApiError ERR_NO_ANNOUNCEMENT_FOUND */
export async function removeAnnouncement(app: Workspace, id: number): Promise<null> {
  const row = await rowOf(app.db, id)
  await app.db.platform.write(async tx => {
    await tx.delete(announcements).where(eq(announcements.id, id))
    app.realtime.toEverybody({ action: 'delete', id })
  })
  await discardAttached(app.media, row.companyId, row.mediaPath)
  return null
}

/**
 * Gives one another picture; the one it had goes.
 * @param files the picture is the first of them; null takes it away.
 * @throws ApiError ERR_NO_ANNOUNCEMENT_FOUND, and as `attachPicture`.
 */
export async function setAnnouncementPicture(
  app: Workspace,
  id: number,
  files: readonly UploadedFile[] | null,
): Promise<null> {
  const row = await rowOf(app.db, id)
  const none = { mediaPath: null, mediaName: null }
  await change(app, id, files ? await attachPicture(app.media, row.companyId, files) : none)
  await discardAttached(app.media, row.companyId, row.mediaPath)
  return null
}
