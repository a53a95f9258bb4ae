/** Reading lists, figures and single tickets from the server into the store. */
import { PAGE, showsUnqueued, type Ticket, type User, type Viewer } from '@contract'
import { ApiError, isAborted } from '@/api'
import { feedPosition } from '../feed'
import { capability } from '../servers'
import { atSessionEnd } from '../session-end'
import { belongs, compareIn, isSearching, LIST_NAMES, type ListName, type Scope, type Search } from './lists'
import { advance, type Cursor, FIRST_PAGE } from './paging'
import { type TicketQuery, ticketsSource } from './source'
import { EMPTY_LIST, type TicketList, type TicketsState } from './state'
import { absorbTickets, resetTickets, touchedSince, useTicketsStore, whenFeedDemands } from './store'

const { getState, setState } = useTicketsStore

/** Least time between two askings for the figures of the tabs, in milliseconds. */
const COUNTS_EVERY_MS = 1_000
/** Pages read unasked for a list whose order the server does not know (longest waiting first). */
const UNORDERED_PAGES = 25

/** Queues a server is told when none is chosen; null says nothing (see `tellQueues`). */
let fallbackQueueIds: readonly number[] | null = null
/** False once the server turned out not to know the figures; lists' own totals serve then. */
let countsKnown = true

const cursors = new Map<ListName, Cursor>()
const reading = new Map<ListName, AbortController>()

/** Reads the visibility facts of a signed-in user. */
export const viewerOf = (user: User): Viewer => ({
  id: user.id,
  profile: user.profile,
  super: user.super,
  queueIds: user.queues.map(queue => queue.id),
  seesUnqueued: showsUnqueued(user, capability('unqueuedApart') !== 'native'),
})

const sameViewer = (a: Viewer | null, b: Viewer | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Says for whom the lists are. Another person empties the store; changed queues or rights of the same person read
 * the lists again.
 */
export function setViewer(viewer: Viewer | null): void {
  const before = getState().viewer
  if (sameViewer(before, viewer)) return
  if (!viewer || (before && before.id !== viewer.id)) {
    for (const controller of reading.values()) controller.abort()
    reading.clear()
    cursors.clear()
    countsKnown = true
    resetTickets()
  }
  setState({ viewer })
  if (before && viewer && before.id === viewer.id) void reloadLists()
}

/**
 * Some servers answer only tickets without a queue unless they are told every queue (design/contract.md 4.1).
 * @param queueIds what to send when nothing is chosen; null for servers that know the caller's queues themselves.
 */
export function tellQueues(queueIds: readonly number[] | null): void {
  fallbackQueueIds = queueIds
}

atSessionEnd('ticket lists', () => {
  setViewer(null)
  tellQueues(null)
})

function queryOf(state: TicketsState, list: ListName, at: Cursor): TicketQuery {
  const { scope, search } = state
  const queueIds = scope.queueIds.length > 0 ? scope.queueIds : fallbackQueueIds
  const query: TicketQuery = {
    pageNumber: at.page,
    showAll: scope.showAll,
    ...(at.cursor === null ? {} : { cursor: at.cursor }),
    ...(queueIds === null ? {} : { queueIds: [...queueIds] }),
  }
  const apart = scope.groupsApart ? { groups: false } : {}
  switch (list) {
    case 'assigned':
      return { ...query, ...apart, status: 'open' }
    case 'pending':
      return { ...query, ...apart, status: 'pending', order: 'waiting' }
    case 'closed':
      return { ...query, ...apart, status: 'closed' }
    case 'groups':
      return { ...query, groups: true }
    case 'search': {
      const text = search.text.trim()
      return {
        ...query,
        isSearch: true,
        ...(text ? { searchParam: text.slice(0, 200) } : {}),
        ...(search.tagIds.length > 0 ? { tags: [...search.tagIds] } : {}),
        ...(search.userIds.length > 0 ? { users: [...search.userIds] } : {}),
      }
    }
  }
}

function patchList(name: ListName, change: Partial<TicketList>): void {
  const { lists } = getState()
  setState({ lists: { ...lists, [name]: { ...lists[name], ...change } } })
}

/** Ids of a page that may stand in a list, laid behind what is there. */
function joined(name: ListName, existing: readonly number[], page: readonly number[]): number[] {
  const { byId, viewer, scope, search } = getState()
  const seen = new Set<number>()
  const ids: number[] = []
  for (const id of [...existing, ...page]) {
    const ticket = byId.get(id)
    if (seen.has(id) || !ticket || !viewer) continue
    seen.add(id)
    // Statuses change while pages travel; what the viewer may not see is the server's own decision.
    if (name === 'search' || belongs(name, ticket, { ...viewer, super: true }, scope, search, true))
      ids.push(id)
  }
  if (name === 'search') return ids
  return ids.sort((a, b) => {
    const [first, second] = [byId.get(a), byId.get(b)]
    return first && second ? compareIn(name, first, second) : 0
  })
}

/**
 * Reads one page.
 * @param existing the ids it is laid behind.
 * @returns the list as it is then, or null when the reading was overtaken by another.
 */
async function readPage(
  name: ListName,
  at: Cursor,
  existing: readonly number[],
  controller: AbortController,
): Promise<{ ids: number[]; at: Cursor; found: number; total: number | null } | null> {
  const askedAt = feedPosition()
  const answer = await ticketsSource().page(queryOf(getState(), name, at), controller.signal)
  if (controller.signal.aborted) return null
  absorbTickets(answer.tickets, askedAt)
  const had = new Set(existing)
  const arrived = answer.tickets.map(ticket => ticket.id)
  const found = new Set(arrived.filter(id => !had.has(id))).size
  const ids = joined(name, existing, arrived)
  return {
    ids,
    at: advance(at, answer, found, ids.length),
    found,
    total: answer.count > 0 ? answer.count : null,
  }
}

function show(name: ListName, read: { ids: readonly number[]; at: Cursor; total: number | null }): void {
  cursors.set(name, read.at)
  const { ids, at, total } = read
  patchList(name, { ids, status: 'ready', error: null, complete: at.complete, total })
}

/** Whether the server's order is not the list's, so that only a whole list is in order. */
const unordered = (name: ListName, at: Cursor): boolean =>
  name === 'pending' && at.cursor === null && !at.complete

/**
 * Reads a list from its beginning. Rows on screen stay until the answer is here; as many rows are read as were
 * there before, so that nobody loses the place.
 */
export async function reloadList(name: ListName): Promise<void> {
  if (!getState().viewer) return
  reading.get(name)?.abort()
  const controller = new AbortController()
  reading.set(name, controller)
  const startedAt = feedPosition()
  const wanted = getState().lists[name].ids.length
  patchList(name, { status: 'loading', loadingMore: false, moreFailed: false })
  try {
    let read = await readPage(name, FIRST_PAGE, [], controller)
    for (let page = 1; read && !read.at.complete && page < UNORDERED_PAGES; page += 1) {
      if (wanted === 0) show(name, read)
      if (read.ids.length >= wanted && !unordered(name, read.at)) break
      read = await readPage(name, read.at, read.ids, controller)
    }
    if (!read) return
    // Rows that live events put there while the pages travelled are newer than the pages.
    const live = getState().lists[name].ids.filter(id => touchedSince(id, startedAt))
    show(name, { ...read, ids: joined(name, read.ids, live) })
  } catch (error) {
    if (controller.signal.aborted || isAborted(error)) return
    patchList(name, { status: 'failed', error })
  } finally {
    if (reading.get(name) === controller) reading.delete(name)
  }
}

/** Reads a list if nobody has yet. */
export function openList(name: ListName): void {
  if (getState().lists[name].status === 'idle') void reloadList(name)
}

/** Reads the next page; does nothing while one is under way or when all is here. */
export async function loadMore(name: ListName): Promise<void> {
  const list = getState().lists[name]
  if (list.status !== 'ready' || list.loadingMore || list.complete || reading.has(name)) return
  const controller = new AbortController()
  reading.set(name, controller)
  patchList(name, { loadingMore: true, moreFailed: false })
  try {
    // A page of repetitions shows nothing new: go on until something does, or the end.
    for (let found = 0; found === 0 && !getState().lists[name].complete; ) {
      const at = cursors.get(name) ?? FIRST_PAGE
      const read = await readPage(name, at, getState().lists[name].ids, controller)
      if (!read) return
      show(name, read)
      found = read.found
    }
    patchList(name, { loadingMore: false })
  } catch (error) {
    if (controller.signal.aborted || isAborted(error)) return
    patchList(name, { loadingMore: false, moreFailed: true, error })
  } finally {
    if (reading.get(name) === controller) reading.delete(name)
  }
}

/** Reads every list again that was read before, and the figures. */
export async function reloadLists(): Promise<void> {
  refreshCounts()
  const { lists } = getState()
  await Promise.all(LIST_NAMES.filter(name => lists[name].status !== 'idle').map(reloadList))
}

/** Changes queue filter, show-all or the place of groups. */
export function setScope(change: Partial<Scope>): void {
  const { scope } = getState()
  const next = { ...scope, ...change }
  if (JSON.stringify(next) === JSON.stringify(scope)) return
  setState({ scope: next })
  void reloadLists()
}

/** Starts a search at once (the field decides when); an empty one clears the results. */
export function setSearch(search: Search): void {
  setState({ search })
  if (isSearching(search)) {
    const { lists } = getState()
    // Results of another question must not stand under this one (incumbent, defect 6).
    setState({ lists: { ...lists, search: EMPTY_LIST } })
    void reloadList('search')
    return
  }
  reading.get('search')?.abort()
  reading.delete('search')
  cursors.delete('search')
  patchList('search', EMPTY_LIST)
}

/* ---------------------------------------------------------------- figures */

let countsTimer: ReturnType<typeof setTimeout> | null = null
let countsAskedAt = Number.NEGATIVE_INFINITY
let countsBusy = false

async function readCounts(): Promise<void> {
  const { viewer, scope } = getState()
  if (!viewer || !countsKnown) return
  countsAskedAt = Date.now()
  countsBusy = true
  const queueIds = scope.queueIds.length > 0 ? scope.queueIds : fallbackQueueIds
  try {
    const counts = await ticketsSource().counts({
      showAll: scope.showAll,
      ...(queueIds === null ? {} : { queueIds: [...queueIds] }),
    })
    const now = getState()
    if (now.viewer?.id === viewer.id && now.scope === scope) setState({ counts })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) countsKnown = false
  } finally {
    countsBusy = false
  }
}

/** Asks for the figures of the tabs: at once when asked alone, at most once a second in a flood. */
export function refreshCounts(): void {
  if (countsTimer) return
  const wait = countsAskedAt + COUNTS_EVERY_MS - Date.now()
  if (wait <= 0 && !countsBusy) {
    void readCounts()
    return
  }
  countsTimer = setTimeout(
    () => {
      countsTimer = null
      void readCounts()
    },
    Math.max(wait, 100),
  )
}

/* ---------------------------------------------------------------- one ticket */

/**
 * Asks the server for the ticket behind a link.
 * @throws ApiError as the client throws it (403 when the viewer may not see it, 404 when it is gone).
 */
export async function fetchTicket(uuid: string, signal?: AbortSignal): Promise<Ticket> {
  const askedAt = feedPosition()
  const ticket = await ticketsSource().byUuid(uuid, signal)
  if (!signal?.aborted) absorbTickets([ticket], askedAt)
  return ticket
}

/** Asks the server for a ticket by its id. @throws ApiError as the client throws it. */
export async function fetchTicketById(id: number): Promise<Ticket> {
  const askedAt = feedPosition()
  const ticket = await ticketsSource().byId(id)
  absorbTickets([ticket], askedAt)
  return ticket
}

whenFeedDemands({
  recount: refreshCounts,
  async resync() {
    const { selectedId, byId } = getState()
    const selected = selectedId === null ? undefined : byId.get(selectedId)
    await Promise.all([reloadLists(), selected ? fetchTicket(selected.uuid).catch(() => {}) : undefined])
  },
})

/** Rows of a full page; screens use it to guess how many skeleton rows to draw. */
export const TICKETS_PER_PAGE = PAGE.tickets
