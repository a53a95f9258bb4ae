/**
 * The outbox as this window sees it. Main owns the durable queue (docs/architecture.md); here its entries
 * are mirrored, so that a message has a bubble from the key press on until the server's own copy takes its place.
 */
import type { OutboxEntry, Outgoing, Result, TurnoBridge, Unsubscribe } from '@contract'
import { outgoing } from '@contract'
import { clockOffset } from './clock'
import { threadOf } from './messages'
import { unmatchedEntries } from './messages-echo'
import { refreshThread } from './messages-loader'
import { atSessionEnd, createSessionStore } from './session-end'

interface OutboxState {
  entries: ReadonlyMap<string, OutboxEntry>
  ready: boolean
}

export const useOutbox = createSessionStore<OutboxState>('outbox', () => ({
  entries: new Map(),
  ready: false,
}))

type OutboxBridge = Pick<TurnoBridge, 'outbox'> & { on: Pick<TurnoBridge['on'], 'outboxChanged'> }

/** After this long without the server's copy the thread is asked for it. */
const ECHO_ASK_MS = 3_000
/** After this long an entry that main has let go, because its message is known, is forgotten. */
const ECHO_FORGET_MS = 30_000

let bridge: OutboxBridge | null = null
let stop: Unsubscribe | null = null
/** Entries taken back by a person: those vanish at once. */
const takenBack = new Set<string>()
const timers = new Set<ReturnType<typeof setTimeout>>()

function later(ms: number, run: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer)
    run()
  }, ms)
  timers.add(timer)
}

function change(edit: (entries: Map<string, OutboxEntry>) => void): void {
  useOutbox.setState(state => {
    const entries = new Map(state.entries)
    edit(entries)
    return { entries }
  })
}

const isMissing = (entry: OutboxEntry): boolean => {
  const thread = threadOf(entry.ticketId)
  return thread !== undefined && unmatchedEntries([entry], thread.own.list, clockOffset()).length > 0
}

/** A sent entry whose copy does not come by itself (socket down): the thread is asked for it. */
function askForCopy(entry: OutboxEntry): void {
  later(ECHO_ASK_MS, () => {
    if (isMissing(entry)) refreshThread(entry.ticketId, false).catch(() => {})
  })
}

/**
 * Main drops an entry once its message is known. The bubble stays until the server's copy is in the thread, or there
 * would be a moment with none. While main keeps it, it stays too: nothing vanishes that nobody has seen arrive.
 */
function forgetLater(id: string): void {
  later(ECHO_FORGET_MS, () =>
    change(entries => {
      if (entries.get(id)?.state === 'sent') entries.delete(id)
    }),
  )
}

/** Applies what main says has changed. Exported for tests. */
export function applyOutboxChange(upserts: readonly OutboxEntry[], removed: readonly string[]): void {
  const sent: OutboxEntry[] = []
  const dropped: string[] = []
  change(entries => {
    for (const entry of upserts) {
      const known = entries.get(entry.id)
      if (entry.state === 'sent' && known?.state !== 'sent') sent.push(entry)
      entries.set(entry.id, entry)
    }
    for (const id of removed) {
      const entry = entries.get(id)
      const gone = takenBack.delete(id) || !entry || entry.state === 'failed' || entry.state === 'queued'
      if (gone || !entry) entries.delete(id)
      else {
        dropped.push(id)
        if (entry.state === 'sent') continue
        const now: OutboxEntry = { ...entry, state: 'sent', progress: null }
        entries.set(id, now)
        sent.push(now)
      }
    }
  })
  for (const entry of sent) askForCopy(entry)
  for (const id of dropped) forgetLater(id)
}

/** Starts mirroring main's outbox; called once per window. Further calls do nothing. */
export function startOutbox(from: OutboxBridge = window.turno): void {
  if (stop) return
  bridge = from
  stop = from.on.outboxChanged(({ upserts, removed }) => applyOutboxChange(upserts, removed))
  void from.outbox.list().then(answer => {
    if (!answer.ok) return
    change(entries => {
      for (const entry of answer.value) if (!entries.has(entry.id)) entries.set(entry.id, entry)
    })
    useOutbox.setState({ ready: true })
  })
}

/** Forgets everything and stops listening (sign-out, tests). */
export function resetOutbox(): void {
  stop?.()
  stop = null
  bridge = null
  takenBack.clear()
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
  useOutbox.setState({ entries: new Map(), ready: false })
}
atSessionEnd('outbox', resetOutbox)

const unavailable = { ok: false, code: 'BRIDGE_FAILED', message: '' } as const

/**
 * Hands a message to main. The entry shows at once; when main does not accept it, it vanishes again and the caller
 * keeps its text.
 * @param item with an id made by the caller (crypto.randomUUID): the id the server will know the message by.
 */
export async function enqueue(item: Outgoing): Promise<Result<OutboxEntry>> {
  if (!bridge) return unavailable
  const parsed = outgoing.safeParse(item)
  if (!parsed.success) return { ok: false, code: 'BRIDGE_INVALID_INPUT', message: '' }
  const { holdMs, ...content } = parsed.data
  const now = Date.now()
  const provisional: OutboxEntry = {
    ...content,
    state: 'queued',
    progress: content.kind === 'media' ? 0 : null,
    attempts: 0,
    failureCode: null,
    failureText: null,
    notBefore: holdMs > 0 ? new Date(now + holdMs).toISOString() : null,
    messageId: null,
    createdAt: new Date(now).toISOString(),
  }
  change(entries => entries.set(item.id, provisional))
  const answer = await bridge.outbox.enqueue(item).catch((): Result<OutboxEntry> => unavailable)
  change(entries => {
    // An outboxChanged event may have overtaken the answer: what it brought is newer.
    if (entries.get(item.id) !== provisional) return
    if (answer.ok) entries.set(item.id, answer.value)
    else entries.delete(item.id)
  })
  return answer
}

/** Sends a failed entry again. */
export async function retryEntry(id: string): Promise<Result<OutboxEntry>> {
  const answer = bridge ? await bridge.outbox.retry({ id }) : unavailable
  if (answer.ok) applyOutboxChange([answer.value], [])
  return answer
}

/** Takes an entry back; answers whether it was still there. */
export async function takeBack(id: string): Promise<Result<{ removed: boolean }>> {
  takenBack.add(id)
  const answer = bridge ? await bridge.outbox.remove({ id }) : unavailable
  if (answer.ok && answer.value.removed) applyOutboxChange([], [id])
  else takenBack.delete(id)
  return answer
}

/** Whether an entry can still be taken back before it leaves. */
export const isHeld = ({ state, notBefore, attempts }: OutboxEntry): boolean =>
  state === 'queued' && notBefore !== null && attempts === 0

/** Lets a held entry go at once, and before it what was written before it to the same ticket. */
export async function releaseEntry(id: string): Promise<void> {
  const { entries } = useOutbox.getState()
  const written = entriesOf({ entries }, entries.get(id)?.ticketId ?? 0)
  const before = written
    .slice(
      0,
      written.findIndex(one => one.id === id),
    )
    .filter(isHeld)
  for (const one of [...before, { id }]) await bridge?.outbox.release({ id: one.id })
}

/** Number of entries the server has not confirmed. */
export function unsentCount(state: OutboxState): number {
  let count = 0
  for (const entry of state.entries.values()) if (entry.state !== 'sent') count += 1
  return count
}

/** Of the unsent entries, those that only go on when a person asks. */
export function refusedCount(state: OutboxState): number {
  let count = 0
  for (const entry of state.entries.values()) if (entry.state === 'failed') count += 1
  return count
}

/** Sends everything that waits, without holds and delays, and once more what was refused. */
export async function sendEverything(): Promise<void> {
  const waiting = [...useOutbox.getState().entries.values()].filter(
    ({ state }) => state === 'failed' || state === 'queued',
  )
  for (const { id, notBefore } of waiting) {
    if (notBefore !== null) await releaseEntry(id)
    await retryEntry(id)
  }
}

const NO_ENTRIES: readonly OutboxEntry[] = []
const byTicket = new WeakMap<ReadonlyMap<string, OutboxEntry>, Map<number, readonly OutboxEntry[]>>()

/** Entries of one ticket in the order they were written; the same array while nothing changed. */
export function entriesOf(state: Pick<OutboxState, 'entries'>, ticketId: number): readonly OutboxEntry[] {
  let grouped = byTicket.get(state.entries)
  if (!grouped) {
    grouped = new Map()
    for (const entry of state.entries.values()) {
      const rows = grouped.get(entry.ticketId)
      grouped.set(entry.ticketId, rows ? [...rows, entry] : [entry])
    }
    byTicket.set(state.entries, grouped)
  }
  return grouped.get(ticketId) ?? NO_ENTRIES
}

/** How long an act waits for what was written before it, in milliseconds. */
const LEAVES_MS = 5_000

/**
 * Whether an entry is still to leave, or has left and its message is not known to be in the thread: some servers file it
 * after they have answered, and a ticket they then find closed loses its agent and queue (docs/legacy-server.md).
 */
const isUnderWay = ({ state, attempts, messageId }: OutboxEntry): boolean =>
  state === 'sending' || (state === 'queued' && attempts === 0) || (state === 'sent' && messageId === null)

/**
 * Lets what is held of a ticket, or of all, go, and waits until it is in the thread, or was tried in vain: an act after which
 * a ticket takes nothing comes after what was sent before it.
 * @returns null where nothing is under way; false where something still is after five seconds.
 */
export function flushHeldMessages(ticketId?: number): Promise<boolean> | null {
  const state = useOutbox.getState()
  const all = ticketId === undefined ? [...state.entries.values()] : entriesOf(state, ticketId)
  const waiting = all.filter(isUnderWay)
  return waiting.length === 0 ? null : left(waiting)
}

async function left(waiting: readonly OutboxEntry[]): Promise<boolean> {
  const waits = (): boolean =>
    waiting.some(({ id }) => {
      const entry = useOutbox.getState().entries.get(id)
      return entry !== undefined && isUnderWay(entry)
    })
  await Promise.all(waiting.filter(isHeld).map(({ id }) => releaseEntry(id)))
  if (!waits()) return true
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      stopWatching()
      resolve(!waits())
    }
    const timer = setTimeout(end, LEAVES_MS)
    const stopWatching = useOutbox.subscribe(() => {
      if (!waits()) end()
    })
  })
}
