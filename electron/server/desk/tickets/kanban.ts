/**
 * The lanes of the kanban board: open and pending tickets of some queues, by their lane tag. The untagged lane holds
 * tickets without any lane tag; a ticket with other tags only would otherwise be in no lane.
 */
import { EVERY_TICKET, ofQueues, type ResponseIn, UNTAGGED_LANE } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Db, Reader } from '../../platform/db/client'
import { tags } from '../../platform/db/schema'
import { PreserialisedJson } from '../../platform/http/handlers'
import type { Me } from '../../workspace'
import { laneTags } from './company-tags'
import type { Conditions } from './conditions'
import { COMMA, pageOf, withMember } from './list'
import { keptViews } from './saved-views'

/** The given queues, or all the person may see; within a view. */
interface Wanted {
  queueIds?: readonly number[] | undefined
  viewId?: number | undefined
}

/** The tickets of the board: all in progress, whoever holds them. */
async function onBoard(
  db: Reader,
  me: Me,
  { queueIds, viewId }: Wanted,
): Promise<[Conditions, ...Conditions[]]> {
  const board: Conditions = { ...EVERY_TICKET, statuses: ['open', 'pending'], queueIds: ofQueues(queueIds) }
  if (viewId === undefined) return [board]
  return [board, (await keptViews.row(db, me, viewId)).conditions]
}

/** Ids of the company's lanes, in their order. */
async function lanesOf(db: Reader, companyId: number): Promise<number[]> {
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, 1)))
    .orderBy(asc(tags.id))
  return rows.map(row => row.id)
}

/** A page of a lane, longest wait first. @throws ApiError ERR_VALIDATION for a foreign cursor. */
function readLane(
  db: Db,
  me: Me,
  [board, ...within]: readonly [Conditions, ...Conditions[]],
  laneId: number,
  laneIds: readonly number[],
  cursor?: string,
): Promise<Buffer> {
  const lane = laneId === UNTAGGED_LANE ? { notTagIds: [...laneIds] } : { tagIds: [laneId] }
  return pageOf(db, me, { all: [{ ...board, ...lane }, ...within], order: 'waiting', cursor })
}

/** The first page of every lane with its tag. @throws ApiError ERR_NO_VIEW_FOUND */
export async function readBoard(
  db: Db,
  me: Me,
  query: Wanted,
): Promise<PreserialisedJson<ResponseIn<'kanban.board'>>> {
  const laneIds = await lanesOf(db, me.companyId)
  const board = await onBoard(db, me, query)
  const known = new Map((await laneTags(db, me)).map(tag => [tag.id, tag]))
  const parts: Buffer[] = []
  for (const id of [UNTAGGED_LANE, ...laneIds]) {
    const page = withMember(await readLane(db, me, board, id, laneIds), 'id', id)
    parts.push(COMMA, withMember(page, 'tag', known.get(id) ?? null))
  }
  return new PreserialisedJson(
    Buffer.concat([Buffer.from('{"lanes":['), ...parts.slice(1), Buffer.from(']}')]),
  )
}

/**
 * A page of a lane, longest wait first.
 * @throws ApiError ERR_NO_TAG_FOUND when the company has no such lane, ERR_NO_VIEW_FOUND, ERR_VALIDATION for a foreign
 *   cursor.
 */
export async function readLanePage(
  db: Db,
  me: Me,
  laneId: number,
  query: Wanted & { cursor?: string | undefined },
): Promise<PreserialisedJson<ResponseIn<'kanban.lane'>>> {
  const laneIds = await lanesOf(db, me.companyId)
  if (laneId !== UNTAGGED_LANE && !laneIds.includes(laneId)) throw new ApiError('ERR_NO_TAG_FOUND')
  const board = await onBoard(db, me, query)
  return new PreserialisedJson(await readLane(db, me, board, laneId, laneIds, query.cursor))
}

/** A page of everything on the board, by page number. */
export const readAllLanes = async (
  db: Db,
  me: Me,
  query: Wanted & { pageNumber: number },
): Promise<PreserialisedJson<ResponseIn<'kanban.tickets'>>> =>
  new PreserialisedJson(
    await pageOf(db, me, {
      all: await onBoard(db, me, query),
      order: 'waiting',
      pageNumber: query.pageNumber,
    }),
  )
