import { useEffect } from 'react'
import { markThreadRead } from '@/stores/messages-loader'
import { useWindowFocus } from './use-window-focus'

/**
 * Marks a conversation read when it is looked at to its end, in a window that has the focus: that is what "read" means
 * (docs/look.md section 5).
 * @param shown it is loaded, may be marked, and its end is on screen.
 * @param unread unread messages of the ticket now.
 */
export function useReadReceipts(ticketId: number, shown: boolean, unread: number): void {
  const focused = useWindowFocus()
  useEffect(() => {
    if (shown && focused && unread > 0) return markThreadRead(ticketId)
  }, [ticketId, shown, focused, unread])
}
