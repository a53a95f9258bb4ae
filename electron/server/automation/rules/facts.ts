/** Facts a rule's conditions need besides the ticket itself. */
import { isOpenAt, type RuleConditions, type RuleFacts } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import type { TicketRow } from '../../desk/tickets/visibility'
import { type Hours, hoursOf } from '../../platform/companies/hours'
import type { Reader } from '../../platform/db/client'
import { tickets } from '../../platform/db/schema'

type Asked = Pick<TicketRow, 'id' | 'companyId' | 'contactId' | 'queueId'>

/**
 * Looks up only the facts that are needed. The company, or the ticket's queue if each keeps its own hours, counts as
 * always open without hours.
 * @param at when it happened.
 * @param kept the company's hours, for a caller that asks about many tickets.
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
