/** Says to the customer that somebody writes, where the number can show it. */
import type { Ticket } from '@contract'
import { call } from '@/api'
import { useSession } from '@/stores/session'
import { atSessionEnd } from '@/stores/session-end'
import { whatsappsDirectory } from '@/stores/whatsapps'

/** How long WhatsApp shows it without being asked again, less a little. Milliseconds. */
const SHOWN_MS = 20_000

/** When it was last said of a ticket, on the page's own clock. */
const typingSentAt = new Map<number, number>()
atSessionEnd('typing', () => typingSentAt.clear())

/**
 * Called with every change of the text of an answer.
 * @param text what stands there now; an empty field is nobody writing.
 * @param held the ticket cannot be answered freely now.
 */
export function noteTyping(ticket: Ticket | null, text: string, held: boolean): void {
  if (held || text.trim() === '' || ticket?.status !== 'open' || ticket.isGroup) return
  if (ticket.userId !== useSession.getState().user?.id) return
  const number = whatsappsDirectory.use.getState().items.find(({ id }) => id === ticket.whatsappId)
  // A number that says nothing of itself (a legacy server's) is not asked: it would be a request for nothing.
  if (!number?.capabilities?.includes('typing')) return
  const now = performance.now()
  if (now - (typingSentAt.get(ticket.id) ?? Number.NEGATIVE_INFINITY) < SHOWN_MS) return
  typingSentAt.set(ticket.id, now)
  // A nicety: whether it arrived concerns nobody.
  call('messages.typing', { params: { ticketId: ticket.id } }).catch(() => undefined)
}

/** An answer was sent: the phone shows nothing any more, and the next one is said at once. */
export const endTyping = (ticketId: number): void => void typingSentAt.delete(ticketId)
