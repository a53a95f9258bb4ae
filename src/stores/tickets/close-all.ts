/** Closing every ticket of a status in chosen queues (admins), and how many that would be. */
import { moreToClose, NO_QUEUE_ID, type Ticket } from '@contract'
import { ApiError } from '@/api'
import { flushHeldMessages } from '../outbox'
import { everyPage } from '../paged-list'
import { capability } from '../servers'
import type { Actor } from './actions'
import { reloadLists } from './load'
import { ticketsSource } from './source'

type Closable = Extract<Ticket['status'], 'open' | 'pending'>

/** All of them before the first is closed: a list that shrinks while it is paged through skips rows. */
async function chosenIds(
  status: Closable,
  queueIds: readonly number[],
  signal?: AbortSignal,
): Promise<Set<number>> {
  const ids = new Set<number>()
  const pages = everyPage(
    async ({ page }) => {
      const query = { status, queueIds: [...queueIds], showAll: true, pageNumber: page }
      const { tickets, hasMore, count } = await ticketsSource().page(query, signal)
      return { rows: tickets, hasMore, count }
    },
    ticket => ticket.id,
  )
  // Servers add tickets without a queue to any choice of queues; they are closed only when they were chosen.
  for await (const { rows } of pages)
    for (const { id, queueId } of rows) if (queueIds.includes(queueId ?? NO_QUEUE_ID)) ids.add(id)
  return ids
}

/**
 * How many tickets a choice would close, counted by the rule that closes them.
 * @throws ApiError
 */
export async function countClosable(
  status: Closable,
  queueIds: readonly number[],
  signal: AbortSignal,
): Promise<number> {
  if (queueIds.length === 0) return 0
  if (capability('closeAll') !== 'native') return (await chosenIds(status, queueIds, signal)).size
  const listed = async (ids: readonly number[]): Promise<number> =>
    (await ticketsSource().page({ status, queueIds: [...ids], showAll: true, pageNumber: 1 }, signal)).count
  // A list of queues holds the tickets without one too; they are closed only when they were chosen.
  const [all, unqueued] = await Promise.all([
    listed(queueIds),
    queueIds.includes(NO_QUEUE_ID) ? 0 : listed([NO_QUEUE_ID]),
  ])
  return all - unqueued
}

/** How far a long piece of work is. */
export interface Progress {
  done: number
  total: number
}

/** How many it would be, where closing was refused because that is more than was shown; null for any other error. */
export function moreIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'ERR_MORE_TO_CLOSE') return null
  return moreToClose.safeParse(error.details).data?.count ?? null
}

/**
 * Closes every ticket of a status in the chosen queues: in one call where the server has one, else one by one.
 * @param shown how many the person was told of; where there are more by now, none is closed.
 * @param onProgress hears of each ticket while they are closed one by one.
 * @returns how many were closed.
 * @throws ApiError (ERR_EMPTY_TICKETS_CLOSEALL when there are none, ERR_MORE_TO_CLOSE with `moreIn`)
 */
export async function closeAllTickets(
  status: Closable,
  queueIds: readonly number[],
  shown: number,
  actor: Actor,
  onProgress: (progress: Progress) => void = () => {},
): Promise<number> {
  if ((await flushHeldMessages()) === false) throw new ApiError('refused', 'OUTBOX_UNDER_WAY', '', 0)
  const closed =
    capability('closeAll') === 'native'
      ? (await ticketsSource().closeAll({ status, selectedQueueIds: [...queueIds], most: shown })).closed
      : await closeOneByOne(status, queueIds, shown, actor, onProgress)
  await reloadLists()
  return closed
}

async function closeOneByOne(
  status: Closable,
  queueIds: readonly number[],
  shown: number,
  actor: Actor,
  onProgress: (progress: Progress) => void,
): Promise<number> {
  const ids = await chosenIds(status, queueIds)
  if (ids.size === 0) throw new ApiError('refused', 'ERR_EMPTY_TICKETS_CLOSEALL', '', 404)
  if (ids.size > shown) throw new ApiError('refused', 'ERR_MORE_TO_CLOSE', '', 409, { count: ids.size })
  let closed = 0
  let failure: unknown = null
  for (const [index, id] of [...ids].entries()) {
    onProgress({ done: index, total: ids.size })
    try {
      const change = { status: 'closed' as const, userId: actor.id, justClose: true }
      const ticket = await ticketsSource().update(id, change)
      // Some servers ask for a rating first and close at the second word; nobody waits for ratings here.
      if (ticket.status !== 'closed') await ticketsSource().update(id, change)
      closed += 1
    } catch (error) {
      // One that cannot be closed does not keep the others open.
      failure = error
    }
  }
  if (closed === 0) throw failure
  return closed
}
