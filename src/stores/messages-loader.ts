/** Loads threads: the newest page at the click, older pages and earlier tickets while one scrolls, gaps after a loss. */
import type { Contact, Message } from '@contract'
import {
  findMessage,
  isLiveOnly,
  markUnproven,
  onCatchUp,
  onMessagesReset,
  onThreadForgotten,
  putThread,
  threadOf,
  trustedNewest,
} from './messages'
import { internContacts, mergeMessages, NOTHING_KNOWN, timeOf } from './messages-merge'
import { type MessagePage, messagesSource } from './messages-source'
import { placed } from './newer'
import { mayReadAhead } from './reading-ahead'
import { noteThreadAnswer } from './thread-answers'

/** Pages asked for at most to close a gap; beyond that the thread starts afresh from its newest end. */
const GAP_PAGES = 25
/** Pages asked for at most to reach a quoted or found message. */
const REACH_PAGES = 500
/** Older loads that bring nothing new before a server is believed to repeat itself. */
const EMPTY_PAGES = 3

/** The contact's earlier tickets, newest first, as far as they are known. */
interface History {
  queue: number[]
  page: number
  more: boolean
  /** Ticket being read, and the oldest of its messages that is loaded. */
  current: { ticketId: number; oldest: string; known: number } | null
}

const newest = new Map<number, { promise: Promise<void>; marks: boolean }>()
const olderRuns = new Map<number, Promise<boolean>>()
const histories = new Map<number, History>()
const contactIds = new Map<number, number>()
const people = new Map<number, Contact>()

onThreadForgotten(ticketId => {
  histories.delete(ticketId)
})

const interned = (page: MessagePage): Message[] => {
  if (people.size > 5_000) people.clear()
  return internContacts(page.messages, people)
}

const isRejected = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return status === 403 || status === 404
}

/** Tells the loader whose earlier tickets continue above. */
export function setThreadContact(ticketId: number, contactId: number | null): void {
  if (contactId === null) return
  contactIds.set(ticketId, contactId)
  if (contactIds.size > 500) {
    for (const id of contactIds.keys()) {
      if (contactIds.size <= 250) break
      contactIds.delete(id)
    }
  }
}

/** Whether a page begins at a message that came live, as all did between it and what is proven. */
function cameLive(ticketId: number, messages: readonly Message[]): boolean {
  const oldest = messages[0]
  return oldest !== undefined && threadOf(ticketId)?.own.byId.has(oldest.id) === true
}

/** A page as a thread of its own, with what came live since it was asked for. */
function startAfresh(ticketId: number, messages: readonly Message[], hasMore: boolean): void {
  histories.delete(ticketId)
  const from = timeOf(messages[0]?.createdAt ?? '')
  putThread(ticketId, thread => {
    const since = thread.own.list.filter(message => timeOf(message.createdAt) >= from)
    return {
      own: mergeMessages(mergeMessages(NOTHING_KNOWN, messages), since),
      earlier: [],
      hasMore,
      older: 'idle',
      phase: 'ready',
      error: null,
    }
  })
}

/**
 * Fetches the newest page and joins it with what is known; goes back until both meet.
 * @param onePage not over what was heard live, nor in a flood at all: the thread begins at its page then, and the rest comes when
 * somebody reads upwards.
 */
async function fetchNewest(ticketId: number, markAsRead: boolean, onePage: boolean): Promise<void> {
  const before = threadOf(ticketId)
  const anchor = before?.phase === 'ready' ? trustedNewest(before) : null
  const [page, position] = await placed(
    messagesSource().page({ ticketId, before: null, known: 0, markAsRead }),
  )
  noteThreadAnswer({ ticketId, ticket: page.ticket, position })
  let messages = interned(page)
  let hasMore = page.hasMore
  if (page.ticket?.contactId) setThreadContact(ticketId, page.ticket.contactId)
  const meets = (): boolean => {
    const oldest = messages[0]
    return !hasMore || !anchor || !oldest || timeOf(oldest.createdAt) <= timeOf(anchor.createdAt)
  }
  const beginsLive = onePage && !meets() && cameLive(ticketId, messages)
  // Should a gap be reported in a moment, this page is no proof of what lies before it.
  if (beginsLive) markUnproven(messages)
  const goesBack = !beginsLive && (!onePage || mayReadAhead())
  for (let pages = 0; goesBack && anchor && !meets() && pages < GAP_PAGES; pages += 1) {
    const oldest = messages[0]
    if (!oldest) break
    const more = await messagesSource().page({
      ticketId,
      before: oldest.id,
      known: messages.length,
      markAsRead: false,
    })
    const joined = mergeMessages(mergeMessages(NOTHING_KNOWN, messages), interned(more)).list
    hasMore = more.hasMore
    if (joined.length === messages.length) break
    messages = [...joined]
  }
  // Left memory meanwhile (sign-out), or emptied as its messages went elsewhere: the answer has nowhere to go.
  const now = threadOf(ticketId)
  if (!now || now.emptied !== (before?.emptied ?? 0)) return
  const joins = anchor !== null && (beginsLive || meets())
  if (anchor !== null && !joins) return startAfresh(ticketId, messages, hasMore)
  putThread(ticketId, thread => ({
    own: mergeMessages(thread.own, messages),
    phase: 'ready',
    error: null,
    hasMore: anchor === null ? hasMore : thread.hasMore && hasMore,
  }))
}

/**
 * Brings the newest end of a thread up to date. One request at a time per ticket.
 * @param markAsRead whether the server may mark it read; only when somebody looks at its end.
 * @param onePage it is opened or marked: nothing is known to be missing.
 */
export function refreshThread(ticketId: number, markAsRead: boolean, onePage = false): Promise<void> {
  if (isLiveOnly(ticketId)) return Promise.resolve()
  const running = newest.get(ticketId)
  if (running && (running.marks || !markAsRead)) return running.promise
  const ask = (): Promise<void> => fetchNewest(ticketId, markAsRead, onePage)
  const promise = (running ? running.promise.catch(() => {}).then(ask) : ask())
    .catch(error => {
      if (threadOf(ticketId)?.phase === 'loading') putThread(ticketId, () => ({ phase: 'failed', error }))
      noteThreadAnswer({ ticketId, error })
      throw error
    })
    .finally(() => {
      if (newest.get(ticketId)?.promise === promise) newest.delete(ticketId)
    })
  newest.set(ticketId, { promise, marks: markAsRead })
  return promise
}

/** The request for the newest page of a thread that is on its way; it rejects as the request does. */
export const newestOnItsWay = (ticketId: number): Promise<void> | undefined => newest.get(ticketId)?.promise

async function olderOfTicket(ticketId: number): Promise<number> {
  for (let attempt = 0; attempt < EMPTY_PAGES; attempt += 1) {
    const thread = threadOf(ticketId)
    const oldest = thread?.own.list[0]
    if (!thread || !oldest) return 0
    const known = thread.own.list.length + attempt * 20
    const page = await messagesSource().page({ ticketId, before: oldest.id, known, markAsRead: false })
    const now = threadOf(ticketId)
    // Trimmed or replaced meanwhile: the page no longer touches what is shown.
    if (!now || now.own.list[0]?.id !== oldest.id) return 0
    const own = mergeMessages(now.own, interned(page))
    putThread(ticketId, () => ({ own, hasMore: page.hasMore }))
    const added = own.list.length - now.own.list.length
    if (added > 0 || !page.hasMore) return added
  }
  // The server keeps answering what is known: treat it as the end instead of asking for ever.
  putThread(ticketId, () => ({ hasMore: false }))
  return 0
}

async function historyOf(ticketId: number, contactId: number): Promise<History> {
  const history = histories.get(ticketId) ?? { queue: [], page: 0, more: true, current: null }
  histories.set(ticketId, history)
  if (history.current === null && history.queue.length === 0 && history.more) {
    history.page += 1
    const answer = await messagesSource().ticketsOf(contactId, history.page)
    const first = threadOf(ticketId)?.own.list[0]
    const limit = first ? timeOf(first.createdAt) : Number.POSITIVE_INFINITY
    const seen = new Set(threadOf(ticketId)?.earlier.map(message => message.ticketId))
    history.more = answer.hasMore && answer.tickets.length > 0
    history.queue.push(
      ...answer.tickets
        .filter(ticket => ticket.id !== ticketId && !seen.has(ticket.id) && timeOf(ticket.createdAt) <= limit)
        .sort((a, b) => timeOf(b.createdAt) - timeOf(a.createdAt))
        .map(ticket => ticket.id),
    )
  }
  return history
}

async function olderOfContact(ticketId: number, contactId: number): Promise<{ added: number; end: boolean }> {
  const history = await historyOf(ticketId, contactId)
  const id = history.current?.ticketId ?? history.queue[0]
  if (id === undefined) return { added: 0, end: !history.more }
  const before = history.current
  let page: MessagePage
  try {
    page = await messagesSource().page({
      ticketId: id,
      before: before?.oldest ?? null,
      known: before?.known ?? 0,
      markAsRead: false,
    })
  } catch (error) {
    if (!isRejected(error)) throw error
    page = { messages: [], hasMore: false, ticket: null } // a ticket this agent may not see is passed over
  }
  if (!before) history.queue.shift()
  const thread = threadOf(ticketId)
  if (!thread || histories.get(ticketId) !== history) return { added: 0, end: false }
  const seen = new Set(thread.earlier.map(message => message.id))
  const fresh = interned(page).filter(message => !seen.has(message.id) && !thread.own.byId.has(message.id))
  const oldest = fresh[0]
  history.current =
    page.hasMore && oldest
      ? { ticketId: id, oldest: oldest.id, known: (before?.known ?? 0) + fresh.length }
      : null
  if (fresh.length > 0) putThread(ticketId, t => ({ earlier: [...fresh, ...t.earlier] }))
  return { added: fresh.length, end: history.current === null && history.queue.length === 0 && !history.more }
}

async function runOlder(ticketId: number): Promise<boolean> {
  let added = 0
  let end = false
  while (added === 0 && !end) {
    const thread = threadOf(ticketId)
    if (thread?.phase !== 'ready') return false
    if (thread.hasMore) {
      const before = thread.own.list.length
      added = await olderOfTicket(ticketId)
      const now = threadOf(ticketId)
      if (added === 0 && now?.hasMore && now.own.list.length === before) return false
      continue
    }
    const contactId = contactIds.get(ticketId)
    if (contactId === undefined) {
      end = true
      break
    }
    try {
      ;({ added, end } = await olderOfContact(ticketId, contactId))
    } catch (error) {
      // Servers without the call have no earlier tickets to show (tests/compat/differences.md).
      if (!isRejected(error)) throw error
      end = true
    }
  }
  if (threadOf(ticketId)) putThread(ticketId, () => ({ older: end && added === 0 ? 'end' : 'idle' }))
  return added > 0
}

/**
 * Loads what lies above: an older page of the ticket, then the contact's earlier tickets.
 * @returns whether anything was added. Failures end in the thread's `older`.
 */
export function loadOlder(ticketId: number): Promise<boolean> {
  const running = olderRuns.get(ticketId)
  if (running) return running
  const thread = threadOf(ticketId)
  if (thread?.phase !== 'ready' || thread.older === 'end') return Promise.resolve(false)
  putThread(ticketId, () => ({ older: 'loading' }))
  const run = runOlder(ticketId)
    .catch(() => {
      if (threadOf(ticketId)) putThread(ticketId, () => ({ older: 'failed' }))
      return false
    })
    .finally(() => {
      olderRuns.delete(ticketId)
      if (threadOf(ticketId)?.older === 'loading') putThread(ticketId, () => ({ older: 'idle' }))
    })
  olderRuns.set(ticketId, run)
  return run
}

/**
 * Loads older pages until a message is there (a quote, a search result).
 * @returns whether it was found.
 */
export async function reachMessage(ticketId: number, messageId: string): Promise<boolean> {
  for (let pages = 0; pages < REACH_PAGES; pages += 1) {
    if (findMessage(ticketId, messageId)) return true
    if (!(await loadOlder(ticketId))) return findMessage(ticketId, messageId) !== undefined
  }
  return false
}

/** Forgets histories (sign-out, tests). */
export function resetLoader(): void {
  newest.clear()
  olderRuns.clear()
  histories.clear()
  contactIds.clear()
  people.clear()
}

onMessagesReset(resetLoader)
onCatchUp(async ticketId => {
  // A page that was asked for before the gap was known is not the one that closes it.
  await newest.get(ticketId)?.promise.catch(() => {})
  await refreshThread(ticketId, false)
})
