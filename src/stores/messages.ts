/**
 * Threads: what is known of the messages of each ticket. A thread is painted
 * from here at once and then brought up to date; an answer only ever touches the thread it was asked for.
 */
import type { FeedEvent, Message, TicketNote } from '@contract'
import { eventsOf, registerFeed } from './feed'
import { type Known, mergeMessages, NOTHING_KNOWN, timeOf } from './messages-merge'
import { atSessionEnd, createSessionStore } from './session-end'

/** Threads kept after they were left; the least recently shown one goes first. */
export const THREADS_KEPT = 30
/** Messages a thread keeps once nobody looks at it. */
export const MESSAGES_KEPT = 120

export interface Thread {
  ticketId: number
  /** Messages of the ticket in order of time. */
  own: Known
  /** Messages of the contact's earlier tickets, as they are read from top to bottom. */
  earlier: readonly Message[]
  phase: 'loading' | 'ready' | 'failed'
  /** What was thrown when the first page could not be had. */
  error: unknown
  /** Whether the server holds older messages of this ticket. */
  hasMore: boolean
  /** Loading of what lies above: `end` when there is nothing left, of this ticket or of earlier ones. */
  older: 'idle' | 'loading' | 'failed' | 'end'
  notes: readonly TicketNote[]
  /** Customer messages that arrived live since the thread is in memory, counted up. */
  arrived: number
  /** How often it was emptied: pages that were asked for before that are another thread's. */
  emptied: number
}

interface MessagesState {
  threads: ReadonlyMap<number, Thread>
}

export const useMessages = createSessionStore<MessagesState>('messages', () => ({ threads: new Map() }))

const EMPTY: Omit<Thread, 'ticketId'> = {
  own: NOTHING_KNOWN,
  earlier: [],
  phase: 'loading',
  error: null,
  hasMore: false,
  older: 'idle',
  notes: [],
  arrived: 0,
  emptied: 0,
}

/** Threads somebody looks at, in how many places and since when; those are never thrown away or trimmed. */
const watched = new Map<number, { places: number; since: number }>()
/** When a message came as a live event: such rows prove nothing about what lies between them and older ones. */
const liveSince = new Map<string, number>()
const UNPROVEN_MS = 5_000
/** Called when a thread leaves memory, so that its loader forgets it too. */
const leaving = new Set<(ticketId: number) => void>()

export const onThreadForgotten = (listener: (ticketId: number) => void): void => void leaving.add(listener)

export const threadOf = (ticketId: number): Thread | undefined => useMessages.getState().threads.get(ticketId)

/** Changes one thread; creates it when it is not there. Moves it to the young end. */
export function putThread(ticketId: number, change: (thread: Thread) => Partial<Thread>): void {
  useMessages.setState(state => {
    const known = state.threads.get(ticketId)
    const thread = known ?? { ticketId, ...EMPTY }
    const patch = change(thread)
    if (known && Object.entries(patch).every(([key, value]) => known[key as keyof Thread] === value))
      return state
    const threads = new Map(state.threads)
    threads.delete(ticketId)
    threads.set(ticketId, { ...thread, ...patch })
    for (const id of threads.keys()) {
      if (threads.size <= THREADS_KEPT) break
      if (watched.has(id) || id === ticketId) continue
      threads.delete(id)
      for (const listener of leaving) listener(id)
    }
    return { threads }
  })
}

/** Drops a thread from memory. */
export function forgetThread(ticketId: number): void {
  const threads = new Map(useMessages.getState().threads)
  if (!threads.delete(ticketId)) return
  useMessages.setState({ threads })
  for (const listener of leaving) listener(ticketId)
}

/** Keeps a thread in memory and live until the returned function is called. */
export function watchThread(ticketId: number): () => void {
  const look = watched.get(ticketId) ?? { places: 0, since: performance.now() }
  look.places += 1
  watched.set(ticketId, look)
  let held = true
  return () => {
    if (!held) return
    held = false
    look.places -= 1
    if (look.places > 0) return
    watched.delete(ticketId)
    trim(ticketId)
  }
}

/** Since when somebody has looked at a thread without leaving it, as `performance.now()`; null while nobody does. */
export const watchedSince = (ticketId: number): number | null => watched.get(ticketId)?.since ?? null

/** A left thread keeps its newest messages: enough to paint it at once, little enough to keep dozens. */
function trim(ticketId: number): void {
  const thread = threadOf(ticketId)
  if (thread?.phase !== 'ready') return
  if (thread.own.list.length <= MESSAGES_KEPT && thread.earlier.length === 0) return
  const list = thread.own.list.slice(-MESSAGES_KEPT)
  for (const listener of leaving) listener(ticketId)
  putThread(ticketId, () => ({
    own: { list, byId: new Map(list.map(message => [message.id, message])) },
    earlier: [],
    hasMore: thread.hasMore || list.length < thread.own.list.length,
    older: 'idle',
  }))
}

/** The newest message whose connection with older ones is proven; null when there is none. */
export function trustedNewest(thread: Thread, now: number = Date.now()): Message | null {
  const { list } = thread.own
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const message = list[i]
    if (message && now - (liveSince.get(message.id) ?? 0) > UNPROVEN_MS) return message
  }
  return null
}

/** A live message proves nothing of the rows before it until a while has passed; these came with such a one, and count alike. */
export function markUnproven(messages: readonly Message[], now: number = Date.now()): void {
  for (const { id } of messages) liveSince.set(id, now)
}

/** Merges messages a page or an answer brought. */
export function mergeIntoThread(ticketId: number, messages: readonly Message[]): void {
  if (!threadOf(ticketId)) return
  putThread(ticketId, thread => ({ own: mergeMessages(thread.own, messages) }))
  patchEarlier(messages)
}

/** Brings copies of messages that other threads show as "earlier" up to date. */
function patchEarlier(messages: readonly Message[]): void {
  for (const [id, thread] of useMessages.getState().threads) {
    if (thread.earlier.length === 0) continue
    const touched = messages.filter(m => thread.earlier.some(row => row.id === m.id))
    if (touched.length === 0) continue
    const changed = new Map(touched.map(m => [m.id, m]))
    putThread(id, t => ({
      earlier: t.earlier.map(row => {
        const next = changed.get(row.id)
        return next
          ? (mergeMessages({ list: [row], byId: new Map([[row.id, row]]) }, [next]).list[0] ?? row)
          : row
      }),
    }))
  }
}

/** Finds a message wherever it is shown in a thread. */
export function findMessage(ticketId: number, messageId: string): Message | undefined {
  const thread = threadOf(ticketId)
  return thread?.own.byId.get(messageId) ?? thread?.earlier.find(message => message.id === messageId)
}

/** Whether a live message can be placed without leaving a hole between it and what is loaded. */
function placeable(thread: Thread, message: Message, created: boolean): boolean {
  if (thread.own.byId.has(message.id)) return true
  if (thread.phase !== 'ready') return created
  const oldest = thread.own.list[0]
  return !thread.hasMore || !oldest || timeOf(message.createdAt) >= timeOf(oldest.createdAt)
}

function applyMessages(events: readonly FeedEvent[]): void {
  const byTicket = new Map<number, { message: Message; created: boolean }[]>()
  for (const { action, message } of eventsOf(events, 'appMessage')) {
    const rows = byTicket.get(message.ticketId)
    const row = { message, created: action === 'create' }
    if (rows) rows.push(row)
    else byTicket.set(message.ticketId, [row])
  }
  const now = Date.now()
  for (const [ticketId, rows] of byTicket) {
    const thread = threadOf(ticketId)
    if (thread) {
      const fitting = rows.filter(row => placeable(thread, row.message, row.created))
      const fresh = new Set(fitting.filter(r => !thread.own.byId.has(r.message.id)).map(r => r.message.id))
      for (const id of fresh) liveSince.set(id, now)
      const arrived = fitting.filter(r => fresh.has(r.message.id) && !r.message.fromMe).length
      putThread(ticketId, t => ({
        own: mergeMessages(
          t.own,
          fitting.map(row => row.message),
        ),
        arrived: t.arrived + arrived,
      }))
    }
    patchEarlier(rows.map(row => row.message))
  }
  if (liveSince.size > 2_000) {
    for (const [id, since] of liveSince) if (now - since > UNPROVEN_MS) liveSince.delete(id)
  }
}

function applyNotes(events: readonly FeedEvent[]): void {
  for (const event of eventsOf(events, 'ticketNote')) {
    if (event.action === 'delete') {
      const { id, ticketId } = event
      if (threadOf(ticketId)) putThread(ticketId, t => ({ notes: t.notes.filter(note => note.id !== id) }))
    } else {
      const { note } = event
      if (note.ticketId !== null && threadOf(note.ticketId))
        putThread(note.ticketId, t => ({ notes: withNote(t.notes, note) }))
    }
  }
}

/** Notes in order of time, each once. */
export function withNote(notes: readonly TicketNote[], note: TicketNote): readonly TicketNote[] {
  return [...notes.filter(known => known.id !== note.id), note].sort(
    (a, b) => timeOf(a.createdAt) - timeOf(b.createdAt),
  )
}

/** Applies a batch of live events; one turn, so that React draws once. */
export function applyMessageEvents(events: readonly FeedEvent[]): void {
  applyMessages(events)
  applyNotes(events)
  for (const event of eventsOf(events, 'ticket')) {
    if (event.action === 'delete') forgetThread(event.ticketId)
    else if ('ticket' in event && event.messagesTo !== undefined) readAnew(event.ticket.id)
  }
}

let catchUp: (ticketId: number) => Promise<void> = async () => {}

/** Says how a watched thread is brought up to date after a gap (the loader registers itself). */
export const onCatchUp = (run: (ticketId: number) => Promise<void>): void => {
  catchUp = run
}

/** What a thread holds is not the ticket's any more, or not all of it: two conversations became one. */
function readAnew(ticketId: number): void {
  if (!watched.has(ticketId)) {
    forgetThread(ticketId)
    return
  }
  for (const listener of leaving) listener(ticketId)
  putThread(ticketId, thread => ({ ...EMPTY, emptied: thread.emptied + 1 }))
  catchUp(ticketId).catch(() => undefined)
}

/** After a gap nothing unseen can be trusted: watched threads are filled up, the others are forgotten. */
export async function refetchThreads(): Promise<void> {
  const known = [...useMessages.getState().threads.keys()]
  for (const id of known) if (!watched.has(id)) forgetThread(id)
  await Promise.all(known.filter(id => watched.has(id)).map(id => catchUp(id)))
}

const resets = new Set<() => void>()

/** Called when everything is forgotten, so that the loader forgets what it knows as well. */
export const onMessagesReset = (listener: () => void): void => void resets.add(listener)

/** Forgets everything (sign-out). */
export function resetMessages(): void {
  useMessages.setState({ threads: new Map() })
  liveSince.clear()
  for (const listener of resets) listener()
}
atSessionEnd('messages', resetMessages)

registerFeed({ name: 'messages', applyEvents: applyMessageEvents, refetch: refetchThreads })

/**
 * Threads that are only listened to, and by how many. Where a server marks a thread read for whoever asks for it, a
 * supervisor may watch what is said from now on without asking for anything.
 */
const listening = new Map<number, number>()

/** Whether a thread must not be asked for. */
export const isLiveOnly = (ticketId: number): boolean => listening.has(ticketId)

/**
 * Shows a thread from live events only, beginning empty, until the returned function is called. Nothing is asked of
 * the server.
 */
export function listenToThread(ticketId: number): () => void {
  if (!listening.has(ticketId)) forgetThread(ticketId)
  listening.set(ticketId, (listening.get(ticketId) ?? 0) + 1)
  putThread(ticketId, () => ({ phase: 'ready', hasMore: false, older: 'end' }))
  const leave = watchThread(ticketId)
  return () => {
    leave()
    const left = (listening.get(ticketId) ?? 1) - 1
    if (left > 0) listening.set(ticketId, left)
    else {
      listening.delete(ticketId)
      // What was heard is a fragment: whoever opens the ticket next has to read all of it.
      forgetThread(ticketId)
    }
  }
}
