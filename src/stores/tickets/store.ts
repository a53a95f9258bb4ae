/** The tickets store and the selectors screens read it through. Writers live in load.ts and actions.ts. */
import type { FeedEvent, Ticket, TicketTab, Viewer } from '@contract'
import { eventsOf, registerFeed } from '../feed'
import { createTouched } from '../newer'
import { withLocalReads } from '../read-here'
import { capability } from '../servers'
import { createSessionStore } from '../session-end'
import { belongs, type LaneName, type ListName, NO_SEARCH, type Scope } from './lists'
import type { StoredTicket } from './model'
import { isChanging, isOwnChange } from './own-changes'
import {
  absorb,
  applyFeed,
  COUNT_OF,
  EMPTY_LIST,
  initialState,
  select,
  settle,
  type TicketCounts,
  type TicketList,
  type TicketsState,
} from './state'

export const useTicketsStore = createSessionStore<TicketsState>('tickets', initialState)
const { getState, setState } = useTicketsStore

/** Tickets that events have changed. */
export const touched = createTouched()
let onRecount: () => void = () => {}
let onResync: () => void | Promise<void> = () => {}

/** Wires what must follow a live event; called by load.ts so that the two modules do not import each other. */
export function whenFeedDemands(hooks: { recount: () => void; resync: () => void | Promise<void> }): void {
  onRecount = hooks.recount
  onResync = hooks.resync
}

type Watcher = (before: TicketsState, after: TicketsState, events: readonly FeedEvent[]) => void
const watchers: Watcher[] = []

/** Adds who compares the store before and after each batch of live events (handed-over.ts, taken-away.ts). */
export function whenTicketsChange(look: Watcher): void {
  watchers.push(look)
}

registerFeed({
  name: 'tickets',
  applyEvents(events) {
    const before = getState()
    const { state, changed, recount } = applyFeed(before, events, capability('wholeLists') !== 'native')
    touched.note(changed)
    // Also of one nobody here knows yet: an answer that is on its way was read before it was taken away.
    const removed = eventsOf(events, 'ticket').flatMap(data =>
      'ticket' in data || data.action === 'updateUnread' ? [] : [data.ticketId],
    )
    touched.note(removed)
    if (state !== before) setState(state)
    if (recount) onRecount()
    for (const look of watchers) look(before, state, events)
  },
  refetch: () => onResync(),
})

/**
 * Whether an answer was read before a change of this person's own: accepting asks for the messages at once, and their page
 * may say that the ticket still waits. While the change is on its way nothing else is believed; for a while after it nothing
 * older than what it answered.
 */
function isBehind(known: StoredTicket, answer: Ticket): boolean {
  if (isChanging(known.id)) return true
  return isOwnChange(known.id) && Date.parse(answer.updatedAt) < Date.parse(known.updatedAt)
}

/**
 * Lays tickets of an answer over the store.
 * @param position of the answer among the events (`placed`).
 */
export function absorbTickets(tickets: readonly Ticket[], position: number): void {
  const before = getState()
  const behind = new Set(
    tickets
      .filter(ticket => {
        const known = before.byId.get(ticket.id)
        return known !== undefined && isBehind(known, ticket)
      })
      .map(ticket => ticket.id),
  )
  const { state, recount } = absorb(
    before,
    tickets.map(withLocalReads),
    id => behind.has(id) || touched.since(id, position),
  )
  setState(state)
  if (recount && state.counts) onRecount()
}

/** Changes one known ticket at once (optimistic actions); the lists follow. */
export function patchTicket(id: number, change: Partial<StoredTicket>): void {
  const before = getState()
  const known = before.byId.get(id)
  if (!known) return
  const byId = new Map(before.byId).set(id, { ...known, ...change })
  setState(settle(before, byId, new Set([id])).state)
}

/** Takes a ticket out of every list. The one on screen stays known until its screen lets go of it. */
export function dropTicket(id: number): void {
  const before = getState()
  if (!before.byId.has(id)) return
  setState(
    settle({ ...before, gone: new Set(before.gone).add(id) }, new Map(before.byId), new Set([id])).state,
  )
}

/** Notes which ticket is on screen; null when none is. */
export function selectTicket(id: number | null): void {
  const before = getState()
  if (before.selectedId === id) return
  setState(select(before, id))
}

/** Forgets everything (sign-out, tests). */
export function resetTickets(): void {
  touched.clear()
  uuidHints.clear()
  setState(initialState(), true)
}

export const ticketById = (id: number): StoredTicket | undefined => getState().byId.get(id)

/** uuid -> id as last found; a hint that is checked, never the truth. */
const uuidHints = new Map<string, number>()

function findByUuid(byId: TicketsState['byId'], uuid: string): StoredTicket | undefined {
  const hint = uuidHints.get(uuid)
  const hinted = hint === undefined ? undefined : byId.get(hint)
  if (hinted?.uuid === uuid) return hinted
  for (const ticket of byId.values()) {
    if (ticket.uuid !== uuid) continue
    uuidHints.set(uuid, ticket.id)
    return ticket
  }
  return undefined
}

/** A known ticket by the id its link carries. */
export const ticketByUuid = (uuid: string): StoredTicket | undefined => findByUuid(getState().byId, uuid)

/* ---------------------------------------------------------------- selectors */

/** One ticket; draws again only when that ticket changed. */
export const useTicket = (id: number | null): StoredTicket | undefined =>
  useTicketsStore(state => (id === null ? undefined : state.byId.get(id)))

/** The known ticket behind a link, undefined while it is unknown. */
export const useTicketByUuid = (uuid: string | undefined): StoredTicket | undefined =>
  useTicketsStore(state => (uuid ? findByUuid(state.byId, uuid) : undefined))

/** One list: ids in order, loading state. */
export const useTicketList = (name: ListName | LaneName): TicketList =>
  useTicketsStore(state => state.lists[name] ?? EMPTY_LIST)
/** Figures of the tabs; null until they are known. */
export const useTicketCounts = (): TicketCounts | null => useTicketsStore(state => state.counts)
export const useTicketScope = (): Scope => useTicketsStore(state => state.scope)
export const useViewer = (): Viewer | null => useTicketsStore(state => state.viewer)
export const useSelectedTicketId = (): number | null => useTicketsStore(state => state.selectedId)
/** Whether an event took the ticket away: its screen asks the server whether it may still be seen. */
export const useTicketGone = (id: number | null): boolean =>
  useTicketsStore(state => id !== null && state.gone.has(id))

/**
 * The figure on a tab: the server's count, else what its list was said to hold. Where a server does not tell groups
 * from the others, their figure is what their list shows so far (it is read whole, see load.ts), and it is taken
 * from the tabs that they do not stand in.
 * @returns null while nothing is known, as before the list was ever read.
 */
export function countOf(
  state: Pick<TicketsState, 'counts' | 'lists' | 'byId' | 'scope' | 'viewer'>,
  tab: TicketTab,
): number | null {
  const figure = state.counts?.[COUNT_OF[tab]] ?? null
  const list = state.lists[tab]
  if (figure !== null) {
    if (!countsGroupsAmong(state)) return figure
    return Math.max(list.ids.length, figure - groupsAmong(state, tab))
  }
  if (!list.hasMore || (state.counts && list.status === 'ready')) return list.ids.length
  return list.total
}

/** Whether the server's figures hold groups that stand in a tab of their own. */
export const countsGroupsAmong = ({ counts, scope }: Pick<TicketsState, 'counts' | 'scope'>): boolean =>
  counts?.groups === null && scope.groupsApart

/** How many known group tickets a server counts into a tab that does not show them. */
function groupsAmong(
  { byId, scope, viewer }: Pick<TicketsState, 'byId' | 'scope' | 'viewer'>,
  tab: TicketTab,
): number {
  if (!viewer) return 0
  const together = { ...scope, groupsApart: false }
  let groups = 0
  for (const ticket of byId.values())
    if (ticket.isGroup && belongs(tab, ticket, viewer, together, NO_SEARCH, true)) groups += 1
  return groups
}
