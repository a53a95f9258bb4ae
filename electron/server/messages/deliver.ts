import { eq } from 'drizzle-orm'
import { ChannelError, type MessageRef, type Recipient } from '../channel/channel'
import { contacts } from '../db/schema'
import { ApiError } from '../errors'
import { seenInView, seenOf, type TicketRow } from '../tickets/visibility'
import { type MessageRow, type MessageView, messageViews } from '../views/messages'
import { type TicketView, ticketView } from '../views/tickets'
import type { Workspace } from '../workspace'

/** Sent to the viewers of a ticket after its message was stored. */
export async function announceMessage(
  app: Workspace,
  ticketId: number,
  row: MessageRow,
): Promise<MessageView> {
  const view = await viewOf(app, row)
  const ticket: TicketView | null = await ticketView(app.db, ticketId)
  if (ticket) {
    app.realtime.toViewers(seenInView(row.companyId, ticket), 'appMessage', {
      action: 'create',
      message: view,
      ticket,
      contact: ticket.contact ?? null,
    })
  }
  return view
}

/** Sent to the viewers of a ticket after a message changed (ack, edit, deletion, reaction, failure). */
export async function announceChange(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
): Promise<MessageView> {
  const view = await viewOf(app, row)
  app.realtime.toViewers(seenOf(ticket), 'appMessage', { action: 'update', message: view })
  return view
}

async function viewOf(app: Workspace, row: MessageRow): Promise<MessageView> {
  const [view] = await messageViews(app.db, [row])
  if (!view) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  return view
}

async function recipientOf(app: Workspace, ticket: TicketRow): Promise<Recipient> {
  const [contact] = await app.db
    .select({ number: contacts.number, isGroup: contacts.isGroup })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  if (!contact) throw new ApiError('ERR_NO_CONTACT_FOUND')
  return contact
}

/**
 * The connection a ticket's messages leave through.
 * @throws ChannelError ERR_WAPP_NOT_INITIALIZED when it has none or it is down.
 */
export function connectionOf(app: Workspace, ticket: Pick<TicketRow, 'whatsappId'>): number {
  if (ticket.whatsappId === null || !app.channel.isConnected(ticket.whatsappId)) {
    throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
  }
  return ticket.whatsappId
}

/** How the channel addresses a stored message. */
export async function refOf(app: Workspace, ticket: TicketRow, message: MessageRow): Promise<MessageRef> {
  return {
    companyId: ticket.companyId,
    whatsappId: connectionOf(app, ticket),
    messageId: message.id,
    to: await recipientOf(app, ticket),
  }
}
