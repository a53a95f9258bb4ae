/**
 * What is in which lane of the kanban board, and in what order. Pure; the server
 * decides the same way in electron/server/desk/tickets/kanban.ts.
 */
import { maySee, type SavedView, type Tag, UNTAGGED_LANE, type Viewer } from '@contract'
import type { StoredTicket } from '../tickets'
import { isShown, sameIds } from '../tickets/lists'

export interface Lane {
  /** Id of its tag; UNTAGGED_LANE for the first one. */
  id: number
  /** Null for the lane of tickets without a lane's tag. */
  tag: Tag | null
  /** Its known cards: who waits longest first. */
  ids: readonly number[]
  /** What the server counted when it was last asked; only looked at while `hasMore`. */
  total: number
  hasMore: boolean
  cursor: string | null
  /** The next page. */
  more: 'idle' | 'loading' | 'failed'
}

/** Where cards stand that were moved here and whose move the server has not confirmed: ticket id to lane tags. */
export type Moving = ReadonlyMap<number, readonly number[]>

/** How many cards a lane has, as far as is known. */
export const countOf = (lane: Lane): number =>
  lane.hasMore ? Math.max(lane.total, lane.ids.length) : lane.ids.length

/** The lanes' tags a ticket carries, in the order of the lanes. */
export const laneTagsOf = (ticket: Pick<StoredTicket, 'tags'>, lanes: readonly Lane[]): number[] =>
  lanes.flatMap(({ id }) => (id !== UNTAGGED_LANE && ticket.tags.some(tag => tag.id === id) ? [id] : []))

/** Where a card is shown: the lanes of its tags, else the untagged one. */
export function lanesOfCard(ticket: StoredTicket, lanes: readonly Lane[], moving: Moving): readonly number[] {
  const tags = moving.get(ticket.id) ?? laneTagsOf(ticket, lanes)
  return tags.length > 0 ? tags : [UNTAGGED_LANE]
}

/** Whether a ticket stands on the board: worked on, visible, of the viewer's own queues where there are any, and in the view. */
export function onBoard(ticket: StoredTicket, viewer: Viewer, view: SavedView | null = null): boolean {
  if (ticket.status === 'closed' || !maySee(viewer, ticket)) return false
  if (view && !isShown(view.conditions, ticket, viewer, true)) return false
  return viewer.queueIds.length === 0 || ticket.queueId === null || viewer.queueIds.includes(ticket.queueId)
}

const NEVER = Number.POSITIVE_INFINITY
const waitStart = ({ waitingSince }: StoredTicket): number => {
  const at = waitingSince === null ? Number.NaN : Date.parse(waitingSince)
  return Number.isNaN(at) ? NEVER : at
}

interface Waiting {
  id: number
  /** Milliseconds since the epoch; read once a card, not at every comparison of thousands. */
  since: number
}

/** Who waits longest first, those who wait for nothing last, then by id. */
const byWait = (a: Waiting, b: Waiting): number =>
  a.since === b.since ? a.id - b.id : a.since < b.since ? -1 : 1

/** The lanes with their cards put in. Lanes in which nothing changed stay the same object. */
export function fillLanes(
  lanes: readonly Lane[],
  cards: ReadonlyMap<number, StoredTicket>,
  moving: Moving,
): readonly Lane[] {
  const inLane = new Map<number, Waiting[]>(lanes.map(lane => [lane.id, []]))
  for (const card of cards.values()) {
    const waiting = { id: card.id, since: waitStart(card) }
    for (const id of lanesOfCard(card, lanes, moving)) inLane.get(id)?.push(waiting)
  }
  const filled = lanes.map(lane => {
    const ids = (inLane.get(lane.id) ?? []).sort(byWait).map(({ id }) => id)
    return sameIds(lane.ids, ids) ? lane : { ...lane, ids }
  })
  return filled.every((lane, at) => lane === lanes[at]) ? lanes : filled
}

/** The tickets of these that stand on the board; the same map when all do. */
export function cardsOf(
  tickets: ReadonlyMap<number, StoredTicket>,
  gone: ReadonlySet<number>,
  viewer: Viewer,
  view: SavedView | null = null,
): ReadonlyMap<number, StoredTicket> {
  const kept = [...tickets].filter(([id, ticket]) => !gone.has(id) && onBoard(ticket, viewer, view))
  return kept.length === tickets.size ? tickets : new Map(kept)
}
