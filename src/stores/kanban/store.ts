/** The kanban board: its lanes are lists of the tickets store, read together and paged each by itself. */
import { DEBOUNCE_MS, type FeedEvent, type ResponseOut, type SavedView, UNTAGGED_LANE } from '@contract'
import { useShallow } from 'zustand/react/shallow'
import { call, isAborted } from '@/api'
import { eventsOf, feedPosition, registerFeed } from '../feed'
import { placed } from '../newer'
import type { Pages } from '../paged-list'
import { atSessionEnd, createSessionStore } from '../session-end'
import { type Board, type LaneName, laneName } from '../tickets/lists'
import { createTicketPages, patchList } from '../tickets/load'
import { EMPTY_LIST, settle, type TicketList } from '../tickets/state'
import { useTicketsStore, whenTicketsChange } from '../tickets/store'

export interface BoardState {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown last; null once an answer came. */
  error: unknown
}
export type Lane = Board['lanes'][number]
type LaneAnswer = ResponseOut<'kanban.lane'>

/** How far the reading of the board is; what it is of stands with the tickets (`useBoard`). */
export const useBoardState = createSessionStore<BoardState>('kanban board', () => ({
  status: 'idle',
  error: null,
}))
const { getState: reading, setState: setReading } = useBoardState
const { getState, setState } = useTicketsStore

/** Counts of lanes that are not all here are asked for again this long after a change at the earliest. Milliseconds. */
const RECOUNT_MS = 3_000

let opened = 0
let controller = new AbortController()
let running: Promise<void> | null = null
let staleTimer: ReturnType<typeof setTimeout> | null = null
let recountTimer: ReturnType<typeof setTimeout> | null = null
/** First pages of the last answer by lane, and its position among the events. */
let first = new Map<number, LaneAnswer>()
let position = 0
/** Events about tags since the reading began, by their position: the answer may be older. */
let heard: { at: number; event: FeedEvent }[] = []
/** Whether a message told of a ticket since then whose tags nobody has read: it is in no lane. */
let isOneUnread = false
const pages = new Map<number, Pages>()

function stop(): void {
  controller.abort()
  controller = new AbortController()
  running = null
  for (const timer of [staleTimer, recountTimer]) if (timer) clearTimeout(timer)
  staleTimer = recountTimer = null
  for (const one of pages.values()) one.stop()
  pages.clear()
  first = new Map()
}
atSessionEnd('kanban board reading', stop)

export const boardNow = (): Board => getState().scope.board
export const useBoard = <T>(select: (board: Board) => T): T =>
  useTicketsStore(state => select(state.scope.board))
const listOf = (laneId: number): TicketList => getState().lists[laneName(laneId)] ?? EMPTY_LIST
/** Lanes that the server has more cards of. */
const cutLanes = (): Lane[] => boardNow().lanes.filter(({ id }) => listOf(id).hasMore)

/** How many cards a lane has, as far as is known. */
export const countOf = ({ hasMore, total, ids }: TicketList): number =>
  hasMore ? Math.max(total ?? 0, ids.length) : ids.length

/** The same of each lane. */
export const useLaneCounts = (): ReadonlyMap<number, number> =>
  useTicketsStore(
    useShallow(
      ({ lists, scope }) =>
        new Map(scope.board.lanes.map(({ id }) => [id, countOf(lists[laneName(id)] ?? EMPTY_LIST)])),
    ),
  )

/** Changes the board. @param ids tickets that may stand elsewhere by that. */
export function changeBoard(change: Partial<Board>, ids: Iterable<number> = []): void {
  const before = getState()
  const board = { ...before.scope.board, ...change }
  const { state } = settle({ ...before, scope: { ...before.scope, board } }, before.byId, new Set(ids))
  const kept = new Set<string>(board.lanes.map(({ id }) => laneName(id)))
  const lists = Object.entries(state.lists).filter(([name]) => !name.startsWith('lane ') || kept.has(name))
  setState({ ...state, lists: Object.fromEntries(lists) as typeof state.lists })
}

/** The board is of the user's own queues; whoever has none gets every queue they may see. */
const asksFor = (): { queueIds: number[]; viewId?: number } => {
  const { view } = boardNow()
  return { queueIds: [...(getState().viewer?.queueIds ?? [])], ...(view ? { viewId: view.id } : {}) }
}
const askLane = (id: number, cursor: string | null, signal: AbortSignal): Promise<LaneAnswer> =>
  call('kanban.lane', { params: { id }, query: { ...asksFor(), ...(cursor ? { cursor } : {}) }, signal })

function pagesOf(laneId: number): Pages {
  const known =
    pages.get(laneId) ??
    createTicketPages(
      laneName(laneId),
      async ({ cursor }, signal) => {
        const page = cursor === null ? first.get(laneId) : undefined
        return page ? [page, position] : await placed(askLane(laneId, cursor, signal))
      },
      { believed: true, beginsAt: () => position },
    )
  pages.set(laneId, known)
  return known
}

async function read(signal: AbortSignal): Promise<void> {
  heard = []
  isOneUnread = false
  const [{ lanes }, at] = await placed(call('kanban.board', { query: asksFor(), signal }))
  signal.throwIfAborted()
  first = new Map(
    lanes.map(({ id, ...page }) => [id, { ...page, hasMore: page.hasMore && Boolean(page.cursor) }]),
  )
  position = at
  const newer = heard.filter(one => one.at > at).map(({ event }) => event)
  const now = newer.reduce<readonly Lane[]>(
    lanesAfter,
    lanes.map(({ id, tag }) => ({ id, tag: id === UNTAGGED_LANE ? null : tag })),
  )
  changeBoard({ lanes: now })
  await Promise.all(now.map(({ id }) => pagesOf(id).again()))
  signal.throwIfAborted()
  const failed = now.find(({ id }) => listOf(id).error !== null)
  if (failed) throw listOf(failed.id).error
  setReading({ status: 'ready', error: null })
  if (isOneUnread || newer.some(event => makesLane(now, event))) stale()
}

/** Reads the board as deep as it is shown; one reading at a time. Never throws: the state says what happened. */
export function loadBoard(): Promise<void> {
  if (running) return running
  const { signal } = controller
  if (reading().status !== 'ready') setReading({ status: 'loading', error: null })
  const mine = read(signal)
    .catch(error => {
      if (signal.aborted || isAborted(error)) return
      setReading(({ status }) => ({ error, status: status === 'ready' ? 'ready' : 'failed' }))
    })
    .finally(() => {
      if (running === mine) running = null
    })
  running = mine
  return mine
}

/** Reads the page of a lane below its last card; again when it failed. Never throws. */
export async function moreOf(laneId: number): Promise<void> {
  if (listOf(laneId).more === 'failed') patchList(laneName(laneId), { more: 'idle', error: null })
  await pagesOf(laneId).more()
}

/** The board has to be read again: once it is quiet, where somebody looks at it. */
function stale(): void {
  if (opened === 0) return
  if (staleTimer) clearTimeout(staleTimer)
  staleTimer = setTimeout(() => void loadBoard(), DEBOUNCE_MS)
}

/**
 * Cards came or went, or the server has carried out a move that was on screen before it: what is not all here is counted
 * by the server.
 */
export function recount(): void {
  if (cutLanes().length === 0) return
  recountTimer ??= setTimeout(() => {
    recountTimer = null
    const { signal } = controller
    for (const { id } of cutLanes())
      askLane(id, null, signal).then(
        ({ count }) => {
          if (!signal.aborted) patchList(laneName(id), { total: count })
        },
        // The figure that stands there is the last one known; the next change asks again.
        () => undefined,
      )
  }, RECOUNT_MS)
}

/** Counts a card in its new lanes at once, where these are not all here: what the server counts comes later. */
export function countMoved(from: readonly number[], to: readonly number[]): void {
  const placed = (tags: readonly number[], id: number): number =>
    Number(tags.length > 0 ? tags.includes(id) : id === UNTAGGED_LANE)
  for (const { id } of cutLanes()) {
    const by = placed(to, id) - placed(from, id)
    if (by !== 0) patchList(laneName(id), { total: (listOf(id).total ?? 0) + by })
  }
}

/** Whether an event makes, unmakes or renames a lane; the tags of cards follow by themselves. */
function lanesAfter(lanes: readonly Lane[], event: FeedEvent): readonly Lane[] {
  if (event.channel !== 'tag') return lanes
  const { data } = event
  if (data.action === 'delete') return lanes.filter(lane => lane.tag?.id !== data.tagId)
  if (data.tag.kanban !== 1) return lanes.filter(lane => lane.tag?.id !== data.tag.id)
  return lanes.map(lane => (lane.tag?.id === data.tag.id ? { ...lane, tag: data.tag } : lane))
}

const makesLane = (lanes: readonly Lane[], { channel, data }: FeedEvent): boolean =>
  channel === 'tag' &&
  data.action !== 'delete' &&
  data.tag.kanban === 1 &&
  !lanes.some(lane => lane.id === data.tag.id)

whenTicketsChange((before, after, events) => {
  const isUnread = eventsOf(events, 'appMessage').some(
    ({ message: { ticketId: id } }) => !before.byId.has(id) && after.byId.get(id)?.tagsUnread,
  )
  if (running) {
    isOneUnread ||= isUnread
    heard.push(
      ...events.filter(({ channel }) => channel === 'tag').map(event => ({ at: feedPosition(), event })),
    )
  }
  if (reading().status !== 'ready') return
  const { lanes } = boardNow()
  const now = events.reduce(lanesAfter, lanes)
  const names = lanes.map(({ id }): LaneName => laneName(id))
  if (now !== lanes)
    changeBoard(
      { lanes: now },
      names.flatMap(name => after.lists[name]?.ids ?? []),
    )
  if (after.byId.size !== before.byId.size || names.some(name => before.lists[name] !== after.lists[name]))
    recount()
  if (isUnread || now.length !== lanes.length || events.some(event => makesLane(now, event))) stale()
})
registerFeed({
  name: 'kanban board',
  // It hears of them with the tickets.
  applyEvents: () => {},
  // Nobody looks: opening it reads it anyway.
  refetch: () => (opened === 0 ? undefined : loadBoard()),
})

function clear(view: SavedView | null): void {
  stop()
  setReading({ status: 'idle', error: null })
  changeBoard({ lanes: [], moving: new Map(), view })
}

/** Shows what is in a view alone, or everything; what was there goes at once. */
export function showBoardOf(view: SavedView | null): void {
  if (boardNow().view === view) return
  clear(view)
  if (opened > 0) void loadBoard()
}

/** Reads the board and keeps it read until the returned function is called; what is known stays for the next time. */
export function openBoard(): () => void {
  opened += 1
  void loadBoard()
  let left = false
  return () => {
    if (left) return
    left = true
    opened = Math.max(0, opened - 1)
  }
}

/** Where the board and its lanes were scrolled to when their screen was left. */
const offsets = new Map<string, number>()
atSessionEnd('kanban places', () => offsets.clear())

/** @param key `board`, or a lane's id as text. @returns pixels from the start. */
export const placeOf = (key: string): number => offsets.get(key) ?? 0
export const keepPlace = (key: string, offset: number): void => void offsets.set(key, offset)

/** Forgets everything (tests). */
export function resetBoard(): void {
  opened = 0
  clear(null)
}
