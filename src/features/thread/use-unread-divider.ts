import type { Message } from '@contract'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Thread } from '@/stores/messages'
import { firstUnread } from './rows'

export interface UnreadDivider {
  /** Unread messages when the conversation came on screen. */
  count: number
  /** Message the divider stands above; null while it is not known or there is none. */
  messageId: string | null
  /** Message to begin at; known before the divider's is, while more were unread than are loaded. */
  openAt: string | null
}

/**
 * The line above what was unread when the conversation was opened. It is set once and stays until the ticket is left.
 * @param unread unread messages of the ticket now.
 */
export function useUnreadDivider(
  thread: Thread | undefined,
  own: readonly Message[],
  unread: number,
): UnreadDivider {
  // A conversation may be drawn before it is opened; what counts is how it stood when it came on screen.
  const count = useRef(0)
  const entered = useRef(false)
  if (!entered.current) count.current = unread
  useLayoutEffect(() => {
    entered.current = true
  }, [])

  const [messageId, setMessageId] = useState<string | null>(null)
  const ready = thread?.phase === 'ready'
  const begin = ready && messageId === null ? firstUnread(own, count.current) : null
  if (begin !== null && (begin.complete || thread?.hasMore === false)) setMessageId(begin.id)
  return { count: count.current, messageId, openAt: messageId ?? begin?.id ?? null }
}
