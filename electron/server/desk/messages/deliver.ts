import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import type { Workspace } from '../../workspace'
import { recipientFor } from '../channel/addresses'
import { ChannelError, type MessageRef } from '../channel/channel'
import { type MessageRow, type MessageView, messageViews } from '../presenters/messages'
import { type TicketView, ticketViews } from '../presenters/tickets'
import { seenInView, seenOf, type TicketRow } from '../tickets/visibility'

/**
 * Notifies the viewers of tickets, in the write that stored them, of new messages.
 * @param now their tickets as they are; read where the caller has none.
 */
export async function announceMessages(
  app: Workspace,
  tx: Reader,
  rows: readonly MessageRow[],
  now?: readonly TicketView[],
): Promise<void> {
  const shown = now ?? (await ticketViews(tx, [...new Set(rows.map(row => row.ticketId))]))
  const writers = shown.flatMap(ticket => ticket.contact ?? [])
  const messages = await messageViews(tx, rows, { writers, reacted: [] })
  const byId = new Map(shown.map(ticket => [Number(ticket.id), ticket]))
  for (const [at, { companyId, ticketId }] of rows.entries()) {
    const message = messages[at]
    const ticket = byId.get(ticketId)
    if (!message || !ticket) continue
    const contact = ticket.contact ?? null
    const event = { action: 'create' as const, message, ticket, contact }
    app.realtime.toViewers(seenInView(companyId, ticket), 'appMessage', event)
  }
}

/** Notifies the viewers of a ticket, in the write that changed it, of a message (edit, deletion, reaction, failure, file). */
export async function announceChange(
  app: Workspace,
  tx: Reader,
  ticket: TicketRow,
  row: MessageRow,
): Promise<MessageView> {
  const [view] = await messageViews(tx, [row])
  if (!view) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  app.realtime.toViewers(seenOf(ticket), 'appMessage', { action: 'update', message: view })
  return view
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

/**
 * How the channel addresses the customer of a ticket.
 * @throws ChannelError ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_NO_ADDRESS
 */
export async function addressOf(app: Workspace, ticket: TicketRow): Promise<Omit<MessageRef, 'messageId'>> {
  const whatsappId = connectionOf(app, ticket)
  return {
    companyId: ticket.companyId,
    whatsappId,
    to: await recipientFor(app.db, ticket.contactId, whatsappId),
  }
}

/**
 * How the channel addresses a stored message.
 * @throws ChannelError ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_NO_ADDRESS
 */
export async function refOf(app: Workspace, ticket: TicketRow, message: MessageRow): Promise<MessageRef> {
  return { ...(await addressOf(app, ticket)), messageId: message.id }
}
