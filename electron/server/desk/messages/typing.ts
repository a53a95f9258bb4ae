/** POST /messages/:ticketId/typing: shows the customer that somebody writes. */
import { and, desc, eq } from 'drizzle-orm'
import { whatsappOf } from '../../platform/db/company-rows'
import { contacts, messages } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { recipientOf } from '../channel/addresses'
import { ticketFor } from '../tickets/visibility'

/**
 * Shows on the customer's phone that the ticket's agent writes, if the number supports it. Does nothing for anybody
 * else and when there is nothing to answer, so that other readers leave no trace.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION.
 */
export async function showTyping(app: Workspace, me: Me, ticketId: number): Promise<void> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const { companyId, whatsappId } = ticket
  if (ticket.status !== 'open' || ticket.userId !== me.id || ticket.isGroup || whatsappId === null) return
  if (!app.channel.showTyping || !app.channel.isConnected(whatsappId)) return
  const { provider } = await whatsappOf(app.db, companyId, whatsappId)
  if (!app.channel.capabilitiesOf(provider)?.includes('typing')) return
  const [last] = await app.db
    .select({ messageId: messages.id })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false)))
    .orderBy(desc(messages.seq))
    .limit(1)
  const [contact] = await app.db.select().from(contacts).where(eq(contacts.id, ticket.contactId))
  const to = contact && (await recipientOf(app.db, contact, whatsappId))
  if (last && to) await app.channel.showTyping({ companyId, whatsappId, to, messageId: last.messageId })
}
