/**
 * The attention store: keeps the work current, asks the policy what to do about it, and notifies the surfaces (tray, badge,
 * notices, windows), which only subscribe (docs/architecture.md). It knows no surface and no Electron.
 */
import type { AttentionPreferences, FeedEvent, SessionState, Ticket } from '../../../src/contract'
import type { Log } from '../log/log'
import { closed, emptyMemory, inLine, type Memory, type Order, plan } from './policy'
import { type Self, selfOf } from './self'
import type { Snapshot } from './snapshot'
import { type AttentionClock, createSnapshotReader } from './snapshot-reader'
import {
  applyEvent,
  dismiss,
  emptyWork,
  look,
  type Moment,
  type Totals,
  ticketKey,
  totalsOf,
  type Waiting,
  type Work,
} from './work'

/** Events come by hundreds a second; deciding and drawing once per this time is soon enough. */
const SETTLE_MS = 60
/** For this long after this console changed a ticket, the server's events about it are not notified. Milliseconds. */
const LOCAL_CHANGE_MS = 10_000

export interface Attention {
  work(): Work | null
  totals(): Totals
  /** What waits has been asked for since this person signed in. */
  loaded(): boolean
  paused(): boolean
  /** ms since the epoch, null when waiting customers are announced. */
  snoozedUntil(): number | null
  onChange(listener: () => void): () => void
  onOrders(listener: (orders: readonly Order[]) => void): void
  /** Follows the feed: every event of the server and the gaps. */
  event(event: FeedEvent): void
  /** Reads again what waits, because it is its turn: no event is known to be missing. */
  readAgain(): void
  /** Follows who is signed in. */
  session(state: SessionState): void
  /** Which tickets are looked at has changed, or somebody came back to the computer. */
  looked(): void
  /** This console changes a ticket itself (accepts, returns, is given it at its own request). */
  localChange(ticketId: number): void
  /** This console made a ticket: some servers send no event of it. */
  made(ticket: Ticket): void
  /** Something else that concerns the person has happened. */
  change(of: (work: Work) => Work): void
  pause(paused: boolean): void
  snooze(minutes: number): void
  /** The person has gone to what this notice is about. */
  handled(key: string): void
  /** A notice went from the screen without being handled. */
  closed(key: string): void
  /** Who waits longest for an agent; whoever is still with the menu comes last. */
  oldest(): Waiting | null
  /** Forgets everything: the session ended. */
  reset(): void
  stop(): void
}

export function createAttention(deps: {
  snapshot: (self: Self) => Promise<Snapshot>
  choices: () => AttentionPreferences
  /** Tickets in front of the agent's eyes right now. */
  watched: () => ReadonlySet<number>
  /** Whether Turno has the keyboard and somebody is there. */
  atWork: () => boolean
  /** Conversations that were read on this computer and that the server does not know as read yet. */
  readHere: () => ReadonlySet<number>
  clock: AttentionClock
  /** Milliseconds the server's clock is ahead of ours. */
  aheadMs: () => number
  /** Whether the server lists tickets without a queue to everybody. */
  unqueuedForAll: () => boolean
  log: Log
}): Attention {
  const { clock, log } = deps
  let work: Work | null = null
  let memory: Memory = emptyMemory
  let paused = false
  let snoozed: number | null = null
  let selfText = ''
  let stopSettle: (() => void) | null = null
  let stopAlarm: (() => void) | null = null
  const localChanges = new Map<number, number>()
  const listeners = new Set<() => void>()
  const orderListeners = new Set<(orders: readonly Order[]) => void>()

  const moment = (): Moment => {
    const now = clock.now()
    for (const [id, until] of localChanges) if (until < now) localChanges.delete(id)
    return {
      now,
      aheadMs: deps.aheadMs(),
      watched: deps.watched(),
      localChanges: new Set(localChanges.keys()),
    }
  }

  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }

  const decide = () => {
    stopAlarm?.()
    stopAlarm = null
    if (!work) return
    const now = clock.now()
    if (snoozed !== null && snoozed <= now) snoozed = null
    work = look(work, deps.watched())
    const quietUntil = paused ? Number.POSITIVE_INFINITY : (snoozed ?? 0)
    const next = plan(memory, work, { now, choices: deps.choices(), quietUntil, atWork: deps.atWork() })
    memory = next.memory
    if (next.orders.length > 0) for (const obey of orderListeners) obey(next.orders)
    const wakeAt = Math.min(next.wakeAt ?? Number.POSITIVE_INFINITY, snoozed ?? Number.POSITIVE_INFINITY)
    if (Number.isFinite(wakeAt)) stopAlarm = clock.after(Math.max(0, wakeAt - now), settle)
  }

  const settleNow = () => {
    stopSettle?.()
    stopSettle = null
    decide()
    notifyListeners()
  }
  const settle = () => {
    stopSettle ??= clock.after(SETTLE_MS, settleNow)
  }

  const change = (of: (now: Work) => Work) => {
    const next = work && of(work)
    if (next === work) return
    work = next
    settle()
  }

  const reader = createSnapshotReader({
    snapshot: deps.snapshot,
    clock,
    log,
    moment,
    work: () => work,
    onRead: next => change(() => next),
  })

  const localChange = (ticketId: number): void => {
    localChanges.set(ticketId, clock.now() + LOCAL_CHANGE_MS)
    // The event may have been faster than the answer to the call.
    if (work?.eventNotices.get(ticketKey(ticketId))?.kind === 'assigned')
      work = dismiss(work, ticketKey(ticketId))
  }

  const reset = () => {
    reader.reset()
    stopSettle?.()
    stopAlarm?.()
    stopSettle = stopAlarm = null
    const open = [...memory.notified].filter(([, notified]) => notified.open).map(([key]) => key)
    if (open.length > 0) for (const obey of orderListeners) obey(open.map(key => ({ do: 'withdraw', key })))
    work = null
    memory = emptyMemory
    paused = false
    snoozed = null
    selfText = ''
    localChanges.clear()
    notifyListeners()
  }

  return {
    work: () => work,
    loaded: () => work !== null && reader.isLoaded(),
    totals: () => (work ? totalsOf(work, deps.readHere()) : { pending: 0, mine: 0, unread: 0 }),
    paused: () => paused,
    snoozedUntil: () => snoozed,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onOrders: listener => void orderListeners.add(listener),

    event(event) {
      if (!work) return
      // Lists that are only old are read in a turn of their own (list-readings.ts).
      if (event.channel === 'resync') {
        if (event.data.lists) return
        reader.missed()
        return void reader.refresh()
      }
      reader.note(event)
      change(now => applyEvent(now, event, moment()))
    },

    readAgain: () => void reader.refresh(),

    session(state) {
      if (state.status !== 'signedIn' || !state.user) {
        if (work) reset()
        return
      }
      const self = selfOf(state.user, deps.unqueuedForAll())
      const text = JSON.stringify({ ...self, queueIds: [...self.queueIds].toSorted((a, b) => a - b) })
      if (text === selfText) return
      if (work && work.self.id !== self.id) reset()
      selfText = text
      // The first snapshot is taken once the socket is ready (a resync event): before, events could be missed.
      if (!work) work = emptyWork(self)
      else {
        work = { ...work, self }
        void reader.refresh()
      }
    },

    looked: settle,
    change,
    localChange,
    made(ticket) {
      localChange(ticket.id)
      // An event has come already: it is newer than the answer.
      if (!work || work.mine.has(ticket.id)) return
      const event: FeedEvent = { channel: 'ticket', data: { action: 'update', ticket } }
      reader.note(event)
      change(now => applyEvent(now, event, moment()))
    },
    pause(next) {
      paused = next
      settleNow()
    },
    snooze(minutes) {
      snoozed = minutes > 0 ? clock.now() + minutes * 60_000 : null
      settleNow()
    },
    handled(key) {
      if (work) work = dismiss(work, key)
      memory = closed(memory, key)
      settle()
    },
    closed(key) {
      memory = closed(memory, key)
    },
    oldest() {
      const line = work ? inLine(work) : []
      return line.find(one => !one.withBot) ?? line[0] ?? null
    },
    reset,
    stop() {
      reset()
      listeners.clear()
      orderListeners.clear()
    },
  }
}
