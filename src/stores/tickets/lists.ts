/**
 * Lists of tickets: who belongs into which, and in what order. Pure; the live rules are those of docs/specification.md
 * 1.4 ("Live lists"), the visibility rule is the contract's `maySee`.
 */
import { maySee, type Priority, urgencyOf, type Viewer } from '@contract'
import type { StoredTicket } from './model'

export const TICKET_TABS = ['assigned', 'pending', 'snoozed', 'groups', 'closed'] as const
export type TicketTab = (typeof TICKET_TABS)[number]
/** A tab's list, or the result of a search. */
export type ListName = TicketTab | 'search'
export const LIST_NAMES: readonly ListName[] = [...TICKET_TABS, 'search']

/** What all tabs share: choices of the manager's head. */
export interface Scope {
  /** Queues to show; empty shows every queue the viewer may see, and tickets without one. */
  queueIds: readonly number[]
  /** Also other agents' tickets. */
  showAll: boolean
  /** Groups have a tab of their own, so they stay out of the others. */
  groupsApart: boolean
  /** Their tab holds resolved ones too, as the server lists and counts groups by themselves (capability `groupList`). */
  groupsWhole: boolean
  /** The most urgent first, where tickets are worked on: assigned and waiting. */
  byPriority: boolean
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

type Placed = Pick<
  StoredTicket,
  'id' | 'status' | 'userId' | 'queueId' | 'isGroup' | 'tags' | 'priority' | 'snoozedAt'
>

/**
 * Whether a ticket belongs into a list.
 * @param inIt whether it is there already: a search cannot be evaluated here (bodies live on the server), so its
 *   results only ever leave it.
 */
export function belongs(
  list: ListName,
  ticket: Placed,
  viewer: Viewer,
  scope: Scope,
  search: Search,
  inIt: boolean,
): boolean {
  if (!maySee(viewer, ticket)) return false
  if (list === 'search') {
    return (
      inIt &&
      search.tagIds.every(id => ticket.tags.some(tag => tag.id === id)) &&
      (search.userIds.length === 0 || (ticket.userId !== null && search.userIds.includes(ticket.userId))) &&
      (search.priorities.length === 0 || search.priorities.includes(ticket.priority))
    )
  }
  // Tickets without a queue pass every queue filter, as on the server (docs/legacy-server.md 4.1).
  if (scope.queueIds.length > 0 && ticket.queueId !== null && !scope.queueIds.includes(ticket.queueId)) {
    return false
  }
  const mine = scope.showAll || ticket.userId === viewer.id
  // What sleeps stands in its own list alone.
  const asleep = ticket.snoozedAt !== null
  if (list === 'snoozed') return asleep && (mine || ticket.status === 'pending')
  if (asleep) return false
  switch (list) {
    case 'assigned':
      return ticket.status === 'open' && mine && !(scope.groupsApart && ticket.isGroup)
    case 'pending':
      return ticket.status === 'pending' && !(scope.groupsApart && ticket.isGroup)
    case 'groups':
      return ticket.isGroup && (scope.groupsWhole || ticket.status !== 'closed')
    case 'closed':
      return ticket.status === 'closed' && mine && !(scope.groupsApart && scope.groupsWhole && ticket.isGroup)
  }
}

/** Lists that people take their next ticket from. */
export const sortsByPriority = (list: ListName): boolean => list === 'assigned' || list === 'pending'

type Ranked = Pick<StoredTicket, 'id' | 'activityAt' | 'waitingSince' | 'priority' | 'snoozedUntil'>

/** An instant to sort by; what has none comes last. */
const instantOf = (instant: string | null): number => {
  const at = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at
}

/**
 * Order of a list: the longest waiting customer first among pending tickets (those where nobody waits after them),
 * who wakes next first among those that sleep, the newest message first elsewhere. By priority the most urgent stand first, and among them who waits longest. Total: ties
 * fall back to the id.
 */
export function compareIn(list: ListName, a: Ranked, b: Ranked, byPriority = false): number {
  const ranked = byPriority && sortsByPriority(list)
  if (ranked && a.priority !== b.priority) return urgencyOf(b.priority) - urgencyOf(a.priority)
  if (list === 'pending' || ranked) {
    const [first, second] = [instantOf(a.waitingSince), instantOf(b.waitingSince)]
    if (first !== second) return first < second ? -1 : 1
    if (a.activityAt !== b.activityAt) return a.activityAt - b.activityAt
    return a.id - b.id
  }
  if (list === 'snoozed') {
    const [first, second] = [instantOf(a.snoozedUntil), instantOf(b.snoozedUntil)]
    return first === second ? a.id - b.id : first < second ? -1 : 1
  }
  if (a.activityAt !== b.activityAt) return b.activityAt - a.activityAt
  return b.id - a.id
}

/**
 * Puts changed tickets where they belong without sorting the rest.
 * @param ids the list in order.
 * @param changed ids that may have moved, joined or left.
 * @param get the tickets; an id without a ticket leaves the list.
 * @param keep whether a ticket belongs into the list.
 * @param byPriority whether the most urgent come first.
 * @param complete false while older pages are unread: a newcomer that would stand last is left to paging.
 * @returns the same array when nothing moved.
 */
export function replaceIn(
  list: ListName,
  ids: readonly number[],
  changed: ReadonlySet<number>,
  get: (id: number) => StoredTicket | undefined,
  keep: (ticket: StoredTicket, inIt: boolean) => boolean,
  complete: boolean,
  byPriority: boolean,
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
  movers.sort((a, b) => compareIn(list, a, b, byPriority))

  const places = movers.map(mover => {
    let [low, high] = [0, rest.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const there = get(rest[middle] as number)
      if (there && compareIn(list, there, mover, byPriority) < 0) low = middle + 1
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
