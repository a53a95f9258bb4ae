/** Which message was the newest when the reply to a ticket was begun; kept while the window is open. */
import { threadOf } from '@/stores/messages'
import { atSessionEnd } from '@/stores/session-end'

const anchors = new Map<number, string | null>()
atSessionEnd('reply anchors', () => anchors.clear())

/**
 * Notes the beginning of a reply; a reply already begun keeps its beginning. Who writes before the thread is there has
 * begun from what it will show: nothing of it is new.
 */
export function beginReply(ticketId: number): void {
  const thread = threadOf(ticketId)
  if (anchors.has(ticketId) || thread?.phase !== 'ready') return
  anchors.set(ticketId, thread.own.list.at(-1)?.id ?? null)
}

/** The reply was sent or emptied, or its writer has seen what is new. */
export const endReply = (ticketId: number): void => void anchors.delete(ticketId)

/** @returns undefined when no reply was begun. */
export const replyAnchor = (ticketId: number): string | null | undefined => anchors.get(ticketId)
