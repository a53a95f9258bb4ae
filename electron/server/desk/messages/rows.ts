/** Writing messages: the row, and what it does to its ticket. */

import { randomBytes } from 'node:crypto'
import { fold, type PressedMenu, searchedIn, type Translations, wellFormed } from '@contract'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { messages, tickets } from '../../platform/db/schema'
import type { StoredTemplate } from '../../platform/db/template'
import type { StoredMedia } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { countTraffic } from '../channel/traffic'
import { enqueue } from '../outgoing/jobs'
import type { MessageRow } from '../presenters/messages'
import { ticketView } from '../presenters/tickets'
import { seenOf, type TicketRow, ticketFor } from '../tickets/visibility'
import { waitingAfter } from '../tickets/waiting'
import { announceMessages } from './deliver'
import { linksOf } from './links'

/** Longest preview a ticket row keeps. */
const PREVIEW_CHARS = 255

/** An id in WhatsApp's own form for a message that leaves from here. */
const newMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

/** What a ticket row shows of its last message. */
export function previewOf(message: { body: string; mediaName?: string | null }): string {
  return (message.body || message.mediaName || '').slice(0, PREVIEW_CHARS)
}

/**
 * Has lists show what became of a message, where it is the last of its conversation, and notifies who sees it.
 * @param now the message as it is, in the write that changed it.
 */
export async function showLast(app: Workspace, tx: Tx, ticket: TicketRow, now: MessageRow): Promise<void> {
  const [shown] = await tx
    .update(tickets)
    .set(
      now.isDeleted
        ? { lastMessage: '', lastMessageType: 'revoked' }
        : { lastMessage: previewOf(now), lastMessageType: now.mediaType },
    )
    .where(
      and(
        eq(tickets.id, now.ticketId),
        sql`not exists (select 1 from messages m where m.ticket_id = tickets.id and m.seq > ${now.seq})`,
      ),
    )
    .returning({ id: tickets.id })
  const view = shown ? await ticketView(tx, shown.id) : null
  const seen = seenOf(ticket)
  if (view) app.realtime.ticketChanged(seen, seen, { action: 'update', ticket: view })
}

export interface OwnMessage {
  companyId: number
  /** The channel's id, where it has to be the same however often it is made; else a new one. */
  id?: string
  body: string
  /** The sending agent; null for automatic messages. */
  userId: number | null
  clientId?: string | null
  quotedMsgId?: string | null
  isForwarded?: boolean
  media?: StoredMedia | null
  /** Kind of a message without a file, when it is not plain text (locationMessage, contactMessage, ...). */
  kind?: string | null
  /** The menu it is where the number can show one to be pressed. */
  menu?: PressedMenu | null
  template?: StoredTemplate | null
  /** What its writer wrote before it was translated, by the code of its language. */
  translations?: Translations | null
}

/** Whether a ticket has messages of its customer that nobody has read; of a row that is changed. */
export const hasUnread = sql<number>`exists (select 1 from messages m
  where m.ticket_id = tickets.id and m.read = 0 and m.from_me = 0)`

/** A conversation goes on in another ticket: its customer was found to be one person with somebody else. */
export class TicketMerged extends Error {
  constructor(readonly into: number) {
    super(`goes on as ticket ${into}`)
  }
}

/**
 * Stores an own message, puts it into the outbox, moves its ticket, and notifies the consoles. A human reply stops the waiting
 * clock and reads what came before; an automatic message does neither.
 * @returns the message, and its ticket as it is now.
 * @throws ApiError ERR_NO_TICKET_FOUND when it is gone, ERR_CREATING_MESSAGE when there is one of this id or client id;
 *   TicketMerged when it goes on as another.
 */
export async function storeOwn(
  app: Workspace,
  tx: Tx,
  ticketId: number,
  message: OwnMessage,
): Promise<{ row: MessageRow; ticket: TicketRow }> {
  const at = new Date().toISOString()
  const body = wellFormed(message.body)
  const { mediaType, ...media } = message.media ?? { mediaType: message.kind ?? 'extendedTextMessage' }
  const human = message.userId !== null
  const [moved] = await tx
    .update(tickets)
    .set({
      lastMessage: previewOf({ body, mediaName: message.media?.mediaName ?? null }),
      lastMessageType: mediaType,
      lastMessageAt: at,
      fromMe: true,
      lastAuthorId: message.userId,
      updatedAt: at,
      ...(human
        ? {
            unreadMessages: 0,
            waitingSince: waitingAfter(null, { kind: 'reply' }),
            closedWaitingSince: null,
            wokenBy: null,
            answeredAt: at,
            lastAnsweredAt: at,
          }
        : {}),
    })
    .where(eq(tickets.id, ticketId))
    .returning({ ...getTableColumns(tickets), hasUnread })
  if (!moved) throw new ApiError('ERR_NO_TICKET_FOUND')
  const { hasUnread: unread, ...ticket } = moved
  if (ticket.mergedInto !== null) throw new TicketMerged(ticket.mergedInto)
  if (human && unread !== 0) await markRead(tx, ticketId)
  // What a person writes: a link that is made for one customer, as in a campaign, may be good for one look.
  const [link = null] = human
    ? await linksOf(tx, ticket.companyId, [{ body, mediaType, mediaFile: message.media?.mediaFile ?? null }])
    : []
  const [row] = await tx
    .insert(messages)
    .values({
      ...media,
      mediaType,
      id: message.id ?? newMessageId(),
      companyId: ticket.companyId,
      ticketId: ticket.id,
      userId: message.userId,
      queueId: ticket.queueId,
      clientId: message.clientId ?? null,
      body,
      search: fold(searchedIn({ body, transcript: null, translations: message.translations ?? null })),
      fromMe: true,
      read: true,
      quotedMsgId: message.quotedMsgId ?? null,
      isForwarded: message.isForwarded ?? false,
      menu: message.menu ?? null,
      template: message.template ?? null,
      link,
      translations: message.translations ?? null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new ApiError('ERR_CREATING_MESSAGE')
  enqueue(tx, row)
  await announceMessages(app, tx, [row])
  // Last: what other conversations of the number write as well is held until the commit alone.
  countTraffic(tx, ticket.companyId, ticket.whatsappId, 'outgoing', 1, at)
  return { row, ticket }
}

/** Marks the customer's messages of a ticket read; answers the ids that were not. */
export async function markRead(tx: Tx, ticketId: number): Promise<string[]> {
  const rows = await tx
    .update(messages)
    .set({ read: true })
    .where(and(eq(messages.ticketId, ticketId), eq(messages.read, false), eq(messages.fromMe, false)))
    .returning({ id: messages.id })
  return rows.map(row => row.id)
}

/** A message of a company by its id; null when unknown. */
export async function messageOf(db: Reader, companyId: number, id: string): Promise<MessageRow | null> {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
  return row ?? null
}

/** The message a client already sent under this id; null when it is new. */
export async function byClientId(
  db: Reader,
  companyId: number,
  clientId: string,
): Promise<MessageRow | null> {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.companyId, companyId),
        eq(messages.clientId, clientId),
        sql`${messages.clientId} is not null`,
      ),
    )
  return row ?? null
}

/**
 * A message and its ticket, for somebody who may see the ticket.
 * @throws ApiError ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION.
 */
export async function messageFor(
  db: Reader,
  me: Me,
  id: string,
): Promise<{ message: MessageRow; ticket: TicketRow }> {
  const message = await messageOf(db, me.companyId, id)
  if (!message) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  return { message, ticket: await ticketFor(db, me, message.ticketId) }
}
