/** What a break gave away of one's tickets, and what of it can be taken back at its end. */
import type { Ticket } from '@contract'
import { createSessionStore } from '@/stores/session-end'
import { type Actor, acceptTicket, fetchTicketById, transferTicket } from '@/stores/tickets'

const useGivenAway = createSessionStore<{ ids: readonly number[] }>('given away by a break', () => ({
  ids: [],
}))

/** Keeps which tickets a break that begins gives away. */
export const noteGivenAway = (ids: readonly number[]): void => useGivenAway.setState({ ids })

/** Whether it waits, or its new holder has not answered yet. Pure. */
export const isUntouched = (
  ticket: Pick<Ticket, 'status' | 'userId' | 'fromMe' | 'lastAuthorId'>,
  me: number,
): boolean =>
  ticket.status === 'pending' ||
  (ticket.status === 'open' &&
    ticket.userId !== me &&
    !(ticket.fromMe && ticket.lastAuthorId === ticket.userId))

/** Tickets of the break that ended which nobody has gone on with; those that may no longer be seen are left out. */
export async function stillUntouched(me: number): Promise<Ticket[]> {
  const { ids } = useGivenAway.getState()
  noteGivenAway([])
  const asked = await Promise.allSettled(ids.map(id => fetchTicketById(id)))
  return asked.flatMap(answer =>
    answer.status === 'fulfilled' && isUntouched(answer.value, me) ? [answer.value] : [],
  )
}

/** Takes tickets back, one after the other. @returns how many, and the first error of those that could not be. */
export async function takeBack(
  tickets: readonly Ticket[],
  me: Actor,
): Promise<{ taken: number; error: unknown }> {
  let taken = 0
  let error: unknown = null
  for (const { id, status, queueId } of tickets) {
    try {
      if (status === 'pending') await acceptTicket(id, me)
      else await transferTicket(id, { userId: me.id, queueId, whatsappId: null, note: '' })
      taken += 1
    } catch (failure) {
      error ??= failure
    }
  }
  return { taken, error }
}
