/** Calls on the options of a queue's chatbot, and holidays (docs/specification.md 2.2 and 2.7). */
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { queueOf } from '../db/company-rows'
import { holidays, queueOptions } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { attach, discardAttached } from '../media/attached'
import {
  createOption,
  type OptionRow,
  type OptionView,
  optionOf,
  optionView,
  optionViews,
  removeOption,
  updateOption,
} from '../queues/options'
import type { Workspace } from '../workspace'

/** A tree has no event of its own: whoever looks at the queue's chatbot asks for it anew when the queue is announced. */
async function announceTree(app: Workspace, db: Reader, companyId: number, queueId: number): Promise<void> {
  const queue = await queueOf(db, companyId, queueId)
  app.realtime.toCompany(companyId, 'queue', { action: 'update', queue })
}

/** Gives an option another file, or none. */
async function setMedia(
  app: Workspace,
  { companyId, id, queueId, mediaPath }: OptionRow,
  media: Pick<OptionRow, 'mediaPath' | 'mediaName'>,
): Promise<OptionView> {
  const view = await app.db.company(companyId).write(async tx => {
    await tx.update(queueOptions).set(media).where(eq(queueOptions.id, id))
    await announceTree(app, tx, companyId, queueId)
    return optionView(tx, companyId, id)
  })
  await discardAttached(app.media, companyId, mediaPath)
  return view
}

export const queueOptionHandlers: HandlersOf<'queueOptions'> = {
  'queueOptions.list': async ({ app, me, query }) => {
    await queueOf(app.db, me.companyId, query.queueId)
    return optionViews(app.db, query.queueId, query.parentId)
  },

  'queueOptions.create': ({ app, me, body }) =>
    app.db.company(me.companyId).write(async tx => {
      const id = await createOption(tx, me.companyId, body)
      await announceTree(app, tx, me.companyId, body.queueId)
      return optionView(tx, me.companyId, id)
    }),

  'queueOptions.update': ({ app, me, params, body }) =>
    app.db.company(me.companyId).write(async tx => {
      await updateOption(tx, me.companyId, params.id, body)
      const view = await optionView(tx, me.companyId, params.id)
      await announceTree(app, tx, me.companyId, view.queueId)
      return view
    }),

  'queueOptions.remove': async ({ app, me, params }) => {
    const gone = await app.db.company(me.companyId).write(async tx => {
      const gone = await removeOption(tx, me.companyId, params.id)
      await announceTree(app, tx, me.companyId, gone.queueId)
      return gone.files
    })
    for (const path of gone) await discardAttached(app.media, me.companyId, path)
    return null
  },

  'queueOptions.attach': async ({ app, me, params, files }) => {
    const option = await optionOf(app.db, me.companyId, params.id)
    return setMedia(app, option, await attach(app.media, me.companyId, files))
  },

  'queueOptions.detach': async ({ app, me, params }) => {
    const option = await optionOf(app.db, me.companyId, params.id)
    return setMedia(app, option, { mediaPath: null, mediaName: null })
  },
}

const holidayColumns = {
  id: holidays.id,
  day: holidays.day,
  name: holidays.name,
  startTime: holidays.startTime,
  endTime: holidays.endTime,
}

/** @throws ApiError ERR_HOLIDAY_TAKEN: a day has one entry. */
async function refuseTaken(db: Reader, companyId: number, day: string, exceptId: number | null) {
  const taken = await db.$count(
    holidays,
    and(
      eq(holidays.companyId, companyId),
      eq(holidays.day, day),
      exceptId === null ? undefined : ne(holidays.id, exceptId),
    ),
  )
  if (taken > 0) throw new ApiError('ERR_HOLIDAY_TAKEN', { field: 'day' })
}

export const holidayHandlers: HandlersOf<'holidays'> = {
  'holidays.list': ({ app, me }) =>
    app.db
      .select(holidayColumns)
      .from(holidays)
      .where(eq(holidays.companyId, me.companyId))
      .orderBy(asc(holidays.day)),

  'holidays.create': ({ app, me, body }) =>
    app.db.company(me.companyId).write(async tx => {
      await refuseTaken(tx, me.companyId, body.day, null)
      const [holiday] = await tx
        .insert(holidays)
        .values({ ...body, companyId: me.companyId })
        .returning(holidayColumns)
      if (!holiday) throw new ApiError('ERR_INTERNAL')
      app.realtime.toCompany(me.companyId, 'holiday', { action: 'create', holiday })
      return holiday
    }),

  'holidays.update': ({ app, me, params, body }) =>
    app.db.company(me.companyId).write(async tx => {
      await refuseTaken(tx, me.companyId, body.day, params.id)
      const [holiday] = await tx
        .update(holidays)
        .set({ ...body, updatedAt: new Date().toISOString() })
        .where(and(eq(holidays.id, params.id), eq(holidays.companyId, me.companyId)))
        .returning(holidayColumns)
      if (!holiday) throw new ApiError('ERR_NOT_FOUND')
      app.realtime.toCompany(me.companyId, 'holiday', { action: 'update', holiday })
      return holiday
    }),

  'holidays.remove': async ({ app, me, params }) => {
    await app.db.company(me.companyId).write(async tx => {
      const gone = await tx
        .delete(holidays)
        .where(and(eq(holidays.id, params.id), eq(holidays.companyId, me.companyId)))
        .returning({ id: holidays.id })
      if (gone.length === 0) throw new ApiError('ERR_NOT_FOUND')
      app.realtime.toCompany(me.companyId, 'holiday', { action: 'delete', holidayId: params.id })
    })
    return null
  },
}
