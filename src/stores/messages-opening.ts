/** Opens threads and tells the server which of them were read. */
import { onMessagesReset, putThread, threadOf } from './messages'
import { isLiveOnly } from './messages-live'
import { refreshThread } from './messages-loader'
import { capability } from './servers'

const quiet = (promise: Promise<unknown>): void => {
  promise.catch(() => {})
}

const lastMark = new Map<number, number>()
const MARK_EVERY_MS = 1_000
/** Where reading takes a whole page out of one line of questions. Milliseconds. */
const MARK_SELDOM_MS = 20_000
const markEvery = (): number => (capability('parallelReads') === 'native' ? MARK_EVERY_MS : MARK_SELDOM_MS)

/** Whether messages that pour into a conversation on screen are marked read seldom. */
export const marksSeldom = (): boolean => markEvery() === MARK_SELDOM_MS

const arrivedIn = (ticketId: number): number => threadOf(ticketId)?.arrived ?? 0
/** How many messages had come live into a thread when the server was asked to mark it read. */
const arrivedAtMark = new Map<number, number>()

function noteMark(ticketId: number): void {
  lastMark.set(ticketId, Date.now())
  arrivedAtMark.set(ticketId, arrivedIn(ticketId))
}

/** Marks that are still to be made where that is done seldom, by ticket. */
const owed = new Map<number, ReturnType<typeof setTimeout>>()
/** The same of conversations that were left a moment ago. */
const left = new Map<number, ReturnType<typeof setTimeout>>()

/**
 * Opens a thread: what is known stays on screen while the newest page is fetched. Failures end in the thread's
 * `phase`, never in a throw.
 */
export function openThread(ticketId: number, markAsRead: boolean): void {
  if (markAsRead || capability('silentReading') === 'missing') noteMark(ticketId)
  putThread(ticketId, thread => (thread.phase === 'failed' ? { phase: 'loading', error: null } : {}))
  quiet(refreshThread(ticketId, markAsRead))
}

/** Unread messages up to this many fit on the last screen: opening marks them read in the same request. */
const ON_LAST_SCREEN = 6

/** Whether the request that opens a conversation may mark it read. */
export const marksOnOpening = (unread: number): boolean =>
  unread > 0 && unread <= ON_LAST_SCREEN && document.hasFocus()

/**
 * The press on a row: its conversation is asked for before anything is drawn, so that the server works while the console
 * does. One that is known is painted first; the screen asks for what is new in it.
 * @param unread unread messages of the ticket.
 */
export function openAtPress(ticketId: number, unread: number): void {
  if (threadOf(ticketId)?.phase !== 'ready' && !isLiveOnly(ticketId))
    openThread(ticketId, marksOnOpening(unread))
}

/** Fetches a thread nobody has opened yet (pointer down on a row); leaves no trace on the server. */
export function prefetchThread(ticketId: number): void {
  // Where asking marks read, a press that becomes no click must ask for nothing.
  if (threadOf(ticketId) || capability('silentReading') === 'missing') return
  openThread(ticketId, false)
}

function markNow(ticketId: number): void {
  noteMark(ticketId)
  quiet(refreshThread(ticketId, true))
}

/** Who steps through conversations comes back to one, or on to the next: a mark waits for that. Milliseconds. */
const LEFT_MS = 2_000

/**
 * Nobody looks at its end any more: a mark that was put off is made in a moment, unless the conversation was read again by then
 * or something came that nobody has seen, which would be marked as well.
 */
export function settleMark(ticketId: number): void {
  const timer = owed.get(ticketId)
  if (timer === undefined) return
  clearTimeout(timer)
  owed.delete(ticketId)
  const [markedAt, arrived] = [lastMark.get(ticketId), arrivedIn(ticketId)]
  left.set(
    ticketId,
    setTimeout(() => {
      left.delete(ticketId)
      if (lastMark.get(ticketId) === markedAt && arrivedIn(ticketId) === arrived) markNow(ticketId)
    }, LEFT_MS),
  )
}

/**
 * Tells the server that the end of a thread was seen: at once, then at most once a second while messages pour in, or
 * every twenty on servers without `parallelReads`. The same call brings the newest page, so the thread is checked on the way.
 * @returns takes a call back that has not left yet.
 */
export function markThreadRead(ticketId: number): () => void {
  const mark = (): void => markNow(ticketId)
  const wait = (lastMark.get(ticketId) ?? 0) + markEvery() - Date.now()
  if (wait <= 0) {
    mark()
    return () => {}
  }
  if (marksSeldom()) {
    // What was unread when the page was asked for was marked with it.
    if (arrivedAtMark.get(ticketId) === arrivedIn(ticketId)) return () => {}
    clearTimeout(left.get(ticketId))
    left.delete(ticketId)
    if (!owed.has(ticketId))
      owed.set(
        ticketId,
        setTimeout(() => {
          owed.delete(ticketId)
          mark()
        }, wait),
      )
    return () => {}
  }
  const timer = setTimeout(mark, wait)
  return () => clearTimeout(timer)
}

onMessagesReset(() => {
  lastMark.clear()
  arrivedAtMark.clear()
  for (const timer of [...owed.values(), ...left.values()]) clearTimeout(timer)
  owed.clear()
  left.clear()
})
