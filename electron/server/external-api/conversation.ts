/** The conversation a message of another program goes into: found, or opened as if the customer had written. */
import { eq } from 'drizzle-orm'
import { contactByPhone } from '../contacts/by-phone'
import { digitsOf } from '../contacts/numbers'
import type { Tx } from '../db/client'
import { contacts, tickets } from '../db/schema'
import { contactSearchText } from '../db/search'
import { ApiError } from '../errors'
import { placementFor } from '../inbound/incoming'
import { insertTicket } from '../tickets/create'
import { activeTicketOf } from '../tickets/other-open'
import type { WhatsappRow } from '../tickets/references'
import { beginTracking, track } from '../tickets/trackings'
import { seenOf, type TicketRow } from '../tickets/visibility'
import { ticketView } from '../views/tickets'
import type { Workspace } from '../workspace'

type ContactRow = typeof contacts.$inferSelect

/**
 * The canonical form of a typed number, asked of the connection itself.
 * @throws ApiError ERR_VALIDATION for what is no number, ERR_WAPP_INVALID_CONTACT; ChannelError ERR_WAPP_CHECK_CONTACT.
 */
export async function checked(app: Workspace, connection: WhatsappRow, typed: string): Promise<string> {
  const digits = digitsOf(typed)
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
 * Finds or creates the contact of a number and its active ticket on the connection. A new ticket waits, placed as one
 * that the customer begins (docs/legacy-server.md 5).
 */
export async function conversationFor(
  app: Workspace,
  connection: WhatsappRow,
  number: string,
): Promise<{ contact: ContactRow; ticket: TicketRow }> {
  const { companyId } = connection
  const place = await placementFor(app, connection.id)
  const found = await app.db.company(companyId).write(async tx => {
    const { contact, isNew } = await contactFor(tx, connection, number)
    const active = await activeTicketOf(tx, contact.id, connection.id)
    if (active) return { contact, isNew, ticket: active, opened: false }
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
    return { contact, isNew, ticket, opened: true }
  })
  const { contact, ticket } = found
  if (found.isNew) {
    const { companyId: _c, search: _s, ...view } = contact
    app.realtime.toCompany(companyId, 'contact', { action: 'create', contact: view })
  }
  const view = found.opened ? await ticketView(app.db, ticket.id) : null
  if (view) app.realtime.ticketChanged(null, seenOf(ticket), { action: 'create', ticket: view })
  return { contact, ticket }
}

/** Resolves a conversation that nobody holds, without a word to the customer; one that a person has is left to them. */
export async function closeUnheld(
  app: Workspace,
  { id: ticketId, companyId }: Pick<TicketRow, 'id' | 'companyId'>,
): Promise<void> {
  const at = new Date().toISOString()
  const closed = await app.db.company(companyId).write(async tx => {
    const [before] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
    if (before?.status !== 'pending' || before.userId !== null) return null
    const changes = {
      status: 'closed' as const,
      chatbot: false,
      waitingSince: null,
      closedWaitingSince: before.waitingSince,
      unreadMessages: 0,
      closedUnread: before.unreadMessages,
      closedAt: at,
      updatedAt: at,
    }
    await tx.update(tickets).set(changes).where(eq(tickets.id, ticketId))
    const after: TicketRow = { ...before, ...changes }
    await track(tx, 'resolve', after, at)
    return { before, after }
  })
  if (!closed) return
  const view = await ticketView(app.db, ticketId)
  if (view)
    app.realtime.ticketChanged(seenOf(closed.before), seenOf(closed.after), {
      action: 'update',
      ticket: view,
    })
}
