import { useEffect } from 'react'
import { marksSeldom, markThreadRead, settleMark } from '@/stores/read-marks'
import { patchTicket } from '@/stores/tickets'
import { useWindowFocus } from './use-window-focus'

/**
 * Marks a conversation read when it is looked at to its end, in a window that has the focus: that is what "read" means
 * (docs/look.md section 5).
 * @param shown it is loaded, may be marked, and its end is on screen.
 * @param unread unread messages of the ticket now.
 */
export function useReadReceipts(ticketId: number, shown: boolean, unread: number): void {
  const focused = useWindowFocus()
  const looked = shown && focused
  useEffect(() => {
    if (!looked || unread === 0) return
    const cancel = markThreadRead(ticketId)
    // The server hears of it later; nobody here has to.
    if (marksSeldom()) patchTicket(ticketId, { unreadMessages: 0 })
    return cancel
  }, [ticketId, looked, unread])
  useEffect(() => {
    if (looked) return () => settleMark(ticketId)
  }, [ticketId, looked])
}
