/** Pages of a thread, and reading them with or without marking them read. */
import { PAGE } from '@contract'
import { and, count, desc, eq, lt } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { contacts, messages, tickets } from '../../platform/db/schema'
import { groupRulesOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { type MessageView, messageViews } from '../presenters/messages'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { ticketToRead } from '../tickets/read'
import { seenOf, type TicketRow, ticketFor } from '../tickets/visibility'
import { markRead, messageOf } from './rows'

export interface MessagePage {
  messages: MessageView[]
  ticket: TicketView | null
  count: number
  hasMore: boolean
}

/**
 * Whether looking at a thread marks it read: only for its holder (in group mode for everybody who works on it, because
 * nobody holds a group). Anybody else leaves no trace, whatever the call asks.
 */
async function readsFor(db: Reader, me: Me, ticket: TicketRow): Promise<boolean> {
  if (ticket.userId === me.id) return true
  return ticket.isGroup && ticket.userId === null && (await groupRulesOf(db, ticket.companyId)).mode
}

/** Publishes that a ticket has nothing unread. */
const sayRead = (app: Workspace, ticket: TicketRow): void =>
  app.realtime.toViewers(seenOf(ticket), 'ticket', { action: 'updateUnread', ticketId: ticket.id })

/** Marks a ticket read, and tells the consoles and the customer's phone. Does nothing when nothing is unread. */
async function readTicket(app: Workspace, ticket: TicketRow): Promise<void> {
  const read = await app.db.company(ticket.companyId).write(async tx => {
    const ids = await markRead(tx, ticket.id)
    await tx.update(tickets).set({ unreadMessages: 0 }).where(eq(tickets.id, ticket.id))
    if (ids.length > 0 || ticket.unreadMessages > 0) sayRead(app, ticket)
    return ids
  })
  if (read.length === 0 || ticket.whatsappId === null || !app.channel.isConnected(ticket.whatsappId)) return
  const [from] = await app.db
    .select({ number: contacts.number, isGroup: contacts.isGroup })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  if (from) {
    await app.channel.markRead({
      companyId: ticket.companyId,
      whatsappId: ticket.whatsappId,
      from,
      messageIds: read,
    })
  }
}

/**
 * A page of a thread: 20 messages in order of time, newest page first.
 * @param at `before` (a message id: the page ends right before it, whatever arrives meanwhile) takes precedence over
 *   `pageNumber` (1-based, from the newest).
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION.
 */
export async function messagePage(
  app: Workspace,
  me: Me,
  ticketId: number,
  at: { pageNumber: number; before?: string | undefined; markAsRead?: boolean | undefined },
): Promise<MessagePage> {
  const ticket = await ticketToRead(app.db, me, ticketId)
  const edge = at.before ? await messageOf(app.db, me.companyId, at.before) : null
  if (at.before && edge?.ticketId !== ticketId) throw new ApiError('ERR_VALIDATION', { field: 'before' })

  const inThread = eq(messages.ticketId, ticketId)
  const rows = await app.db
    .select()
    .from(messages)
    .where(edge ? and(inThread, lt(messages.seq, edge.seq)) : inThread)
    .orderBy(desc(messages.seq))
    .limit(PAGE.messages + 1)
    .offset(edge ? 0 : (at.pageNumber - 1) * PAGE.messages)
  const [total] = await app.db.select({ count: count() }).from(messages).where(inThread)

  const keeps = app.storage.state() === 'ok'
  if (keeps && at.markAsRead !== false && (await readsFor(app.db, me, ticket))) await readTicket(app, ticket)
  return {
    messages: await messageViews(app.db, rows.slice(0, PAGE.messages).reverse()),
    ticket: await ticketDetail(app.db, ticketId),
    count: total?.count ?? 0,
    hasMore: rows.length > PAGE.messages,
  }
}

/** PUT /messages/:id: marks one message read, under the same rule as reading its thread. */
export async function touchMessage(app: Workspace, me: Me, messageId: string): Promise<void> {
  const message = await messageOf(app.db, me.companyId, messageId)
  if (!message) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  const ticket = await ticketFor(app.db, me, message.ticketId)
  if (message.fromMe || message.read || !(await readsFor(app.db, me, ticket))) return
  await app.db.company(me.companyId).write(async tx => {
    await tx.update(messages).set({ read: true }).where(eq(messages.seq, message.seq))
    await tx
      .update(tickets)
      .set({ unreadMessages: Math.max(0, ticket.unreadMessages - 1) })
      .where(eq(tickets.id, ticket.id))
    if (ticket.unreadMessages <= 1) sayRead(app, ticket)
  })
}
