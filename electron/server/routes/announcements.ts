/** Announcements of the platform: every company reads the same active ones (docs/specification.md 1.7 and part 3). */
import { PAGE } from '@contract'
import { and, desc, eq, or } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { contains } from '../db/engine/words'
import { announcements } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { attachPicture, discardAttached } from '../media/attached'
import type { Workspace } from '../workspace'

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

async function page(
  app: Workspace,
  query: { searchParam?: string | undefined; pageNumber: number },
  everything: boolean,
) {
  const typed = query.searchParam?.trim()
  const wanted = and(
    everything ? undefined : eq(announcements.status, true),
    typed ? or(contains(announcements.title, typed), contains(announcements.text, typed)) : undefined,
  )
  const count = await app.db.$count(announcements, wanted)
  const from = (query.pageNumber - 1) * PAGE.records
  const records = await app.db
    .select(columns)
    .from(announcements)
    .where(wanted)
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(PAGE.records)
    .offset(from)
  return { records, count, hasMore: count > from + records.length }
}

/** @throws ApiError ERR_NO_ANNOUNCEMENT_FOUND */
async function one(db: Reader, id: number) {
  const [row] = await db
    .select({ ...columns, companyId: announcements.companyId })
    .from(announcements)
    .where(eq(announcements.id, id))
  if (!row) throw new ApiError('ERR_NO_ANNOUNCEMENT_FOUND')
  return row
}

type Shown = Awaited<ReturnType<typeof page>>['records'][number]

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

export const announcementHandlers: HandlersOf<'announcements'> = {
  'announcements.list': ({ app, query }) => page(app, query, false),

  'announcements.everything': ({ app, query }) => page(app, query, true),

  'announcements.get': async ({ app, params }) => {
    const { companyId: _company, ...record } = await one(app.db, params.id)
    return record
  },

  'announcements.create': ({ app, me, body }) =>
    app.db.platform.write(async tx => {
      const [record] = await tx
        .insert(announcements)
        .values({ ...body, companyId: me.companyId })
        .returning(columns)
      if (!record) throw new ApiError('ERR_INTERNAL')
      publish(app, record, 'create')
      return record
    }),

  'announcements.update': ({ app, params, body }) => change(app, params.id, body),

  'announcements.remove': async ({ app, params }) => {
    const row = await one(app.db, params.id)
    await app.db.platform.write(async tx => {
      await tx.delete(announcements).where(eq(announcements.id, row.id))
      app.realtime.toEverybody({ action: 'delete', id: row.id })
    })
    await discardAttached(app.media, row.companyId, row.mediaPath)
    return null
  },

  'announcements.attach': async ({ app, params, files }) => {
    const row = await one(app.db, params.id)
    await change(app, row.id, await attachPicture(app.media, row.companyId, files))
    await discardAttached(app.media, row.companyId, row.mediaPath)
    return null
  },

  'announcements.detach': async ({ app, params }) => {
    const row = await one(app.db, params.id)
    await change(app, row.id, { mediaPath: null, mediaName: null })
    await discardAttached(app.media, row.companyId, row.mediaPath)
    return null
  },
}
