/** What a rule's conditions ask of a ticket besides itself. */
import { isOpenAt, type RuleConditions, type RuleFacts } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import type { TicketRow } from '../../desk/tickets/visibility'
import { type Hours, hoursOf } from '../../platform/companies/hours'
import type { Reader } from '../../platform/db/client'
import { tickets } from '../../platform/db/schema'

type Asked = Pick<TicketRow, 'id' | 'companyId' | 'contactId' | 'queueId'>

/**
 * What is asked alone is looked up. The company, or the ticket's queue where each keeps its own hours, is open always where none
 * are kept.
 * @param at when it happened. @param kept the company's hours, for whoever asks about many.
 */
export async function factsOf(
  db: Reader,
  ticket: Asked,
  { newContact, hours }: RuleConditions,
  at: Date,
  kept: () => Promise<Hours> = () => hoursOf(db, ticket.companyId),
): Promise<RuleFacts> {
  const opening = hours === 'any' ? null : (await kept())(ticket.queueId)
  const earlier = and(
    eq(tickets.companyId, ticket.companyId),
    eq(tickets.contactId, ticket.contactId),
    lt(tickets.id, ticket.id),
  )
  return {
    newContact: newContact && (await db.$count(tickets, earlier)) === 0,
    open: opening === null || isOpenAt(opening, at),
  }
}
