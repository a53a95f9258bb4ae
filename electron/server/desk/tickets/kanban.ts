/**
 * The lanes of the kanban board: open and pending tickets of some queues, by their lane tag. The untagged lane holds
 * tickets without any lane tag; a ticket with other tags only would otherwise be in no lane.
 */
import { PAGE, UNTAGGED_LANE } from '@contract'
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { tags, tickets, ticketTags } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { type TicketView, ticketViews } from '../presenters/tickets'
import { laneTags } from './company-tags'
import { readCursor, writeCursor } from './cursor'
import { inQueues } from './filters'
import { NEVER, waitingKey } from './rows'
import { keptViews } from './saved-views'
import { viewFilter } from './view-filter'
import { visibleTo } from './visibility'

export interface LanePage {
  tickets: TicketView[]
  count: number
  hasMore: boolean
  cursor: string | null
}

/** The given queues, or all the person may see; within a view. */
interface Wanted {
  queueIds?: readonly number[] | undefined
  viewId?: number | undefined
}

/** The tickets of the board: all in progress that the person may see, whoever holds them. */
async function onBoard(db: Reader, me: Me, { queueIds, viewId }: Wanted): Promise<SQL> {
  const view = viewId === undefined ? null : await keptViews.row(db, me, viewId)
  const all = and(
    visibleTo(me),
    inArray(tickets.status, ['open', 'pending']),
    inQueues(queueIds),
    view ? viewFilter(me, view.conditions, Date.now()) : undefined,
  )
  return all ?? sql`false`
}

/** Tickets with any of the tags. */
const carrying = (tagIds: readonly number[]): SQL =>
  sql`select ${ticketTags.ticketId} from ${ticketTags} where ${inArray(ticketTags.tagId, [...tagIds])}`

function inLane(laneId: number, laneIds: readonly number[]): SQL | undefined {
  if (laneId !== UNTAGGED_LANE) return sql`${tickets.id} in (${carrying([laneId])})`
  return laneIds.length > 0 ? sql`${tickets.id} not in (${carrying(laneIds)})` : undefined
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

/** Rows of one page and whether more follow; `ids` are in waiting order. */
async function pageOf(db: Reader, where: SQL | undefined, position: SQL | undefined, offset = 0) {
  const found = await db
    .select({ id: tickets.id, key: waitingKey })
    .from(tickets)
    .where(and(where, position))
    .orderBy(asc(waitingKey), asc(tickets.id))
    .limit(PAGE.tickets + 1)
    .offset(offset)
  const page = found.slice(0, PAGE.tickets)
  return { ids: page.map(row => row.id), last: page.at(-1), hasMore: found.length > PAGE.tickets }
}

const countOf = async (db: Reader, where: SQL | undefined): Promise<number> =>
  (await db.select({ count: count() }).from(tickets).where(where))[0]?.count ?? 0

/** @throws ApiError ERR_VALIDATION for a cursor that is not a lane's. */
function behind(cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  const at = readCursor(cursor)
  if (at?.order !== 'waiting') throw new ApiError('ERR_VALIDATION', { field: 'cursor' })
  return sql`(${waitingKey}, ${tickets.id}) > (${at.key ?? NEVER}, ${at.id})`
}

async function readLane(db: Reader, where: SQL | undefined, cursor?: string): Promise<LanePage> {
  const { ids, last, hasMore } = await pageOf(db, where, behind(cursor))
  return {
    tickets: await ticketViews(db, ids),
    // A lane that ends on its first page is counted by reading it.
    count: cursor || hasMore ? await countOf(db, where) : ids.length,
    hasMore,
    cursor: hasMore && last ? writeCursor({ order: 'waiting', key: last.key, id: last.id, since: 0 }) : null,
  }
}

/** The first page of every lane with its tag. @throws ApiError ERR_NO_VIEW_FOUND */
export async function readBoard(db: Reader, me: Me, query: Wanted) {
  const laneIds = await lanesOf(db, me.companyId)
  const board = await onBoard(db, me, query)
  const pages: (LanePage & { id: number })[] = []
  for (const id of [UNTAGGED_LANE, ...laneIds])
    pages.push({ id, ...(await readLane(db, and(board, inLane(id, laneIds)))) })
  const known = new Map((await laneTags(db, me)).map(tag => [tag.id, tag]))
  return { lanes: pages.map(lane => ({ ...lane, tag: known.get(lane.id) ?? null })) }
}

/**
 * A page of a lane, longest wait first.
 * @throws ApiError ERR_NO_TAG_FOUND when the company has no such lane, ERR_NO_VIEW_FOUND, ERR_VALIDATION for a foreign
 *   cursor.
 */
export async function readLanePage(
  db: Reader,
  me: Me,
  laneId: number,
  query: Wanted & { cursor?: string | undefined },
): Promise<LanePage> {
  const laneIds = await lanesOf(db, me.companyId)
  if (laneId !== UNTAGGED_LANE && !laneIds.includes(laneId)) throw new ApiError('ERR_NO_TAG_FOUND')
  return readLane(db, and(await onBoard(db, me, query), inLane(laneId, laneIds)), query.cursor)
}

/** A page of everything on the board, by page number. */
export async function readAllLanes(
  db: Reader,
  me: Me,
  query: { queueIds?: readonly number[]; pageNumber: number },
): Promise<Omit<LanePage, 'cursor'>> {
  const where = await onBoard(db, me, query)
  const { ids, hasMore } = await pageOf(db, where, undefined, (query.pageNumber - 1) * PAGE.tickets)
  return { tickets: await ticketViews(db, ids), count: await countOf(db, where), hasMore }
}
