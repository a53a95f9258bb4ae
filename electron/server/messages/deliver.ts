/** From a stored row to the customer's phone, and what the consoles hear of it. */
import { join } from 'node:path'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { ChannelError, type MessageRef, type OutgoingMessage, type Recipient } from '../channel/channel'
import type { Db } from '../db/client'
import { contacts, messages } from '../db/schema'
import { Refusal } from '../errors'
import { mediaFolder } from '../media/folder'
import { seenOf, type TicketRow } from '../tickets/visibility'
import { type MessageRow, type MessageView, messageViews } from '../views/messages'
import { type TicketView, ticketView } from '../views/tickets'
import type { Workspace } from '../workspace'
import { insertOwn, messageOf } from './rows'

/** Sent to the viewers of a ticket after its message was stored. */
export async function announceMessage(
  app: Workspace,
  ticketId: number,
  row: MessageRow,
): Promise<MessageView> {
  const view = await viewOf(app, row)
  const ticket: TicketView | null = await ticketView(app.db, ticketId)
  if (ticket) {
    const seen = {
      id: ticketId,
      companyId: row.companyId,
      status: ticket.status,
      queueId: ticket.queue ? Number(ticket.queue.id) : null,
      userId: ticket.user ? Number(ticket.user.id) : null,
    }
    app.realtime.toViewers(seen, 'appMessage', {
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
  if (!view) throw new Refusal('ERR_NO_MESSAGE_FOUND')
  return view
}

async function recipientOf(app: Workspace, ticket: TicketRow): Promise<Recipient> {
  const [contact] = await app.db
    .select({ number: contacts.number, isGroup: contacts.isGroup })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  if (!contact) throw new Refusal('ERR_NO_CONTACT_FOUND')
  return contact
}

/**
 * The connection a ticket's messages leave through.
 * @throws ChannelError ERR_WAPP_NOT_INITIALIZED when it has none or it is down.
 */
export function connectionOf(app: Workspace, ticket: TicketRow): number {
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

async function outgoing(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<OutgoingMessage> {
  const media = row.mediaFile
    ? {
        path: join(mediaFolder(app.folder, row.companyId), row.mediaFile),
        mime: row.mediaMime ?? 'application/octet-stream',
        name: row.mediaName ?? row.mediaFile,
        size: row.mediaSize ?? 0,
      }
    : null
  return {
    ...(await refOf(app, ticket, row)),
    body: row.body,
    mediaType: media ? row.mediaType : null,
    media,
    quotedMsgId: row.quotedMsgId,
    isForwarded: row.isForwarded,
  }
}

async function noteFailure(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  failure: string | null,
): Promise<MessageRow> {
  const [changed] = await app.db
    .update(messages)
    .set({ failure, updatedAt: new Date().toISOString() })
    .where(eq(messages.seq, row.seq))
    .returning()
  const now = changed ?? row
  await announceChange(app, ticket, now)
  return now
}

/**
 * Hands a stored message to the channel. A refusal is kept on the row, so that it stays visible as failed.
 * @throws ChannelError as the channel refused.
 */
export async function transmit(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  try {
    await app.channel.send(await outgoing(app, ticket, row))
  } catch (error) {
    const refusal = error instanceof ChannelError ? error : new ChannelError('ERR_SENDING_WAPP_MSG')
    await noteFailure(app, ticket, row, refusal.code)
    throw refusal
  }
}

/**
 * Sends a failed message again: the same row, the same id. Of several calls at once one sends.
 * @throws ChannelError as the channel refuses again.
 */
export async function retransmit(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<MessageRow> {
  connectionOf(app, ticket)
  const [claimed] = await app.db
    .update(messages)
    .set({ failure: null, updatedAt: new Date().toISOString() })
    .where(and(eq(messages.seq, row.seq), isNotNull(messages.failure)))
    .returning()
  if (claimed) {
    await announceChange(app, ticket, claimed)
    await transmit(app, ticket, claimed)
  }
  return (await messageOf(app.db, row.companyId, row.id)) ?? row
}

/**
 * Marks own messages as failed that were stored but never confirmed by the channel: the server ended in between. A
 * client that repeats its call (same client id) then really sends them, under the same message id.
 * @returns how many.
 */
export async function failUnsent(db: Db): Promise<number> {
  const rows = await db
    .update(messages)
    .set({ failure: 'ERR_SENDING_WAPP_MSG', updatedAt: new Date().toISOString() })
    .where(sql`${messages.fromMe} = 1 and ${messages.ack} = 0 and ${messages.failure} is null`)
    .returning({ seq: messages.seq })
  return rows.length
}

/** Sends a text of the workspace itself (greeting, closing, rating question). Does not stop the waiting clock. */
export async function sendAutomatic(app: Workspace, ticket: TicketRow, body: string): Promise<void> {
  const row = await app.db.write(tx =>
    insertOwn(tx, ticket, { companyId: ticket.companyId, body, userId: null }),
  )
  await announceMessage(app, ticket.id, row)
  await transmit(app, ticket, row)
}
