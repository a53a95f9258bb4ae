/**
 * The lanes of the kanban board: open and pending tickets of some queues, by their lane tag. The untagged lane holds
 * tickets without any lane tag; a ticket with other tags only would otherwise be in no lane.
 */
import {
  type ExpectedTicket,
  laneConditions,
  type ResponseIn,
  UNTAGGED_LANE,
  type ViewConditions,
} from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Db, Reader } from '../../platform/db/client'
import { tags } from '../../platform/db/schema'
import { PreserialisedJson } from '../../platform/http/handlers'
import type { Me, Workspace } from '../../workspace'
import { laneTags } from './company-tags'
import { COMMA, pageOf, withMember } from './list'
import { keptViews } from './saved-views'
import { changeTags } from './tags'

/** The given queues, or all the person may see; within a view. */
interface Wanted {
  queueIds?: readonly number[] | undefined
  viewId?: number | undefined
}

/** What else a ticket of the board has to fit. @throws ApiError ERR_NO_VIEW_FOUND */
const viewOf = async (db: Reader, me: Me, { viewId }: Wanted): Promise<ViewConditions[]> =>
  viewId === undefined ? [] : [(await keptViews.row(db, me, viewId)).conditions]

/** Ids of the company's lanes, in their order. */
async function lanesOf(db: Reader, companyId: number): Promise<number[]> {
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, 1)))
    .orderBy(asc(tags.id))
  return rows.map(row => row.id)
}

/** The first page of every lane with its tag. @throws ApiError ERR_NO_VIEW_FOUND */
export async function readBoard(
  db: Db,
  me: Me,
  query: Wanted,
): Promise<PreserialisedJson<ResponseIn<'kanban.board'>>> {
  const known = await laneTags(db, me)
  const laneIds = known.map(({ id }) => id)
  const view = await viewOf(db, me, query)
  const parts: Buffer[] = []
  for (const id of [UNTAGGED_LANE, ...laneIds]) {
    const all = [laneConditions(id, laneIds, query.queueIds), ...view]
    const page = withMember(await pageOf(db, me, { all, order: 'waiting' }), 'id', id)
    parts.push(COMMA, withMember(page, 'tag', known.find(tag => tag.id === id) ?? null))
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
  const all = [laneConditions(laneId, laneIds, query.queueIds), ...(await viewOf(db, me, query))]
  return new PreserialisedJson(await pageOf(db, me, { all, order: 'waiting', cursor: query.cursor }))
}

/** A page of everything on the board, by page number. */
export const readAllLanes = async (
  db: Db,
  me: Me,
  { queueIds, pageNumber }: { queueIds?: readonly number[]; pageNumber: number },
): Promise<PreserialisedJson<ResponseIn<'kanban.tickets'>>> =>
  new PreserialisedJson(
    // Without lanes all of it is in the untagged one.
    await pageOf(db, me, {
      all: [laneConditions(UNTAGGED_LANE, [], queueIds)],
      order: 'waiting',
      pageNumber,
    }),
  )

/**
 * Puts a ticket into a lane, which takes it out of every other one; its other tags stay.
 * @param tagId a tag that is no lane's is only added; null: out of all lanes.
 * @param expected what the person saw.
 * @throws ApiError as `changeTags`.
 */
export async function putInLane(
  app: Workspace,
  me: Me,
  ticketId: number,
  tagId: number | null,
  expected?: ExpectedTicket,
): Promise<null> {
  const laneIds = await lanesOf(app.db, me.companyId)
  const leaves = tagId === null || laneIds.includes(tagId)
  // Of two people who took the card out of its lane, the last one decides where it goes.
  const change = (before: readonly number[]): number[] => [
    ...before.filter(id => !(leaves && laneIds.includes(id))),
    ...(tagId === null ? [] : [tagId]),
  ]
  await changeTags(app, me, ticketId, change, expected)
  return null
}
