import { type Findable, rankLocalFirst, type Ticket } from '@contract'
import { isAborted } from '@/api'
import type { Where } from '@/stores/commands'
import { ticketsSource } from '@/stores/tickets'
import { nameOf } from './use-ticket-actions'

/** Answers of the server that found nothing and stopped early are followed by so many more questions at the most. */
const MOST_MORE = 4

/** The first page that holds something: a search of what is in very many messages is answered piece by piece. */
async function firstFound(searchParam: string, signal: AbortSignal) {
  const ask = (cursor?: string) =>
    ticketsSource().page(
      { isSearch: true, searchParam, pageNumber: 1, ...(cursor ? { cursor } : {}) },
      signal,
    )
  let page = await ask()
  for (let more = 0; more < MOST_MORE; more += 1) {
    if (page.tickets.length > 0 || !page.stoppedAt || !page.cursor) break
    page = await ask(page.cursor)
  }
  return page
}

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
    where === 'here' ? { tickets: [] } : firstFound(text, signal),
  ])
  const local =
    here.status === 'fulfilled' && here.value.ok ? here.value.value.tickets.map(hit => hit.ticket) : []
  if (there.status === 'rejected' && (local.length === 0 || isAborted(there.reason))) throw there.reason
  const server = there.status === 'fulfilled' ? there.value.tickets : []
  return rankLocalFirst(local, server, text, findable, ticket => ticket.id)
    .slice(0, most)
    .map(({ row }) => row)
}
