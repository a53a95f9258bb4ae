/** How urgent a ticket is: changed on screen at once, then on the server. */
import type { BodyIn, Priority } from '@contract'
import { call } from '@/api'
import { placed } from '../newer'
import { actOn } from './act'
import { beginOwnChange } from './own-changes'
import { absorbTickets, patchTicket, ticketById } from './store'

/** Gives a ticket a priority; an error puts the one before back, unless an event has its own truth. @throws ApiError */
export async function prioritise(id: number, priority: Priority): Promise<void> {
  if (ticketById(id)?.priority === priority) return
  await actOn(id, 'priority', expected => change(id, { priority, ...(expected ? { expected } : {}) }))
}

async function change(id: number, body: BodyIn<'tickets.setPriority'>): Promise<void> {
  const { priority } = body
  const before = ticketById(id)
  patchTicket(id, { priority })
  try {
    const asking = call('tickets.setPriority', { params: { id }, body })
    const [ticket, position] = await placed(asking.finally(beginOwnChange(id)))
    absorbTickets([ticket], position)
  } catch (error) {
    if (before && ticketById(id)?.priority === priority) patchTicket(id, { priority: before.priority })
    throw error
  }
}
