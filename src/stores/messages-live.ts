/**
 * Threads that are only listened to. Where a server marks a thread read for whoever asks for it, a supervisor may watch
 * what is said from now on without asking for anything (issue "A server it did not write", Silence).
 */
import { forgetThread, putThread, watchThread } from './messages'

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
