/** Shape of the tickets store and its pure transitions: live events and pages from the server. */
import {
  type FeedEvent,
  type SavedView,
  TICKET_TABS,
  type Ticket,
  type TicketTab,
  type Viewer,
} from '@contract'
import { serverNow } from '../clock'
import { eventsOf } from '../feed'
import { NOTHING_READ, type PageStatus } from '../paged-list'
import { layEvents } from './events'
import {
  belongs,
  comparing,
  isShown,
  type LaneName,
  LIST_NAMES,
  type ListName,
  laneIdOf,
  NO_SEARCH,
  type Pins,
  replaceIn,
  type Scope,
  type Search,
} from './lists'
import { mergeTicket, type StoredTicket } from './model'

export interface TicketList extends PageStatus {
  /** In order; every id is in `byId`. */
  ids: readonly number[]
  /** The server's own figure, when it gave one. */
  total: number | null
  /** The search stopped at conversations of this moment: older ones are looked through when somebody asks for it. */
  stoppedAt: string | null
}

export interface TicketCounts {
  open: number
  pending: number
  closed: number
  /** Null where the server does not count groups. */
  groups: number | null
  /** Null where the server does not count it. */
  unread: number | null
  /** Null where tickets cannot be snoozed. */
  snoozed: number | null
}

export interface TicketsState {
  byId: ReadonlyMap<number, StoredTicket>
  lists: Readonly<Record<ListName, TicketList> & Record<LaneName, TicketList>>
  /** null until the server answered once. */
  counts: TicketCounts | null
  viewer: Viewer | null
  scope: Scope
  search: Search
  /** All the person sees, and how many tickets are in each as far as it is known. */
  views: readonly SavedView[]
  viewCounts: ReadonlyMap<number, number | null>
  /** Grows with everything after which those figures have to be asked for again. */
  viewsMoved: number
  /** The ticket on screen. */
  selectedId: number | null
  /** Tickets an event took away, that may still be on screen: whoever shows one has to ask the server. */
  gone: ReadonlySet<number>
  serverKeepsClock: boolean
  pins: Pins
}

/** Nobody knows yet whether the server has more than nothing. */
export const EMPTY_LIST: TicketList = {
  ...NOTHING_READ,
  ids: [],
  hasMore: true,
  total: null,
  stoppedAt: null,
}

/** A store nobody has signed in to. */
export const initialState = (): TicketsState => ({
  byId: new Map(),
  lists: Object.fromEntries(LIST_NAMES.map(name => [name, EMPTY_LIST])) as Record<ListName, TicketList>,
  counts: null,
  viewer: null,
  scope: {
    queueIds: [],
    showAll: false,
    groupsApart: false,
    groupsWhole: true,
    byPriority: false,
    view: null,
    board: { lanes: [], view: null, moving: new Map() },
  },
  search: NO_SEARCH,
  views: [],
  viewCounts: new Map(),
  viewsMoved: 0,
  selectedId: null,
  gone: new Set(),
  serverKeepsClock: false,
  pins: new Map(),
})

/** Which figure a tab shows. */
export const COUNT_OF: Record<TicketTab, keyof TicketCounts> = {
  assigned: 'open',
  pending: 'pending',
  snoozed: 'snoozed',
  groups: 'groups',
  closed: 'closed',
}

/** Ids changed by a transition, and whether the figures on the tabs have to be asked for again. */
export interface Outcome {
  state: TicketsState
  changed: ReadonlySet<number>
  /** True when a ticket may have joined or left a tab in a way that cannot be counted from here. */
  recount: boolean
}

/** The figures of the views after tickets changed from `before` to `after`. */
function countViews(
  { views, viewCounts, viewsMoved, viewer }: TicketsState,
  changes: readonly { before: StoredTicket | undefined; after: StoredTicket | undefined }[],
): Pick<TicketsState, 'viewCounts' | 'viewsMoved'> {
  const counts = new Map(viewCounts)
  let moved = viewsMoved
  for (const { before, after } of changes)
    for (const view of views) {
      if (!viewer) break
      const was = before !== undefined && isShown(view.conditions, before, viewer, true)
      const is = after !== undefined && isShown(view.conditions, after, viewer, true)
      // Of one that nobody here knew it is not known where it was.
      if (before && was === is) continue
      moved += 1
      const figure = counts.get(view.id) ?? null
      if (before && figure !== null) counts.set(view.id, Math.max(0, figure + (is ? 1 : -1)))
    }
  return moved === viewsMoved ? { viewCounts, viewsMoved } : { viewCounts: counts, viewsMoved: moved }
}

/**
 * Whether a ticket stands in a list. Of a view of unread ones the one on screen stays, though it has been read by that:
 * the place in the view is not lost before the ticket is left.
 */
function standsIn(
  state: TicketsState,
  viewer: Viewer,
  name: ListName | LaneName,
  ticket: StoredTicket,
  inIt: boolean,
): boolean {
  const { scope, search, selectedId } = state
  const isIn = (one: StoredTicket): boolean => belongs(name, one, viewer, scope, search, inIt)
  if (isIn(ticket)) return true
  const justRead = name === 'view' && inIt && ticket.id === selectedId && ticket.unreadMessages === 0
  return justRead && isIn({ ...ticket, unreadMessages: 1 })
}

/**
 * Places changed tickets in every loaded list and moves the figures of the tabs along.
 * @param byId tickets after the change.
 * @param uncounted whether a ticket nobody here knew may be missing in the figures; left out where an answer brought them.
 */
export function settle(
  state: TicketsState,
  byId: ReadonlyMap<number, StoredTicket>,
  changed: ReadonlySet<number>,
  uncounted?: (ticket: StoredTicket) => boolean,
): { state: TicketsState; recount: boolean } {
  const { viewer, scope, search } = state
  if (!viewer || changed.size === 0) return { state: { ...state, byId }, recount: false }
  const lists = { ...state.lists }
  for (const name of Object.keys(lists) as (ListName | LaneName)[]) {
    const list = lists[name]
    if (!list || list.status === 'idle') continue
    const ids = replaceIn(
      name,
      list.ids,
      changed,
      id => (state.gone.has(id) ? undefined : byId.get(id)),
      (ticket, inIt) => standsIn(state, viewer, name, ticket, inIt),
      // A card that was put into a lane, or back, is seen there, also behind those that are loaded.
      !list.hasMore || laneIdOf(name) !== null,
      comparing(name, scope, state.pins),
    )
    if (ids !== list.ids) lists[name] = { ...list, ids }
  }

  let counts = state.counts
  let recount = false
  const changes = [...changed].map(id => ({
    before: state.byId.get(id),
    after: state.gone.has(id) ? undefined : byId.get(id),
  }))
  const views = countViews(state, uncounted ? changes : changes.filter(({ before }) => before))
  for (const { before, after } of changes) {
    if (!before) {
      recount ||= after !== undefined && (uncounted?.(after) ?? false)
      continue
    }
    for (const tab of TICKET_TABS) {
      const was = belongs(tab, before, viewer, scope, search, true)
      const is = after !== undefined && belongs(tab, after, viewer, scope, search, true)
      if (was === is) continue
      recount = true
      const key = COUNT_OF[tab]
      const figure = counts?.[key] ?? null
      if (counts && figure !== null) counts = { ...counts, [key]: Math.max(0, figure + (is ? 1 : -1)) }
    }
  }
  return { state: { ...state, ...withoutGone(byId, state), ...views, lists, counts }, recount }
}

/** Notes which ticket is on screen; what stood in a list only for that leaves it. @param id null when none is. */
export function select(state: TicketsState, id: number | null): TicketsState {
  const left = new Set(state.gone)
  if (state.selectedId !== null) left.add(state.selectedId)
  return settle({ ...state, selectedId: id }, state.byId, left).state
}

/** Forgets tickets that were taken away, except the one on screen: it is verified with the server first. */
function withoutGone(
  byId: ReadonlyMap<number, StoredTicket>,
  { gone, selectedId }: TicketsState,
): Pick<TicketsState, 'byId' | 'gone'> {
  if (gone.size === 0 || (gone.size === 1 && selectedId !== null && gone.has(selectedId)))
    return { byId, gone }
  const left = new Map(byId)
  for (const id of gone) if (id !== selectedId) left.delete(id)
  return { byId: left, gone: new Set(selectedId !== null && gone.has(selectedId) ? [selectedId] : []) }
}

/** A ticket this old was there when the figures were asked for last: they are asked for after every gap. Milliseconds. */
const COUNTED_AFTER_MS = 120_000

/**
 * Applies one batch of live events. Unknown channels are other stores' business.
 * @param omitsTags whether tickets inside messages lack their tags.
 */
export function applyFeed(state: TicketsState, events: readonly FeedEvent[], omitsTags = false): Outcome {
  const laid = layEvents(state, events, omitsTags)
  const { byId, changed, gone, serverKeepsClock, renamed } = laid
  if (changed.size === 0 && !renamed) return { state, changed, recount: false }
  // A message changes the tab of nobody: a ticket that is not listed here yet was counted with the others.
  const moved = new Set(
    eventsOf(events, 'ticket').map(data => ('ticket' in data ? data.ticket.id : data.ticketId)),
  )
  const isNew = ({ createdAt }: StoredTicket): boolean =>
    createdAt === null || serverNow() - Date.parse(createdAt) < COUNTED_AFTER_MS
  const settled = settle(
    { ...state, gone, serverKeepsClock },
    byId,
    changed,
    ticket => moved.has(ticket.id) || isNew(ticket),
  )
  return { ...settled, changed }
}

/**
 * Lays tickets from a REST answer over the store; those an event touched meanwhile stay as the event left them.
 * @param newerThanAnswer whether an event touched a ticket after the request had left.
 */
export function absorb(
  state: TicketsState,
  tickets: readonly Ticket[],
  newerThanAnswer: (id: number) => boolean,
): { state: TicketsState; recount: boolean } {
  const serverKeepsClock = state.serverKeepsClock || tickets.some(ticket => ticket.waitingSince !== null)
  const byId = new Map(state.byId)
  const changed = new Set<number>()
  const gone = new Set(state.gone)
  for (const ticket of tickets) {
    if (newerThanAnswer(ticket.id)) continue
    const known = byId.get(ticket.id)
    byId.set(ticket.id, mergeTicket(known, ticket, { serverKeepsClock }))
    changed.add(ticket.id)
    gone.delete(ticket.id)
  }
  // An answer that brings more of what the server has changes no figure.
  return settle({ ...state, gone, serverKeepsClock }, byId, changed)
}
