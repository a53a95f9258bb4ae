/** Which conversations were read to their end here while the server has not been told yet: what it says of them is behind. */
import type { Ticket } from '@contract'

let look: (ticketId: number) => boolean = () => false

/** Sets who knows (read-marks.ts): it is behind the console's first list, which needs only the answer. */
export function setLocalReadState(knows: (ticketId: number) => boolean): void {
  look = knows
}

/** A ticket of an answer as this person has left it: without the unread messages that were seen. */
export const withLocalReads = (ticket: Ticket): Ticket =>
  ticket.unreadMessages > 0 && look(ticket.id) ? { ...ticket, unreadMessages: 0 } : ticket
