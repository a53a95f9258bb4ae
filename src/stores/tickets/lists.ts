/**
 * Lists of tickets: who belongs into which, and in what order. Pure; the visibility rule is the contract's `maySee`.
 */
import {
  changesWithTime,
  EVERY_TICKET,
  fits,
  laneConditions,
  maySee,
  type Priority,
  type SavedView,
  type TabScope,
  type Tag,
  TICKET_TABS,
  type TicketConditions,
  type TicketOrder,
  type TicketTab,
  tabConditions,
  UNTAGGED_LANE,
  urgencyOf,
  type ViewedTicket,
  type Viewer,
} from '@contract'
import { serverNow } from '../clock'
import type { StoredTicket } from './model'

/** A tab's list, the result of a search, or what is in the chosen view. */
export type ListName = TicketTab | 'search' | 'view'
export const LIST_NAMES: readonly ListName[] = [...TICKET_TABS, 'search', 'view']
/** A lane of the board, by its tag. */
export type LaneName = `lane ${number}`
export const laneName = (laneId: number): LaneName => `lane ${laneId}`
export const laneIdOf = (list: string): number | null =>
  list.startsWith('lane ') ? Number(list.slice(5)) : null

/** What the board is of: its lanes are lists beside the others. */
export interface Board {
  /** The untagged one first, whose tag is null. */
  lanes: readonly { id: number; tag: Tag | null }[]
  /** What is in it alone; null: everything worked on. */
  view: SavedView | null
  /** Where cards stand that were moved here and whose move the server has not confirmed: ticket id to lane tags. */
  moving: ReadonlyMap<number, readonly number[]>
}

/** Choices of the manager's head. */
export interface Scope extends TabScope {
  /** The most urgent first, where tickets are worked on: assigned and waiting. */
  byPriority: boolean
  /** What the list of the chosen view is of, whatever else is chosen. */
  view: SavedView | null
  board: Board
}

/** What only the search knows. */
export interface Search {
  text: string
  tagIds: readonly number[]
  userIds: readonly number[]
  priorities: readonly Priority[]
}

export const NO_SEARCH: Search = { text: '', tagIds: [], userIds: [], priorities: [] }
export const isSearching = (search: Search): boolean =>
  search.text.trim() !== '' ||
  search.tagIds.length > 0 ||
  search.userIds.length > 0 ||
  search.priorities.length > 0

type Placed = ViewedTicket & Pick<StoredTicket, 'id' | 'tagsUnread'>

/** The server's clock and this one's idea of it may differ by so much: who just came into a list by time stays. Milliseconds. */
const CLOCK_LEEWAY_MS = 2_000

/**
 * Whether somebody sees a ticket and it fits now.
 * @param inIt whether it is in the list already.
 */
export function isShown(
  conditions: TicketConditions,
  ticket: ViewedTicket,
  viewer: Viewer,
  inIt: boolean,
): boolean {
  const now = serverNow()
  const fitsAt = (at: number): boolean => fits(ticket, conditions, viewer.id, at)
  return (
    maySee(viewer, ticket) &&
    (fitsAt(now) || (inIt && changesWithTime(conditions) && fitsAt(now + CLOCK_LEEWAY_MS)))
  )
}

/** Whether a card is shown in a lane; where it is being moved, as it will be. */
function isInLane(
  laneId: number,
  ticket: Placed,
  viewer: Viewer,
  { lanes, view, moving }: Board,
  inIt: boolean,
): boolean {
  const moved = moving.get(ticket.id)
  if (ticket.tagsUnread && !moved) return false
  const tags = moved?.map(id => ({ id })) ?? ticket.tags
  const laneIds = lanes.flatMap(({ id }) => (id === UNTAGGED_LANE ? [] : [id]))
  const inLane = isShown(laneConditions(laneId, laneIds, viewer.queueIds), { ...ticket, tags }, viewer, inIt)
  return inLane && (view === null || isShown(view.conditions, ticket, viewer, true))
}

/** What a list is of as far as it can be told here; null: of nothing. */
export function conditionsOf(list: ListName, scope: Scope, search: Search): TicketConditions | null {
  if (list === 'view') return scope.view?.conditions ?? null
  if (list !== 'search') return tabConditions(list, scope)
  const { tagIds, userIds, priorities } = search
  return { ...EVERY_TICKET, tagIds: [...tagIds], holders: [...userIds], priorities: [...priorities] }
}

/**
 * Whether a ticket belongs into a list.
 * @param inIt whether it is there already: a search cannot be evaluated here (bodies live on the server), so its
 *   results only ever leave it.
 */
export function belongs(
  list: ListName | LaneName,
  ticket: Placed,
  viewer: Viewer,
  scope: Scope,
  search: Search,
  inIt: boolean,
): boolean {
  const laneId = laneIdOf(list)
  if (laneId !== null) return isInLane(laneId, ticket, viewer, scope.board, inIt)
  if (list === 'search' && !inIt) return false
  const conditions = conditionsOf(list as ListName, scope, search)
  return conditions !== null && isShown(conditions, ticket, viewer, inIt)
}

type Ranked = Pick<
  StoredTicket,
  'id' | 'activityAt' | 'waitingSince' | 'priority' | 'snoozedUntil' | 'deadline'
>

/**
 * What a list is sorted by: the longest waiting customer first among pending tickets, who wakes next first among those that
 * are snoozed, the newest message first elsewhere. By priority the most urgent stand first where people take their next ticket from.
 */
export function orderOf(
  list: ListName,
  { byPriority, view }: Pick<Scope, 'byPriority' | 'view'>,
): TicketOrder {
  if (list === 'view') return view?.order ?? 'activity'
  if (byPriority && (list === 'assigned' || list === 'pending')) return 'priority'
  return list === 'pending' ? 'waiting' : list === 'snoozed' ? 'snoozed' : 'activity'
}

/** Tickets the person keeps at the top, by their place there. */
export type Pins = ReadonlyMap<number, number>

/** Who comes first in a list: what is pinned, in its order, then everything else in that of the list. */
export const compareIn =
  (order: TicketOrder, pins: Pins) =>
  (a: Ranked, b: Ranked): number => {
    const [first, second] = [pins.get(a.id), pins.get(b.id)]
    if (first !== undefined && second !== undefined) return first - second
    if (first !== undefined) return -1
    return second === undefined ? compareBy(order, a, b) : 1
  }

/** Who comes first in a list: in a lane who waits longest, as the server has it, whatever is pinned. */
export const comparing = (list: ListName | LaneName, scope: Scope, pins: Pins) =>
  laneIdOf(list) === null ? compareIn(orderOf(list as ListName, scope), pins) : compareByWait

/** An instant to sort by; what has none comes last. */
const instantOf = (instant: string | null): number => {
  const at = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at
}

const compareByWait = (a: Ranked, b: Ranked): number =>
  instantOf(a.waitingSince) - instantOf(b.waitingSince) || a.id - b.id

/** Who comes first in an order. Total: ties fall back to the activity, then to the id. */
export function compareBy(order: TicketOrder, a: Ranked, b: Ranked): number {
  const byActivity = a.activityAt - b.activityAt || a.id - b.id
  const byWait = instantOf(a.waitingSince) - instantOf(b.waitingSince)
  switch (order) {
    case 'activity':
      return -byActivity
    case 'oldest':
      return byActivity
    case 'waiting':
      return byWait || byActivity
    case 'priority':
      return urgencyOf(b.priority) - urgencyOf(a.priority) || byWait || byActivity
    case 'snoozed':
      return instantOf(a.snoozedUntil) - instantOf(b.snoozedUntil) || a.id - b.id
    case 'due':
      return instantOf(a.deadline?.dueAt ?? null) - instantOf(b.deadline?.dueAt ?? null) || a.id - b.id
  }
}

/**
 * Puts changed tickets where they belong without sorting the rest.
 * @param ids the list in order.
 * @param changed ids that may have moved, joined or left.
 * @param get the tickets; an id without a ticket leaves the list.
 * @param keep whether a ticket belongs into the list.
 * @param compare who comes first.
 * @param complete false while older pages are unread: a newcomer that would stand last is left to paging.
 * @returns the same array when nothing moved.
 */
export function replaceIn(
  list: ListName | LaneName,
  ids: readonly number[],
  changed: ReadonlySet<number>,
  get: (id: number) => StoredTicket | undefined,
  keep: (ticket: StoredTicket, inIt: boolean) => boolean,
  complete: boolean,
  compare: (a: StoredTicket, b: StoredTicket) => number,
): readonly number[] {
  if (list === 'search') {
    // A search stands in the server's order: results change in place, or leave.
    const stay = ids.filter(id => {
      const ticket = get(id)
      return ticket !== undefined && (!changed.has(id) || keep(ticket, true))
    })
    return stay.length === ids.length ? ids : stay
  }
  const present = new Set<number>()
  const rest: number[] = []
  for (const id of ids) {
    if (changed.has(id)) present.add(id)
    else rest.push(id)
  }
  const movers: StoredTicket[] = []
  for (const id of changed) {
    const ticket = get(id)
    if (ticket && keep(ticket, present.has(id))) movers.push(ticket)
  }
  if (present.size === 0 && movers.length === 0) return ids
  movers.sort(compare)

  const places = movers.map(mover => {
    let [low, high] = [0, rest.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const there = get(rest[middle] as number)
      if (there && compare(there, mover) < 0) low = middle + 1
      else high = middle
    }
    return low
  })
  const merged: number[] = []
  let taken = 0
  movers.forEach((mover, index) => {
    const place = places[index] as number
    for (; taken < place; taken += 1) merged.push(rest[taken] as number)
    if (complete || present.has(mover.id) || place < rest.length || rest.length === 0) merged.push(mover.id)
  })
  for (; taken < rest.length; taken += 1) merged.push(rest[taken] as number)
  return sameIds(ids, merged) ? ids : merged
}

/** Whether two id lists are the same in order. */
export function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
