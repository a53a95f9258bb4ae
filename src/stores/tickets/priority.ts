/** How urgent a ticket is: changed on screen at once, then on the server. */
import type { Priority } from '@contract'
import { call } from '@/api'
import { placed } from '../newer'
import { beginOwnChange } from './own-changes'
import { absorbTickets, patchTicket, ticketById } from './store'

/** Gives a ticket a priority; an error puts the one before back, unless an event has its own truth. @throws ApiError */
export async function prioritise(id: number, priority: Priority): Promise<void> {
  const before = ticketById(id)
  if (before?.priority === priority) return
  patchTicket(id, { priority })
  try {
    const asking = call('tickets.setPriority', { params: { id }, body: { priority } })
    const [ticket, position] = await placed(asking.finally(beginOwnChange(id)))
    absorbTickets([ticket], position)
  } catch (error) {
    if (before && ticketById(id)?.priority === priority) patchTicket(id, { priority: before.priority })
    throw error
  }
}
