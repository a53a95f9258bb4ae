/** The kanban board as the console keeps it: read, paged by lane, and kept true by live events. */
import {
  DEBOUNCE_MS,
  type FeedEvent,
  type ResponseOut,
  type SavedView,
  type Ticket,
  UNTAGGED_LANE,
} from '@contract'
import { call, isAborted } from '@/api'
import { registerFeed } from '../feed'
import { createTouched, placed } from '../newer'
import { capability } from '../servers'
import { atSessionEnd, createSessionStore } from '../session-end'
import { type StoredTicket, useTicketsStore } from '../tickets'
import { layEvents } from '../tickets/events'
import { mergeTicket } from '../tickets/model'
import { cardsOf, fillLanes, type Lane, type Moving } from './lanes'

export interface BoardState {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown last; null once an answer came. */
  error: unknown
  lanes: readonly Lane[]
  cards: ReadonlyMap<number, StoredTicket>
  moving: Moving
  serverKeepsClock: boolean
  /** What is in it alone; null: everything worked on. */
  view: SavedView | null
}

const EMPTY: BoardState = {
  status: 'idle',
  error: null,
  lanes: [],
  cards: new Map(),
  moving: new Map(),
  serverKeepsClock: false,
  view: null,
}

export const useBoard = createSessionStore<BoardState>('kanban board', () => EMPTY)
const { getState, setState } = useBoard

/** Pages of one lane that are read again unasked; whoever scrolled further scrolls again. */
const DEEPEST_AGAIN = 25
/** Counts of lanes that are not all here are asked for again this long after a change at the earliest. Milliseconds. */
const RECOUNT_MS = 3_000

/** Tickets that events have changed. */
export const touched = createTouched()
let opened = 0
let controller = new AbortController()
let reading: Promise<void> | null = null
let staleTimer: ReturnType<typeof setTimeout> | null = null
let recountTimer: ReturnType<typeof setTimeout> | null = null

function stop(): void {
  controller.abort()
  controller = new AbortController()
  reading = null
  for (const timer of [staleTimer, recountTimer]) if (timer) clearTimeout(timer)
  staleTimer = recountTimer = null
  touched.clear()
}
atSessionEnd('kanban board reading', stop)

const viewerNow = () => useTicketsStore.getState().viewer
/** The board is of the user's own queues; whoever has none gets every queue they may see. */
const asksFor = (): { queueIds: number[]; viewId?: number } => {
  const { view } = getState()
  return { queueIds: [...(viewerNow()?.queueIds ?? [])], ...(view ? { viewId: view.id } : {}) }
}

/** Changes the board and puts every card where it belongs. */
export function changeBoard(change: Partial<BoardState>, gone: ReadonlySet<number> = new Set()): void {
  const next = { ...getState(), ...change }
  const viewer = viewerNow()
  const cards = viewer ? cardsOf(next.cards, gone, viewer, next.view) : next.cards
  setState({ ...next, cards, lanes: fillLanes(next.lanes, cards, next.moving) })
}

/** Tickets of an answer over those that are kept; what an event touched since is newer than the answer. */
function laid(
  cards: ReadonlyMap<number, StoredTicket>,
  tickets: readonly Ticket[],
  position: number,
): Pick<BoardState, 'cards' | 'serverKeepsClock'> {
  const serverKeepsClock = getState().serverKeepsClock || tickets.some(ticket => ticket.waitingSince !== null)
  const known = getState().cards
  const next = new Map(cards)
  for (const ticket of tickets) {
    if (touched.since(ticket.id, position)) continue
    next.set(ticket.id, mergeTicket(known.get(ticket.id), ticket, { serverKeepsClock }))
  }
  return { cards: next, serverKeepsClock }
}

type LaneAnswer = ResponseOut<'kanban.lane'>
const askLane = (id: number, cursor: string | null, signal: AbortSignal): Promise<LaneAnswer> =>
  call('kanban.lane', {
    params: { id },
    query: { ...asksFor(), ...(cursor ? { cursor } : {}) },
    signal,
  })

const placeOf = ({ count, hasMore, cursor }: LaneAnswer) => ({
  total: count,
  hasMore: hasMore && Boolean(cursor),
  cursor: cursor ?? null,
})

async function read(signal: AbortSignal): Promise<void> {
  const before = new Map(getState().lanes.map(lane => [lane.id, lane.ids.length]))
  const [answer, position] = await placed(call('kanban.board', { query: asksFor(), signal }))
  const tickets: Ticket[] = []
  const lanes: Lane[] = []
  for (const { id, tag, tickets: first, ...page } of answer.lanes) {
    const own = [...first]
    let place = placeOf({ ...page, tickets: [] })
    for (let n = 1; place.hasMore && own.length < (before.get(id) ?? 0) && n < DEEPEST_AGAIN; n += 1) {
      const next = await askLane(id, place.cursor, signal)
      own.push(...next.tickets)
      place = placeOf(next)
    }
    tickets.push(...own)
    const known = getState().lanes.find(lane => lane.id === id)
    lanes.push({ id, tag: id === UNTAGGED_LANE ? null : tag, ids: known?.ids ?? [], ...place, more: 'idle' })
  }
  signal.throwIfAborted()
  // What an event brought meanwhile, and what was moved here, stays; the rest is as the answer has it.
  const { cards, moving } = getState()
  const kept = [...cards].filter(([id]) => touched.since(id, position) || moving.has(id))
  changeBoard({ status: 'ready', error: null, lanes, ...laid(new Map(kept), tickets, position) })
}

/** Reads the board as deep as it is shown; one reading at a time. Never throws: the state says what happened. */
export function loadBoard(): Promise<void> {
  if (reading) return reading
  const { signal } = controller
  if (getState().status !== 'ready') setState({ status: 'loading', error: null })
  const mine = read(signal)
    .catch(error => {
      if (signal.aborted || isAborted(error)) return
      setState(({ status }) => ({ error, status: status === 'ready' ? 'ready' : 'failed' }))
    })
    .finally(() => {
      if (reading === mine) reading = null
    })
  reading = mine
  return mine
}

const patchLane = (id: number, change: Partial<Lane>): void =>
  setState(({ lanes }) => ({ lanes: lanes.map(lane => (lane.id === id ? { ...lane, ...change } : lane)) }))

/** Reads the page of a lane below its last card; again when it failed. Never throws. */
export async function moreOf(laneId: number): Promise<void> {
  const lane = getState().lanes.find(one => one.id === laneId)
  if (!lane?.hasMore || lane.more === 'loading') return
  const { signal } = controller
  patchLane(laneId, { more: 'loading' })
  try {
    const [answer, position] = await placed(askLane(laneId, lane.cursor, signal))
    signal.throwIfAborted()
    patchLane(laneId, { ...placeOf(answer), more: 'idle' })
    changeBoard(laid(getState().cards, answer.tickets, position))
  } catch (error) {
    if (!signal.aborted && !isAborted(error)) patchLane(laneId, { more: 'failed' })
  }
}

/** The board has to be read again: once it is quiet. */
function stale(): void {
  if (staleTimer) clearTimeout(staleTimer)
  staleTimer = setTimeout(() => void loadBoard(), DEBOUNCE_MS)
}

/**
 * Cards came or went, or the server has carried out a move that was on screen before it: what is not all here is counted
 * by the server.
 */
export function recount(): void {
  if (!getState().lanes.some(lane => lane.hasMore)) return
  recountTimer ??= setTimeout(() => {
    recountTimer = null
    const { signal } = controller
    for (const { id } of getState().lanes.filter(lane => lane.hasMore))
      askLane(id, null, signal).then(
        ({ count }) => {
          if (!signal.aborted) patchLane(id, { total: count })
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
  setState(({ lanes }) => ({
    lanes: lanes.map(lane => {
      const by = placed(to, lane.id) - placed(from, lane.id)
      return lane.hasMore && by !== 0 ? { ...lane, total: lane.total + by } : lane
    }),
  }))
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

registerFeed({
  name: 'kanban board',
  applyEvents(events) {
    const before = getState()
    if (before.status !== 'ready') return
    // Tickets inside messages of some servers come without their tags: an unknown one would be in the wrong lane.
    const whole = capability('wholeLists') === 'native'
    const ofUnknownTicket = (event: FeedEvent): boolean =>
      !whole && event.channel === 'appMessage' && !before.cards.has(event.data.message.ticketId)
    const unknown = events.some(ofUnknownTicket)
    const laidOver = layEvents(
      { byId: before.cards, gone: new Set(), serverKeepsClock: before.serverKeepsClock },
      unknown ? events.filter(event => !ofUnknownTicket(event)) : events,
    )
    const lanes = events.reduce(lanesAfter, before.lanes)
    touched.note(laidOver.changed)
    if (laidOver.changed.size > 0 || laidOver.renamed || lanes !== before.lanes) {
      const { byId: cards, serverKeepsClock, gone } = laidOver
      changeBoard({ cards, serverKeepsClock, lanes }, gone)
      const after = getState()
      if (!sameCards(before.lanes, after.lanes)) recount()
    }
    if (unknown || lanes.length !== before.lanes.length || events.some(event => makesLane(lanes, event)))
      stale()
  },
  // Nobody looks: opening it reads it anyway.
  refetch: () => (opened === 0 ? undefined : loadBoard()),
})

/** Shows what is in a view alone, or everything; what was there goes at once. */
export function showBoardOf(view: SavedView | null): void {
  if (getState().view === view) return
  stop()
  setState({ ...EMPTY, view })
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

const sameCards = (before: readonly Lane[], after: readonly Lane[]): boolean =>
  before.length === after.length && before.every((lane, at) => lane.ids === after[at]?.ids)

/** Forgets everything (tests). */
export function resetBoard(): void {
  stop()
  opened = 0
  setState(EMPTY, true)
}
