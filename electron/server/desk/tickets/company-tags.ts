/** The tags of a company (docs/specification.md 3.5 to 3.7). */
import { type BodyOut, fold, holds, type QueryOut } from '@contract'
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { noCase, sameNoCase } from '../../platform/db/engine/words'
import { byName, pageOf } from '../../platform/db/page'
import { tags, ticketTags } from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me, Workspace } from '../../workspace'

type Form = BodyOut<'tags.create'>

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
const tagsWhere = (db: Reader, me: Me, condition?: SQL) =>
  db
    .select(columns)
    .from(tags)
    .where(and(eq(tags.companyId, me.companyId), condition))
    .orderBy(asc(noCase(tags.name)), asc(tags.id))

/** All of them. */
export const tagsOf = (db: Reader, me: Me) => tagsWhere(db, me)

/** Those that are lanes of the board, in the order of the lanes. */
export const laneTags = async (db: Reader, me: Me) =>
  (await tagsWhere(db, me, eq(tags.kanban, 1))).sort((a, b) => a.id - b.id)

/** A page of those whose name contains what was typed. */
export async function tagPage(db: Reader, me: Me, { searchParam = '', pageNumber }: QueryOut<'tags.page'>) {
  const wanted = fold(searchParam)
  const rows = await db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(eq(tags.companyId, me.companyId))
  const found = byName(rows, ({ name }) => name).filter(({ name }) => fold(name).includes(wanted))
  const { page, ...rest } = pageOf(found, pageNumber)
  const ids = page.map(({ id }) => id)
  const known = new Map((await tagsWhere(db, me, inArray(tags.id, ids))).map(tag => [tag.id, tag]))
  return { tags: ids.flatMap(id => known.get(id) ?? []), ...rest }
}

/** One of them. @throws ApiError ERR_NO_TAG_FOUND */
export async function tagOf(db: Reader, me: Me, id: number) {
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

/**
 * Adds a tag. Two people who add the same tag get the same tag.
 * @throws ApiError as `maySetLane`.
 */
export async function createTag(app: Workspace, me: Me, form: Form) {
  await maySetLane(app.db, me, form.kanban, 0)
  return app.db.company(me.companyId).write(async tx => {
    const [known] = await named(tx, me, form.name)
    if (known) return known
    const [made] = await tx
      .insert(tags)
      .values({
        companyId: me.companyId,
        name: form.name,
        color: form.color || DEFAULT_COLOUR,
        kanban: form.kanban ?? 0,
        userId: me.id,
      })
      .returning({ id: tags.id })
    if (!made) throw new ApiError('ERR_INTERNAL')
    const tag = await tagOf(tx, me, made.id)
    app.realtime.toCompany(me.companyId, 'tag', { action: 'create', tag })
    return tag
  })
}

/** Changes a tag. @throws ApiError ERR_NO_TAG_FOUND, ERR_DUPLICATED_TAG, and as `maySetLane`. */
export const updateTag = (app: Workspace, me: Me, id: number, form: Form) =>
  app.db.company(me.companyId).write(async tx => {
    const before = await tagOf(tx, me, id)
    await maySetLane(tx, me, form.kanban, before.kanban)
    if ((await named(tx, me, form.name, id)).length > 0) throw new ApiError('ERR_DUPLICATED_TAG')
    await tx
      .update(tags)
      .set({
        name: form.name,
        color: form.color || before.color,
        kanban: form.kanban ?? before.kanban,
        updatedAt: new Date().toISOString(),
      })
      .where(eq(tags.id, id))
    const tag = await tagOf(tx, me, id)
    app.realtime.toCompany(me.companyId, 'tag', { action: 'update', tag })
    return tag
  })

/** Deletes a tag. @throws ApiError ERR_NO_TAG_FOUND */
export const removeTag = (app: Workspace, me: Me, id: number): Promise<null> =>
  app.db.company(me.companyId).write(async tx => {
    await tagOf(tx, me, id)
    await tx.delete(tags).where(eq(tags.id, id))
    app.realtime.toCompany(me.companyId, 'tag', { action: 'delete', tagId: id })
    return null
  })
