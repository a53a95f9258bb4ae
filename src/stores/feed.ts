/**
 * The one place where live events enter the renderer. Main sends numbered batches; one that comes alone is handed to every
 * registered store at once, in one synchronous turn. While events pour in they are gathered for some frames: the rows they
 * change are drawn once for all of them, and keys and presses find the thread free in between.
 * A store registers with `registerFeed`; nobody else listens to the bridge's `feed` event.
 */
import type { FeedEvent, LogPlace, NumberedFeedEvent, TurnoBridge, Unsubscribe } from '@contract'

/** What a store does with live events. */
export interface FeedMember {
  /** Name used in the log. */
  name: string
  /**
   * Applies a batch. Must be synchronous and must call the store's `set` at most once, so that a burst is one update.
   * A throw is logged and the batch is replayed event by event, so that one bad event costs nothing but itself.
   */
  applyEvents(events: readonly FeedEvent[]): void
  /**
   * Asks the server again for what the store shows: after a gap in the numbering or a `resync` of main.
   * @param since ISO-8601 instant the connection was last known good, null when unknown.
   */
  refetch?(since: string | null): void | Promise<void>
}

type FeedBridge = {
  on: Pick<TurnoBridge['on'], 'feed'>
  feed: TurnoBridge['feed']
  log?: TurnoBridge['log']
}

/** Least time between two batches that stores are handed: three frames. Milliseconds. */
const BETWEEN_MS = 48

/** Who shows lists that a server may let go stale. */
const LISTS = ['tickets', 'kanban board'] as const

const members = new Map<string, FeedMember>()
let lastSeq: number | null = null
/** Where this window stands among the events: the number of the log's, or how many came of a server without one. */
let position = 0
/** The log that the last event was of, and where this window stood before its beginning. */
let log: { name: string; before: number } | null = null
let waiting: NumberedFeedEvent[] = []
let cancelFlush: (() => void) | null = null
let handedAt = Number.NEGATIVE_INFINITY
/** Batches of the last moments: when they were handed over, and how many events each held. */
let lately: { at: number; events: number }[] = []
let bridge: FeedBridge | null = null
let stopFeed: Unsubscribe | null = null
let askingPosition = false

type DataByChannel = { [E in FeedEvent as E['channel']]: E['data'] }

/** Events of one channel out of a batch, typed. */
export function eventsOf<C extends FeedEvent['channel']>(
  events: readonly FeedEvent[],
  channel: C,
): DataByChannel[C][] {
  const found: DataByChannel[C][] = []
  for (const event of events) if (event.channel === channel) found.push(event.data as DataByChannel[C])
  return found
}

/**
 * Registers a store; the same name replaces the earlier registration.
 * @returns how to leave.
 */
export function registerFeed(member: FeedMember): Unsubscribe {
  members.set(member.name, member)
  return () => {
    if (members.get(member.name) === member) members.delete(member.name)
  }
}

/** Where this window stands among the events: it grows with those that may be newer than what was asked for before. */
export const feedPosition = (): number => position

/** A place in the server's log as a position of this window; 0 where it is of another log than the events. */
export const positionOf = (place: LogPlace | undefined): number =>
  place && place.log === log?.name ? log.before + place.seq : 0

function moveTo(place: LogPlace | undefined): void {
  if (place?.log !== log?.name) log = place ? { name: place.log, before: position } : null
  position = place ? Math.max(position, positionOf(place)) : position + 1
}

/** Over how long events are counted that pour in. Milliseconds. */
const LATELY_MS = 2_000

/** How many live events a second this window has applied in the last two seconds. */
function eventsPerSecond(): number {
  const from = performance.now() - LATELY_MS
  lately = lately.filter(({ at }) => at > from)
  return lately.reduce((sum, { events }) => sum + events, 0) / (LATELY_MS / 1_000)
}

/** More events a second than this are a flood: what people ask for goes before everything else. */
const FLOOD_PER_SECOND = 5

/** Whether live events pour in. */
export const isFlooded = (): boolean => eventsPerSecond() > FLOOD_PER_SECOND

function report(message: string, error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  void bridge?.log?.write({ level: 'error', message: `${message}: ${text}`.slice(0, 4_000) })
}

function applyTo(member: FeedMember, events: readonly FeedEvent[]): void {
  try {
    member.applyEvents(events)
  } catch (error) {
    report(`feed: ${member.name} refused a batch`, error)
    if (events.length < 2) return
    for (const event of events) applyTo(member, [event])
  }
}

/**
 * Asks every store to fetch again what it shows.
 * @param which only these members, by name; all of them by default.
 */
export function refetchAll(since: string | null = null, which?: readonly string[]): void {
  for (const member of members.values()) {
    if (which && !which.includes(member.name)) continue
    const failed = (error: unknown): void => report(`feed: ${member.name} could not refetch`, error)
    try {
      void Promise.resolve(member.refetch?.(since)).catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/**
 * The numbering starts again when main does (the page survives in the browser host). A window that kept the old
 * number would ignore everything, so a wholly stale batch makes it ask where main stands.
 */
async function recheckPosition(): Promise<void> {
  if (!bridge || askingPosition) return
  askingPosition = true
  try {
    const answer = await bridge.feed.position()
    if (answer.ok && lastSeq !== null && answer.value.seq < lastSeq) {
      lastSeq = answer.value.seq
      refetchAll()
    }
  } catch (error) {
    report('feed: position unknown', error)
  } finally {
    askingPosition = false
  }
}

const isNumbered = (value: unknown): value is NumberedFeedEvent => {
  if (typeof value !== 'object' || value === null) return false
  const { seq, event } = value as Partial<NumberedFeedEvent>
  return (
    typeof seq === 'number' &&
    typeof event === 'object' &&
    event !== null &&
    typeof event.channel === 'string' &&
    typeof event.data === 'object' &&
    event.data !== null
  )
}

/** Delivers the gathered events now. Exported for tests and for callers that must not wait for a frame. */
export function flushFeed(): void {
  cancelFlush?.()
  cancelFlush = null
  deliverBatch()
}

function deliverBatch(): void {
  const batch = waiting
  waiting = []
  if (batch.length === 0) return
  handedAt = performance.now()

  const fresh: FeedEvent[] = []
  let gap = false
  let resync: { since: string | null } | null = null
  let lists = false
  for (const { seq, event, at } of batch) {
    if (lastSeq !== null && seq <= lastSeq) continue
    if (lastSeq !== null && seq > lastSeq + 1) gap = true
    lastSeq = seq
    if (event.channel === 'resync' && event.data.lists) lists = true
    else if (event.channel === 'resync') resync = event.data
    else {
      fresh.push(event)
      moveTo(at)
    }
  }
  if (fresh.length > 0) {
    lately = lately.filter(({ at }) => at > handedAt - LATELY_MS)
    lately.push({ at: handedAt, events: fresh.length })
    for (const member of members.values()) applyTo(member, fresh)
  }
  if (resync) refetchAll(resync.since)
  else if (gap) refetchAll()
  else if (lists) refetchAll(null, LISTS)
  else if (fresh.length === 0) void recheckPosition()
}

/** Hands over what came, unless something was handed over a moment ago: then what comes until it is time is gathered. */
function schedule(): void {
  if (cancelFlush) return
  const wait = handedAt + BETWEEN_MS - performance.now()
  if (wait <= 0) {
    deliverBatch()
    return
  }
  const timer = setTimeout(flushFeed, wait)
  cancelFlush = () => clearTimeout(timer)
}

/** Takes one batch as the bridge delivers it. Members that are no numbered events are dropped and logged. */
export function receiveFeed(batch: { events: readonly unknown[] }): void {
  for (const event of Array.isArray(batch?.events) ? batch.events : []) {
    if (isNumbered(event)) waiting.push(event)
    else report('feed: malformed event dropped', typeof event)
  }
  if (waiting.length > 0) schedule()
}

/**
 * Listens to the bridge until the returned function is called. A second call answers the first one's way to stop.
 */
export function startFeed(from: FeedBridge): Unsubscribe {
  if (stopFeed) return stopFeed
  bridge = from
  const off = from.on.feed(receiveFeed)
  void from.feed
    .position()
    .then(answer => {
      if (answer.ok && lastSeq === null && waiting.length === 0) lastSeq = answer.value.seq
    })
    .catch(error => report('feed: position unknown', error))
  stopFeed = () => {
    off()
    resetFeed()
    stopFeed = null
  }
  return stopFeed
}

/**
 * Forgets the place in the log and pending batches (sign-out, tests). Registrations stay, and the position goes on: what stores
 * noted by it must not be newer than answers to come.
 */
export function resetFeed(): void {
  cancelFlush?.()
  cancelFlush = null
  waiting = []
  handedAt = Number.NEGATIVE_INFINITY
  lastSeq = null
  log = null
  lately = []
  bridge = null
}
