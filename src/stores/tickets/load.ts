/** Reading lists, figures and single tickets from the server into the store. */
import { PAGE, type SavedView, showsUnqueued, type Ticket, type User, type Viewer } from '@contract'
import { ApiError } from '@/api'
import { feedPosition } from '../feed'
import { placed } from '../newer'
import { createPages, type Pages, type Place } from '../paged-list'
import { capability } from '../servers'
import { atSessionEnd } from '../session-end'
import { onThreadAnswer } from '../thread-answers'
import {
  belongs,
  comparing,
  isSearching,
  type LaneName,
  LIST_NAMES,
  type ListName,
  laneIdOf,
  type Scope,
  type Search,
} from './lists'
import { queryOf } from './query'
import { clearSelection } from './selection'
import { rememberedShowAll, rememberShowAll } from './show-all'
import { type TicketPage, ticketsSource } from './source'
import { EMPTY_LIST, type TicketList } from './state'
import {
  absorbTickets,
  countsGroupsAmong,
  resetTickets,
  ticketById,
  touched,
  useTicketsStore,
  whenFeedDemands,
} from './store'

const { getState, setState } = useTicketsStore

/** Least time between two askings for the figures of the tabs, in milliseconds. */
const COUNTS_EVERY_MS = 1_000
/** Pages read unasked, of a list whose order the server does not know (longest waiting first) or does not count. */
const UNASKED_PAGES = 25

/** As of `setFallbackQueues`. */
let fallbackQueueIds: readonly number[] | null = null
/** False once the server turned out not to know the figures; lists' own totals serve then. */
let countsKnown = true

/** A page with its tickets as rows and its position among the events. */
type TicketRows = TicketPage & { rows: readonly Ticket[]; position: number }
/** Asks for a page. @returns it with its position among the events. */
type AskPage = (place: Place, signal: AbortSignal) => Promise<[TicketPage, number]>

/** Reads the visibility facts of a signed-in user. */
export const viewerOf = (user: User): Viewer => ({
  id: user.id,
  profile: user.profile,
  super: user.super,
  queueIds: user.queues.map(queue => queue.id),
  seesUnqueued: showsUnqueued(user, capability('unqueuedApart') !== 'native'),
})

/**
 * Says for whom the lists are. Another person empties the store; changed queues or rights of the same person read
 * the lists again.
 */
export function setViewer(viewer: Viewer | null): void {
  const before = getState().viewer
  if (JSON.stringify(before) === JSON.stringify(viewer)) return
  if (!viewer || (before && before.id !== viewer.id)) {
    for (const name of LIST_NAMES) pages[name].stop()
    countsKnown = true
    resetTickets()
  }
  if (viewer && before?.id !== viewer.id && rememberedShowAll(viewer))
    setState({ scope: { ...getState().scope, showAll: true } })
  setState({ viewer })
  if (before && viewer && before.id === viewer.id) void reloadLists()
}

/**
 * Some servers answer only tickets without a queue unless they are sent every queue.
 * @param queueIds what to send when nothing is chosen; null for servers that know the caller's queues themselves.
 */
export function setFallbackQueues(queueIds: readonly number[] | null): void {
  fallbackQueueIds = queueIds
}

/** Queues that a question about tickets names where none are chosen; null where the server needs none named. */
export const fallbackQueues = (): readonly number[] | null => fallbackQueueIds

atSessionEnd('ticket lists', () => {
  setViewer(null)
  setFallbackQueues(null)
})

export function patchList(name: ListName | LaneName, change: Partial<TicketList>): void {
  const { lists } = getState()
  setState({ lists: { ...lists, [name]: { ...EMPTY_LIST, ...lists[name], ...change } } })
}

/** Ids of a page that may stand in a list, laid behind what is there. */
function joined(name: ListName | LaneName, existing: readonly number[], page: readonly number[]): number[] {
  const { byId, viewer, scope, search, pins } = getState()
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
  const compare = comparing(name, scope, pins)
  return ids.sort((a, b) => {
    const [first, second] = [byId.get(a), byId.get(b)]
    return first && second ? compare(first, second) : 0
  })
}

/** Tickets that lists have brought since everything is read again; null while nothing is. */
let readAgain: Set<number> | null = null

/**
 * Several orders over one set of tickets: a list holds ids, pages are laid into the store, live events move the ids.
 * @param believed as of `PagesHost`. @param beginsAt where among the events the rows of a reading begin to be newer.
 */
export function createTicketPages(
  name: ListName | LaneName,
  askPage: AskPage,
  { believed = false, beginsAt = feedPosition } = {},
): Pages {
  const list = (): TicketList => getState().lists[name] ?? EMPTY_LIST
  let began = beginsAt()
  return createPages<number, TicketRows>({
    believed,
    status: list,
    set: change => patchList(name, change),
    rows: () => list().ids,
    async ask(place, signal) {
      const [answer, position] = await askPage(place, signal)
      return { ...answer, rows: answer.tickets, position }
    },
    lay(before, { tickets, position }) {
      absorbTickets(tickets, position)
      const had = new Set(before)
      const page = tickets.map(ticket => ticket.id)
      for (const id of page) readAgain?.add(id)
      return { rows: joined(name, before, page), fresh: new Set(page.filter(id => !had.has(id))).size }
    },
    show(read, { count, counted = true, stoppedAt = null }, status) {
      // Rows that live events put there while the pages travelled are newer than the pages.
      const { byId, gone, viewer, scope, search } = getState()
      // A lane that is new has no rows before its first page.
      const inLane = [...(laneIdOf(name) === null ? [] : byId.values())].filter(
        one => !gone.has(one.id) && viewer && belongs(name, one, viewer, scope, search, false),
      )
      const live = [...list().ids, ...inLane.map(({ id }) => id)].filter(
        id => touched.since(id, began) || scope.board.moving.has(id),
      )
      const total = counted && count > 0 ? count : null
      patchList(name, { ids: joined(name, read, live), total, stoppedAt, ...status })
    },
    // Where the server's order is not the list's, only a whole list is in order.
    readsOn: ({ page, cursor, complete }) => {
      if (complete || page > UNASKED_PAGES) return false
      return name === 'pending' ? cursor === null : name === 'groups' && countsGroupsAmong(getState())
    },
    begins() {
      began = beginsAt()
    },
  })
}
const pagesOf = (name: ListName): Pages =>
  createTicketPages(name, (place, signal) =>
    placed(ticketsSource().page(queryOf(getState(), name, place, fallbackQueueIds), signal)),
  )
const pages = Object.fromEntries(LIST_NAMES.map(name => [name, pagesOf(name)])) as Record<ListName, Pages>

/**
 * Reads a list from its beginning. Rows on screen stay until the answer is here; as many rows are read as were
 * there before, so that nobody loses the place.
 */
export async function reloadList(name: ListName): Promise<void> {
  if (getState().viewer) await pages[name].first()
}

/** Reads a list if nobody has yet. */
export function openList(name: ListName): void {
  if (getState().lists[name].status === 'idle') void reloadList(name)
}

/** Shows what is in a view, or nothing; what was in another goes at once. */
export function showView(view: SavedView | null): void {
  const { scope } = getState()
  if (scope.view === view) return
  pages.view.stop()
  clearSelection()
  setState({ scope: { ...scope, view } })
  patchList('view', EMPTY_LIST)
  if (view) void reloadList('view')
}

/** Reads the next page; does nothing while one is under way, after one that failed, or when all is here. */
export const loadMore = (name: ListName): Promise<void> => pages[name].more()

/** Asks again for exactly what failed: the list, or the page below its last row. */
export const retryList = (name: ListName): void => pages[name].retry()

/**
 * Reads every list again that was read before, and the figures. Where one question is answered after the other they are
 * asked so: a conversation that is opened meanwhile waits for one of them at the most.
 */
export async function reloadLists(): Promise<void> {
  refreshCounts()
  const { lists } = getState()
  const read = LIST_NAMES.filter(name => lists[name].status !== 'idle')
  if (capability('parallelReads') === 'native') await Promise.all(read.map(reloadList))
  else for (const name of read) await reloadList(name)
}

/** Shows everybody's tickets, or the person's own alone; kept over a reload. */
export function chooseShowAll(showAll: boolean): void {
  rememberShowAll(getState().viewer, showAll)
  setScope({ showAll })
}

/** Changes queue filter, show-all or the place of groups. */
export function setScope(change: Partial<Scope>): void {
  const { scope } = getState()
  const next = { ...scope, ...change }
  if (JSON.stringify(next) === JSON.stringify(scope)) return
  setState({ scope: next })
  void reloadLists()
}

/**
 * Asks the server for a search (search.ts decides when); an empty one clears the results.
 * @param search null gives up what is on its way and leaves the list alone.
 */
export function askSearch(search: Search | null): void {
  pages.search.stop()
  if (search === null) return
  const known = getState().lists.search.ids
  const same = getState().search === search
  // Results of another question must not stand under this one; what is known here answers this one.
  setState({ search })
  patchList('search', { ...EMPTY_LIST, ids: same ? known : [] })
  if (isSearching(search)) void reloadList('search')
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
    const isSame = now.scope.queueIds === scope.queueIds && now.scope.showAll === scope.showAll
    if (now.viewer?.id !== viewer.id || !isSame) return
    setState({ counts })
    // No other figure is true before all groups are known.
    if (countsGroupsAmong(getState())) openList('groups')
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) countsKnown = false
  } finally {
    countsBusy = false
  }
}

/** Asks for the figures of the tabs: at once when asked alone, at most once a second in a flood. */
export function refreshCounts(): void {
  if (countsTimer) return
  // A clock that was set back must not keep figures waiting for longer.
  const wait = Math.min(COUNTS_EVERY_MS, countsAskedAt + COUNTS_EVERY_MS - Date.now())
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

/**
 * Asks the server for the ticket behind a link.
 * @throws ApiError as the client throws it (403 when the viewer may not see it, 404 when it is gone).
 */
export async function fetchTicket(uuid: string, signal?: AbortSignal): Promise<Ticket> {
  for (let asked = 1; ; asked++) {
    const [ticket, position] = await placed(ticketsSource().byUuid(uuid, signal))
    if (signal?.aborted) return ticket
    absorbTickets([ticket], position)
    // Taken away while the answer was on its way: only one more says whether it may still be seen.
    if (asked > 1 || ticketById(ticket.id)) return ticket
  }
}

/** Asks the server for a ticket by its id. @throws ApiError as the client throws it. */
export async function fetchTicketById(id: number): Promise<Ticket> {
  const [ticket, position] = await placed(ticketsSource().byId(id))
  absorbTickets([ticket], position)
  return ticket
}

// The ticket of the conversation on screen, as its page of messages brings it.
onThreadAnswer(answer => {
  if ('ticket' in answer && answer.ticket && answer.ticketId === getState().selectedId)
    absorbTickets([answer.ticket], answer.position)
})

whenFeedDemands({
  recount: refreshCounts,
  async resync() {
    const { selectedId, byId } = getState()
    const selected = selectedId === null ? undefined : byId.get(selectedId)
    const again = async (): Promise<unknown> => selected && fetchTicket(selected.uuid).catch(() => {})
    if (capability('parallelReads') === 'native') {
      await Promise.all([reloadLists(), again()])
      return
    }
    // One question after the other: the ticket on screen is asked for where no list has brought it.
    const brought = new Set<number>()
    readAgain = brought
    await reloadLists().finally(() => {
      if (readAgain === brought) readAgain = null
    })
    if (selected && !brought.has(selected.id)) await again()
  },
})

/** Rows of a full page; screens use it to guess how many skeleton rows to draw. */
export const TICKETS_PER_PAGE = PAGE.tickets
