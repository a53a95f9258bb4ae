import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import type { Workspace } from '../../workspace'
import { recipientOf } from '../channel/addresses'
import { ChannelError, type MessageRef } from '../channel/channel'
import { happened } from '../happenings/tell'
import { type MessageRow, type MessageView, messageViews } from '../presenters/messages'
import { type TicketView, ticketViews } from '../presenters/tickets'
import { seenInView, seenOf, type TicketRow } from '../tickets/visibility'
import { type Line, lineOf } from '../tickets/window'

/**
 * Tells consumers of new messages and sends them to the viewers of their tickets, in the write that stored them.
 * @param now the tickets as they are; read if the caller has none.
 */
export async function announceMessages(
  app: Workspace,
  tx: Tx,
  rows: readonly MessageRow[],
  now?: readonly TicketView[],
): Promise<void> {
  const [first] = rows
  if (first) await happened({ app, tx, companyId: first.companyId }, 'stored', rows)
  const shown = now ?? (await ticketViews(tx, [...new Set(rows.map(row => row.ticketId))]))
  const writers = shown.flatMap(ticket => ticket.contact ?? [])
  const messages = await messageViews(
    tx,
    rows.map(row => ({ ...row, reacted: [] })),
    writers,
  )
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

/**
 * Sends a changed message to the viewers of its ticket, in the write that changed it (edit, deletion, reaction,
 * failure, file).
 */
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

/** The connection of a ticket. @throws ChannelError ERR_WAPP_NOT_INITIALIZED when it has none or it is down. */
export function connectionOf(app: Workspace, ticket: Pick<TicketRow, 'whatsappId'>): number {
  if (ticket.whatsappId === null || !app.channel.isConnected(ticket.whatsappId)) {
    throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
  }
  return ticket.whatsappId
}

/**
 * How the channel addresses the customer of a ticket.
 * @param line of the ticket, where it was read already.
 * @throws ChannelError ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_NO_ADDRESS
 */
export async function addressOf(
  app: Workspace,
  ticket: TicketRow,
  line?: Line | null,
): Promise<Omit<MessageRef, 'messageId'>> {
  const whatsappId = connectionOf(app, ticket)
  const { contact } = (line === undefined ? await lineOf(app.db, ticket) : line) ?? { contact: null }
  const to = contact && (await recipientOf(app.db, contact, whatsappId))
  if (!to) throw new ChannelError('ERR_WAPP_NO_ADDRESS')
  return { companyId: ticket.companyId, whatsappId, to }
}

/** The channel's address of a stored message. @throws ChannelError ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_NO_ADDRESS */
export async function refOf(
  app: Workspace,
  ticket: TicketRow,
  message: MessageRow,
  line?: Line | null,
): Promise<MessageRef> {
  return { ...(await addressOf(app, ticket, line)), messageId: message.id }
}
