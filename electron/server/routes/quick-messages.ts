/** Quick messages: the composer's list and their screen (docs/specification.md 3.2 to 3.7). */
import { fold, holds, mayChangeQuickMessage, PAGE } from '@contract'
import { and, asc, eq, or } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { quickMessages } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { attach, discardAttached } from '../media/attached'
import { queuesOf } from '../people/users'
import type { Me, Workspace } from '../workspace'

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

export const quickMessageHandlers: HandlersOf<'quickMessages'> = {
  // Company and user are the caller's, whatever is in the query.
  'quickMessages.list': async ({ app, me }) => (await inOrder(app.db, me)).map(viewOf),

  'quickMessages.page': async ({ app, me, query }) => {
    const wanted = fold(query.searchParam ?? '')
    const found = (await inOrder(app.db, me)).filter(
      ({ shortcode, message }) => fold(shortcode).includes(wanted) || fold(message).includes(wanted),
    )
    const from = (query.pageNumber - 1) * PAGE.records
    const records = found.slice(from, from + PAGE.records).map(viewOf)
    return { records, count: found.length, hasMore: found.length > from + records.length }
  },

  'quickMessages.get': async ({ app, me, params }) => viewOf(await usable(app.db, me, params.id)),

  'quickMessages.create': async ({ app, me, body }) => {
    if (body.geral && !holds(me, 'quick-messages:setGeneral')) throw new ApiError('ERR_NO_PERMISSION')
    return app.db.company(me.companyId).write(async tx => {
      const queueIds = await queuesOf(tx, me.companyId, body.queueIds ?? [])
      const [row] = await tx
        .insert(quickMessages)
        .values({
          companyId: me.companyId,
          userId: me.id,
          shortcode: body.shortcode,
          message: body.message,
          geral: body.geral ?? false,
          queueIds,
        })
        .returning(columns)
      if (!row) throw new ApiError('ERR_INTERNAL')
      publish(app, me, row, 'create')
      return viewOf(row)
    })
  },

  'quickMessages.update': async ({ app, me, params, body }) => {
    const before = await changeable(app.db, me, params.id)
    const geral = body.geral ?? before.geral
    if (geral !== before.geral && !holds(me, 'quick-messages:setGeneral'))
      throw new ApiError('ERR_NO_PERMISSION')
    const named = body.queueIds ?? before.queueIds
    // A queue that was deleted since stays named until somebody takes it out.
    const added = named.filter(id => !before.queueIds.includes(id))
    await queuesOf(app.db, me.companyId, added)
    const row = await change(app, me, before, {
      queueIds: [...new Set(named)],
      shortcode: body.shortcode,
      message: body.message,
      geral,
      // Taken back from the company it is whose hand took it back: anybody else's would vanish from this screen.
      ...(before.geral && !geral ? { userId: me.id } : {}),
    })
    return viewOf(row)
  },

  'quickMessages.remove': async ({ app, me, params }) => {
    const row = await changeable(app.db, me, params.id)
    await app.db.company(me.companyId).write(async tx => {
      await tx.delete(quickMessages).where(eq(quickMessages.id, row.id))
      publish(app, me, row, 'delete')
    })
    await discardAttached(app.media, me.companyId, row.mediaPath)
    return null
  },

  'quickMessages.attach': async ({ app, me, params, files }) => {
    const before = await changeable(app.db, me, params.id)
    const { mediaPath, mediaName } = await attach(app.media, me.companyId, files)
    // Names of attached files carry no spaces (docs/specification.md 3.5).
    await change(app, me, before, { mediaPath, mediaName: mediaName.replace(/\s+/g, '_') })
    await discardAttached(app.media, me.companyId, before.mediaPath)
    return null
  },

  'quickMessages.detach': async ({ app, me, params }) => {
    const before = await changeable(app.db, me, params.id)
    await change(app, me, before, { mediaPath: null, mediaName: null })
    await discardAttached(app.media, me.companyId, before.mediaPath)
    return null
  },
}
