/** Announcements of the platform: every company reads the same active ones. */
import type { BodyOut, QueryOut } from '@contract'
import { and, desc, eq, or } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { contains } from '../db/engine/words'
import { readPage } from '../db/page'
import { announcements } from '../db/schema'
import { attachPicture } from '../media/attached'
import { platformRecords } from '../records/records'

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

/** A page of shown announcements, newest first. @param everything includes those that are switched off. */
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

type Shown = Awaited<ReturnType<typeof announcementPage>>['records'][number]

/** Announcements as the platform keeps them, inactive ones too, the newest first. */
export const keptAnnouncements = platformRecords({
  table: announcements,
  read: (db, where) =>
    db
      .select({ ...columns, companyId: announcements.companyId })
      .from(announcements)
      .where(where)
      .orderBy(desc(announcements.createdAt), desc(announcements.id)),
  show: ({ companyId: _company, ...record }): Shown => record,
  missing: 'ERR_NO_ANNOUNCEMENT_FOUND',
  columns: (form: BodyOut<'announcements.update'>, me, before) => ({
    ...form,
    companyId: before?.companyId ?? me.companyId,
  }),
  /** An announcement that is switched off is visible to the platform only. */
  announce(app, _me, { before, after }) {
    if (!after?.status) app.realtime.toEverybody({ action: 'delete', id: (after ?? before).id })
    if (!after) return
    const { companyId: _company, ...record } = after
    const payload = { action: before ? ('update' as const) : ('create' as const), record }
    if (record.status) app.realtime.toEverybody(payload)
    else app.realtime.toPlatform('announcement', payload)
  },
  file: { take: attachPicture, of: ({ mediaPath }) => mediaPath, folder: ({ companyId }) => companyId },
})
