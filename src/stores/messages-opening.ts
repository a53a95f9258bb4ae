/** Opens threads. */
import { isLiveOnly, putThread, threadOf } from './messages'
import { refreshThread } from './messages-loader'
import { noteMark, noteOpening } from './read-marks'
import { capability } from './servers'

const quiet = (promise: Promise<unknown>): void => {
  promise.catch(() => {})
}

/**
 * Opens a thread: what is known stays on screen while the newest page is fetched. Failures end in the thread's
 * `phase`, never in a throw.
 */
export function openThread(ticketId: number, markAsRead: boolean): void {
  noteOpening()
  if (markAsRead || capability('silentReading') === 'missing') noteMark(ticketId)
  putThread(ticketId, thread => (thread.phase === 'failed' ? { phase: 'loading', error: null } : {}))
  quiet(refreshThread(ticketId, markAsRead, true))
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
