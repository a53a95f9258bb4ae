/** Tags (docs/specification.md 3.5 to 3.7), and tagging a ticket (docs/specification.md 1.7). */
import { fold, holds, PAGE } from '@contract'
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { noCase, sameNoCase } from '../db/engine/words'
import { tags, ticketTags } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import { changeTags } from '../tickets/tags'
import type { Me } from '../workspace'

/** Colour of a tag nobody chose one for (docs/legacy-server.md 6.4). */
const DEFAULT_COLOUR = '#A4CCCC'

const columns = {
  id: tags.id,
  name: tags.name,
  color: tags.color,
  kanban: tags.kanban,
  userId: tags.userId,
  ticketsCount: sql<number>`(select count(*) from ${ticketTags} where ${ticketTags.tagId} = ${tags.id})`,
}

/** Tags of the company by name, each with how many tickets carry it. */
export const tagsWhere = (db: Reader, me: Me, condition?: SQL) =>
  db
    .select(columns)
    .from(tags)
    .where(and(eq(tags.companyId, me.companyId), condition))
    .orderBy(asc(noCase(tags.name)), asc(tags.id))

/** @throws ApiError ERR_NO_TAG_FOUND */
async function oneTag(db: Reader, me: Me, id: number) {
  const [tag] = await tagsWhere(db, me, eq(tags.id, id))
  if (!tag) throw new ApiError('ERR_NO_TAG_FOUND')
  return tag
}

/** The company's tag of that name, accents aside only where they are written. */
const named = (db: Reader, me: Me, name: string, exceptId = 0) =>
  tagsWhere(db, me, and(sameNoCase(tags.name, name), ne(tags.id, exceptId)))

/**
 * @throws ApiError ERR_NO_PERMISSION when somebody makes or unmakes a lane who may not (docs/specification.md 3.6);
 *   ERR_PLAN_LACKS when a lane is made without the plan's kanban board.
 */
async function maySetLane(db: Reader, me: Me, wanted: number | undefined, now: number): Promise<void> {
  if ((wanted ?? now) === now) return
  if (!holds(me, 'tag-modal:editKanban')) throw new ApiError('ERR_NO_PERMISSION')
  if (wanted === 1) await refuseWithoutFeature(db, me.companyId, 'useKanban')
}

export const tagHandlers: HandlersOf<'tags'> = {
  'tags.list': ({ app, me }) => tagsWhere(app.db, me),

  'tags.kanban': async ({ app, me }) => ({
    lista: (await tagsWhere(app.db, me, eq(tags.kanban, 1))).sort((a, b) => a.id - b.id),
  }),

  'tags.page': async ({ app, me, query }) => {
    const wanted = fold(query.searchParam ?? '')
    const rows = await app.db
      .select({ id: tags.id, name: tags.name })
      .from(tags)
      .where(eq(tags.companyId, me.companyId))
    const found = rows
      .map(({ id, name }) => ({ id, key: fold(name) }))
      .filter(({ key }) => key.includes(wanted))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    const from = (query.pageNumber - 1) * PAGE.records
    const ids = found.slice(from, from + PAGE.records).map(({ id }) => id)
    const page = new Map((await tagsWhere(app.db, me, inArray(tags.id, ids))).map(tag => [tag.id, tag]))
    return {
      tags: ids.flatMap(id => page.get(id) ?? []),
      count: found.length,
      hasMore: found.length > from + ids.length,
    }
  },

  'tags.get': ({ app, me, params }) => oneTag(app.db, me, params.id),

  'tags.create': async ({ app, me, body }) => {
    await maySetLane(app.db, me, body.kanban, 0)
    return app.db.company(me.companyId).write(async tx => {
      // Two agents who add the same tag get the same tag.
      const [known] = await named(tx, me, body.name)
      if (known) return known
      const [made] = await tx
        .insert(tags)
        .values({
          companyId: me.companyId,
          name: body.name,
          color: body.color || DEFAULT_COLOUR,
          kanban: body.kanban ?? 0,
          userId: me.id,
        })
        .returning({ id: tags.id })
      if (!made) throw new ApiError('ERR_INTERNAL')
      const tag = await oneTag(tx, me, made.id)
      app.realtime.toCompany(me.companyId, 'tag', { action: 'create', tag })
      return tag
    })
  },

  'tags.update': ({ app, me, params, body }) =>
    app.db.company(me.companyId).write(async tx => {
      const before = await oneTag(tx, me, params.id)
      await maySetLane(tx, me, body.kanban, before.kanban)
      if ((await named(tx, me, body.name, before.id)).length > 0) throw new ApiError('ERR_DUPLICATED_TAG')
      await tx
        .update(tags)
        .set({
          name: body.name,
          color: body.color || before.color,
          kanban: body.kanban ?? before.kanban,
          updatedAt: new Date().toISOString(),
        })
        .where(eq(tags.id, before.id))
      const tag = await oneTag(tx, me, before.id)
      app.realtime.toCompany(me.companyId, 'tag', { action: 'update', tag })
      return tag
    }),

  'tags.remove': async ({ app, me, params }) => {
    await app.db.company(me.companyId).write(async tx => {
      const tag = await oneTag(tx, me, params.id)
      await tx.delete(tags).where(eq(tags.id, tag.id))
      app.realtime.toCompany(me.companyId, 'tag', { action: 'delete', tagId: tag.id })
    })
    return null
  },

  'tags.sync': ({ app, me, body }) =>
    changeTags(app, me, body.ticketId, () => body.tags.map(tag => tag.id), body.expected),
}
