/** Calls on the options of a queue's chatbot, and holidays (specification 2 sections 2 and 7). */
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { holidays, queueOptions } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { attach, discardAttached } from '../media/attached'
import {
  createOption,
  optionOf,
  optionView,
  optionViews,
  removeOption,
  updateOption,
} from '../queues/options'
import { queueOf } from '../tickets/references'
import type { Workspace } from '../workspace'

/** A tree has no event of its own: whoever looks at the queue's chatbot asks for it anew when the queue is announced. */
async function announceTree(app: Workspace, companyId: number, queueId: number): Promise<void> {
  const queue = await queueOf(app.db, companyId, queueId)
  app.realtime.toCompany(companyId, 'queue', { action: 'update', queue })
}

export const queueOptionHandlers: HandlersOf<'queueOptions'> = {
  'queueOptions.list': async ({ app, me, query }) => {
    await queueOf(app.db, me.companyId, query.queueId)
    return optionViews(app.db, query.queueId, query.parentId)
  },

  'queueOptions.create': async ({ app, me, body }) => {
    const id = await app.db.company(me.companyId).write(tx => createOption(tx, me.companyId, body))
    await announceTree(app, me.companyId, body.queueId)
    return optionView(app.db, me.companyId, id)
  },

  'queueOptions.update': async ({ app, me, params, body }) => {
    await app.db.company(me.companyId).write(tx => updateOption(tx, me.companyId, params.id, body))
    const view = await optionView(app.db, me.companyId, params.id)
    await announceTree(app, me.companyId, view.queueId)
    return view
  },

  'queueOptions.remove': async ({ app, me, params }) => {
    const gone = await app.db.company(me.companyId).write(tx => removeOption(tx, me.companyId, params.id))
    for (const path of gone.files) await discardAttached(app.media, me.companyId, path)
    await announceTree(app, me.companyId, gone.queueId)
    return null
  },

  'queueOptions.attach': async ({ app, me, params, files }) => {
    const option = await optionOf(app.db, me.companyId, params.id)
    const attached = await attach(app.media, me.companyId, files)
    await app.db
      .company(me.companyId)
      .update(queueOptions)
      .set(attached)
      .where(eq(queueOptions.id, params.id))
    await discardAttached(app.media, me.companyId, option.mediaPath)
    await announceTree(app, me.companyId, option.queueId)
    return optionView(app.db, me.companyId, params.id)
  },

  'queueOptions.detach': async ({ app, me, params }) => {
    const option = await optionOf(app.db, me.companyId, params.id)
    await app.db
      .company(me.companyId)
      .update(queueOptions)
      .set({ mediaPath: null, mediaName: null })
      .where(eq(queueOptions.id, params.id))
    await discardAttached(app.media, me.companyId, option.mediaPath)
    await announceTree(app, me.companyId, option.queueId)
    return optionView(app.db, me.companyId, params.id)
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

  'holidays.create': async ({ app, me, body }) => {
    const holiday = await app.db.company(me.companyId).write(async tx => {
      await refuseTaken(tx, me.companyId, body.day, null)
      const [row] = await tx
        .insert(holidays)
        .values({ ...body, companyId: me.companyId })
        .returning(holidayColumns)
      if (!row) throw new ApiError('ERR_INTERNAL')
      return row
    })
    app.realtime.toCompany(me.companyId, 'holiday', { action: 'create', holiday })
    return holiday
  },

  'holidays.update': async ({ app, me, params, body }) => {
    const holiday = await app.db.company(me.companyId).write(async tx => {
      await refuseTaken(tx, me.companyId, body.day, params.id)
      const [row] = await tx
        .update(holidays)
        .set({ ...body, updatedAt: new Date().toISOString() })
        .where(and(eq(holidays.id, params.id), eq(holidays.companyId, me.companyId)))
        .returning(holidayColumns)
      if (!row) throw new ApiError('ERR_NOT_FOUND')
      return row
    })
    app.realtime.toCompany(me.companyId, 'holiday', { action: 'update', holiday })
    return holiday
  },

  'holidays.remove': async ({ app, me, params }) => {
    const gone = await app.db
      .company(me.companyId)
      .delete(holidays)
      .where(and(eq(holidays.id, params.id), eq(holidays.companyId, me.companyId)))
      .returning({ id: holidays.id })
    if (gone.length === 0) throw new ApiError('ERR_NOT_FOUND')
    app.realtime.toCompany(me.companyId, 'holiday', { action: 'delete', holidayId: params.id })
    return null
  },
}
