/** The conversation a message of another program goes into: found, or opened as if the customer had written. */
import { eq } from 'drizzle-orm'
import { contactByPhone } from '../../desk/contacts/by-phone'
import { typedNumber } from '../../desk/contacts/numbers'
import { happened } from '../../desk/happenings/tell'
import { placementFor } from '../../desk/inbound/incoming'
import { ticketView } from '../../desk/presenters/tickets'
import { insertTicket } from '../../desk/tickets/create'
import { activeTicketOf } from '../../desk/tickets/other-open'
import { NOT_SNOOZED } from '../../desk/tickets/snoozed'
import { noteTicket } from '../../desk/tickets/timeline'
import { beginTracking, track } from '../../desk/tickets/trackings'
import { seenOf, type TicketRow } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import type { WhatsappRow } from '../../platform/db/company-rows'
import { contacts, tickets } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { Workspace } from '../../workspace'

type ContactRow = typeof contacts.$inferSelect

/**
 * The canonical form of a number, as the connection gives it; the id of a customer without a visible number must be
 * known already.
 * @throws ApiError ERR_VALIDATION for anything else, ERR_WAPP_INVALID_CONTACT; ChannelError ERR_WAPP_CHECK_CONTACT.
 */
export async function checked(app: Workspace, connection: WhatsappRow, typed: string): Promise<string> {
  const known = /[a-z]/i.test(typed) ? await contactByPhone(app.db, connection.companyId, typed.trim()) : null
  if (known && !known.isGroup) return known.number
  const digits = await typedNumber(app.db, connection.companyId, typed)
  if (digits === null)
    throw new ApiError('ERR_VALIDATION', {
      issues: [{ path: 'number', message: 'not a number', code: 'custom' }],
    })
  const answer = await app.channel.checkNumber(connection.id, digits)
  if (!answer.exists) throw new ApiError('ERR_WAPP_INVALID_CONTACT')
  return answer.number
}

async function contactFor(tx: Tx, connection: WhatsappRow, number: string) {
  const { companyId } = connection
  const known = await contactByPhone(tx, companyId, number)
  if (known) return { contact: known, isNew: false }
  const [contact] = await tx
    .insert(contacts)
    .values({
      companyId,
      name: number,
      number,
      whatsappId: connection.id,
      search: contactSearchText({ name: number, number }),
    })
    .returning()
  if (!contact) throw new ApiError('ERR_INTERNAL')
  return { contact, isNew: true }
}

/**
 * Finds or creates the contact of a number and its open ticket on the connection. A new ticket is pending, placed like
 * one the customer begins.
 */
export async function conversationFor(
  app: Workspace,
  connection: WhatsappRow,
  number: string,
): Promise<{ contact: ContactRow; ticket: TicketRow }> {
  const { companyId } = connection
  const place = await placementFor(app.db, connection.id)
  return await app.db.company(companyId).write(async tx => {
    const { contact, isNew } = await contactFor(tx, connection, number)
    if (isNew) {
      const { companyId: _c, search: _s, ...view } = contact
      app.realtime.toCompany(companyId, 'contact', { action: 'create', contact: view })
    }
    const active = await activeTicketOf(tx, contact.id, connection.id)
    if (active) return { contact, ticket: active }
    const ticket = await insertTicket(tx, {
      companyId,
      contactId: contact.id,
      whatsappId: connection.id,
      queueId: place.queueId,
      status: 'pending',
      chatbot: place.bot,
      fromMe: true,
    })
    await beginTracking(tx, ticket, ticket.createdAt, null)
    await noteTicket(app, tx, null, ticket, 'program')
    await happened({ app, tx, companyId }, 'began', { ticketId: ticket.id })
    const view = await ticketView(tx, ticket.id)
    if (view) app.realtime.ticketChanged(null, seenOf(ticket), { action: 'create', ticket: view })
    return { contact, ticket }
  })
}

/** Resolves a conversation nobody holds, without telling the customer. A conversation somebody holds stays open. */
export async function closeUnheld(
  app: Workspace,
  { id: ticketId, companyId }: Pick<TicketRow, 'id' | 'companyId'>,
): Promise<void> {
  const at = new Date().toISOString()
  await app.db.company(companyId).write(async tx => {
    const [before] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
    if (before?.status !== 'pending' || before.userId !== null) return
    const changes = {
      status: 'closed' as const,
      chatbot: false,
      waitingSince: null,
      closedWaitingSince: before.waitingSince,
      ...NOT_SNOOZED,
      unreadMessages: 0,
      closedUnread: before.unreadMessages,
      closedAt: at,
      updatedAt: at,
    }
    await tx.update(tickets).set(changes).where(eq(tickets.id, ticketId))
    const after: TicketRow = { ...before, ...changes }
    await track(tx, 'resolve', after, at)
    await noteTicket(app, tx, before, after, 'program')
    const view = await ticketView(tx, ticketId)
    if (view) app.realtime.ticketChanged(seenOf(before), seenOf(after), { action: 'update', ticket: view })
  })
}
