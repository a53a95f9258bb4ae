import { type Findable, rankLocalFirst, type Ticket } from '@contract'
import { isAborted } from '@/api'
import type { Where } from '@/stores/commands'
import { ticketsSource } from '@/stores/tickets'
import { nameOf } from './use-ticket-actions'

/** Longest text the searches take. */
const MOST_CHARS = 200

const findable = (ticket: Ticket): Findable => ({
  name: nameOf(ticket),
  number: ticket.contact?.number,
  others: `${ticket.lastMessage} #${ticket.id}`,
})

/**
 * Tickets the palette offers for a text: those this computer has seen above those only the server knows, each part ranked
 * by the rule of every picker.
 * @param most rows answered. @param where `here` leaves the server alone.
 * @throws ApiError when the server refuses and nothing was seen here.
 */
export async function findTickets(
  term: string,
  most: number,
  signal: AbortSignal,
  where: Where = 'everywhere',
): Promise<Ticket[]> {
  const text = term.slice(0, MOST_CHARS)
  const [here, there] = await Promise.allSettled([
    window.turno.search.local({ text, limit: most }),
    where === 'here'
      ? { tickets: [] }
      : ticketsSource().page({ isSearch: true, searchParam: text, pageNumber: 1 }, signal),
  ])
  const local =
    here.status === 'fulfilled' && here.value.ok ? here.value.value.tickets.map(hit => hit.ticket) : []
  if (there.status === 'rejected' && (local.length === 0 || isAborted(there.reason))) throw there.reason
  const server = there.status === 'fulfilled' ? there.value.tickets : []
  return rankLocalFirst(local, server, text, findable, ticket => ticket.id)
    .slice(0, most)
    .map(({ row }) => row)
}
