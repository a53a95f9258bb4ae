/** Fills the variables of a company's texts for a ticket's customer. */
import { fillVariables, GREETINGS, givenName, variablesFor } from '@contract'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { contacts } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { TicketRow } from '../tickets/visibility'

/**
 * @param zone the company's time zone, if the caller knows it.
 * @returns fills a text as the customer reads it at that instant.
 */
export async function filling(
  db: Reader,
  ticket: Pick<TicketRow, 'companyId' | 'contactId' | 'code'>,
  at: Date,
  zone?: string,
): Promise<(text: string) => string> {
  const [contact] = await db
    .select({ name: contacts.name, number: contacts.number, username: contacts.username })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  const clock = zone ?? (await timeZoneOf(db, ticket.companyId))
  const name = contact ? givenName(contact) : ''
  const variables = { ...variablesFor(name, at, GREETINGS, clock), protocol: ticket.code }
  return text => fillVariables(text, variables)
}
