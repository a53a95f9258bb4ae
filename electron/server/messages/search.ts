/** Finding words inside one conversation: the ticket's messages and those of the contact's other tickets. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { messageContains } from '../db/engine/words'
import { messages, tickets } from '../db/schema'
import { ticketFor, visibleTo } from '../tickets/visibility'
import type { Me } from '../workspace'

/** Most messages found at once; who looks for more types more. */
const MOST_HITS = 500

/**
 * Messages of a conversation that contain a text, in order of time. Of the contact's other tickets those are searched that
 * the person may see, as in the conversation on screen. Nothing is marked read.
 * @param typed case and accents do not matter; nothing is found for nothing.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION.
 */
export async function searchConversation(
  db: Reader,
  me: Me,
  ticketId: number,
  typed: string,
): Promise<{ hits: { id: string; ticketId: number }[]; hasMore: boolean }> {
  const ticket = await ticketFor(db, me, ticketId)
  if (typed === '') return { hits: [], hasMore: false }
  const seen = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.contactId, ticket.contactId), visibleTo(me)))
  const rows = await db
    .select({ id: messages.id, ticketId: messages.ticketId })
    .from(messages)
    .where(and(inArray(messages.ticketId, seen), messageContains(typed)))
    .orderBy(desc(messages.seq))
    .limit(MOST_HITS + 1)
  return { hits: rows.slice(0, MOST_HITS).reverse(), hasMore: rows.length > MOST_HITS }
}
