/** Says once more what a ticket is, where the last events about it may have been older than one before them. */
import type { Reader } from '../db/client'
import { type TicketView, ticketView } from '../views/tickets'
import type { Realtime, Seen } from './realtime'
import type { Doubtful } from './ticket-order'

/** Where a ticket stands, by what is said of it. */
export const seenInView = (companyId: number, view: TicketView): Seen => ({
  id: Number(view.id),
  companyId,
  status: view.status,
  queueId: view.queue ? Number(view.queue.id) : null,
  userId: view.user ? Number(view.user.id) : null,
})

/** The contact has events of its own, and is more or less whole. */
const said = (view: object): string => JSON.stringify({ ...view, contact: null })

/** Whether an event says of a ticket what it is. */
function isTrue(payload: unknown, view: TicketView): boolean {
  const { ticket, action } = payload as { ticket?: object; action?: string }
  if (ticket) return said(ticket) === said(view)
  return action === 'updateUnread' && view.unreadMessages === 0
}

/** Reads a ticket again; says what it is now to whoever sees it, and to whoever heard of it and does not see it any more. */
export async function sayAgain(
  db: Reader,
  realtime: Pick<Realtime, 'ticketChanged' | 'ticketDeleted'>,
  ticketId: number,
  doubtful: readonly Doubtful[],
): Promise<void> {
  const view = await ticketView(db, ticketId)
  for (const { seen, payload } of doubtful) {
    if (!view) realtime.ticketDeleted(seen)
    else if (!isTrue(payload, view))
      realtime.ticketChanged(seen, seenInView(seen.companyId, view), { action: 'update', ticket: view })
  }
}
