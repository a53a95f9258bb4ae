/** The tags of a company. */
import { type BodyOut, fold, holds, type QueryOut } from '@contract'
import { and, asc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { noCase, sameNoCase } from '../../platform/db/engine/words'
import { byName, pageOf } from '../../platform/db/page'
import { tags, ticketTags } from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Kept } from '../../platform/records/definition'
import { records } from '../../platform/records/records'
import type { Me } from '../../workspace'

type Form = BodyOut<'tags.create'>

/** Default colour of a tag. */
const DEFAULT_COLOUR = '#A4CCCC'

const columns = {
  ...getTableColumns(tags),
  ticketsCount: sql<number>`(select count(*) from ${ticketTags} where ${ticketTags.tagId} = ${tags.id})`,
}

/**
 * @throws ApiError ERR_NO_PERMISSION when the person may not manage lanes; ERR_PLAN_LACKS
 *   when a lane is made without the plan's kanban board.
 */
async function maySetLane(db: Reader, me: Me, wanted: number | undefined, now: number): Promise<void> {
  if ((wanted ?? now) === now) return
  if (!holds(me, 'tag-modal:editKanban')) throw new ApiError('ERR_NO_PERMISSION')
  if (wanted === 1) await refuseWithoutFeature(db, me.companyId, 'useKanban')
}

/** The company's tag with that name; accents count, case does not. */
const named = (db: Reader, me: Me, name: string, exceptId = 0) =>
  keptTags.rows(db, me, and(sameNoCase(tags.name, name), ne(tags.id, exceptId)))

type Tag = Awaited<ReturnType<typeof tagsWhere>>[number]

const tagsWhere = (db: Reader, where: SQL | undefined) =>
  db
    .select(columns)
    .from(tags)
    .where(where)
    .orderBy(asc(noCase(tags.name)), asc(tags.id))

/** Tags of the company by name, each with its number of tickets. Two people who add the same tag get the same one. */
export const keptTags: Kept<Tag, Form, Tag, Me, 'records'> = records({
  table: tags,
  read: tagsWhere,
  missing: 'ERR_NO_TAG_FOUND',
  async check(tx, me, form: Form, before) {
    await maySetLane(tx, me, form.kanban, before?.kanban ?? 0)
    if (before && (await named(tx, me, form.name, before.id)).length > 0)
      throw new ApiError('ERR_DUPLICATED_TAG')
  },
  known: async (tx, me, form) => (await named(tx, me, form.name))[0],
  columns: (form, me, before) => ({
    name: form.name,
    color: form.color || (before?.color ?? DEFAULT_COLOUR),
    kanban: form.kanban ?? before?.kanban ?? 0,
    userId: before ? before.userId : me.id,
  }),
  announce: { channel: 'tag', row: 'tag', gone: 'tagId' },
})

/** The lanes of the board, in their order. */
export const laneTags = async (db: Reader, me: Me) =>
  (await keptTags.rows(db, me, eq(tags.kanban, 1))).sort((a, b) => a.id - b.id)

/** A page of tags whose name contains the search text. */
export async function tagPage(db: Reader, me: Me, { searchParam = '', pageNumber }: QueryOut<'tags.page'>) {
  const wanted = fold(searchParam)
  const rows = await db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(eq(tags.companyId, me.companyId))
  const found = byName(rows, ({ name }) => name).filter(({ name }) => fold(name).includes(wanted))
  const { page, ...rest } = pageOf(found, pageNumber)
  const ids = page.map(({ id }) => id)
  const known = new Map((await keptTags.rows(db, me, inArray(tags.id, ids))).map(tag => [tag.id, tag]))
  return { tags: ids.flatMap(id => known.get(id) ?? []), ...rest }
}
