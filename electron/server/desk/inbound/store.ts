/** Stores a batch of customers' messages of ONE company in one transaction: contacts, tickets, messages. */
import { fold, ratingIn } from '@contract'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { insertMany, updateMany } from '../../platform/db/insert-many'
import { wholeRows } from '../../platform/db/json-rows'
import { messages, ratings, tickets, ticketTrackings } from '../../platform/db/schema'
import type { IncomingMessage } from '../channel/channel'
import { countTraffic } from '../channel/traffic'
import type { ContactRow } from '../contacts/by-phone'
import type { Merged } from '../contacts/merge'
import type { Wrote } from '../happenings/kinds'
import { linksOf } from '../messages/links'
import { CLOCKS_MS, MESSAGE_COLUMNS, type MessageDraft, PLAIN_MESSAGE, previewOf } from '../messages/rows'
import type { MessageRow } from '../presenters/messages'
import { insertTicket } from '../tickets/create'
import { heldAfterMessage } from '../tickets/holder'
import { wakeChanges } from '../tickets/snoozed'
import { beginTracking } from '../tickets/trackings'
import type { TicketRow } from '../tickets/visibility'
import { waitingAfter } from '../tickets/waiting'
import { openWindows } from '../tickets/window'
import { type Arrived, contactsFor } from './people'

/** Whether a customer's message of `at` (ISO-8601) is older than the last one of its ticket. Pure. */
function isLate({ lastMessageAt, fromMe }: Pick<TicketRow, 'lastMessageAt' | 'fromMe'>, at: string): boolean {
  if (lastMessageAt === null) return false
  return Date.parse(at) < Date.parse(lastMessageAt) - (fromMe ? CLOCKS_MS : 0)
}

/**
 * Where a connection's new tickets go: into its only queue, or none; whether a bot answers first; and whether messages
 * open an answer window.
 */
export interface Placement {
  queueId: number | null
  bot: boolean
  hasWindow: boolean
}

export interface StoredBatch extends Omit<Wrote, 'tooLarge'> {
  newContacts: ContactRow[]
  /** Contacts with a new number, and merged ones. */
  renumbered: ContactRow[]
  merged: Merged[]
}

const NOBODY = { renumbered: [], merged: [] }

const ticketRows = wholeRows(tickets)

/** How old the question may be for a number 1 to 3 to count as the rating. */
const RATING_WINDOW_MS = 24 * 60 * 60 * 1000

const keyOf = (contactId: number, whatsappId: number | null): string => `${contactId}/${whatsappId}`

async function activeTickets(
  tx: Tx,
  companyId: number,
  contactIds: number[],
): Promise<Map<string, TicketRow>> {
  // The plus keeps SQLite from reading all active tickets of the company instead of going by contacts.
  const rows = await ticketRows(
    tx,
    sql`+${tickets.companyId} = ${companyId} and ${oneOf(tickets.contactId, contactIds)}
      and ${tickets.status} in ('open', 'pending')`,
  )
  return new Map(rows.map(row => [keyOf(row.contactId, row.whatsappId), row]))
}

/** The closed ticket whose rating question this message answers; null for none. */
async function ratedTicket(tx: Tx, contactId: number, message: IncomingMessage): Promise<TicketRow | null> {
  if (!ratingIn(message.body) || message.media || message.heldBy) return null
  const [row] = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, contactId),
        eq(tickets.whatsappId, message.whatsappId),
        eq(tickets.status, 'closed'),
        gt(tickets.ratingAskedAt, new Date(Date.now() - RATING_WINDOW_MS).toISOString()),
      ),
    )
    .orderBy(desc(tickets.id))
    .limit(1)
  return row ?? null
}

async function rate(tx: Tx, ticket: TicketRow, message: IncomingMessage): Promise<void> {
  const givenRating = ratingIn(message.body)
  if (!givenRating) return
  await tx.insert(ratings).values({
    companyId: ticket.companyId,
    ticketId: ticket.id,
    userId: ticket.userId,
    ...givenRating,
  })
  await tx.update(tickets).set({ ratingAskedAt: null }).where(eq(tickets.id, ticket.id))
  await tx
    .update(ticketTrackings)
    .set({ ratingAt: message.at })
    .where(and(eq(ticketTrackings.ticketId, ticket.id), isNull(ticketTrackings.ratingAt)))
}

/** A conversation that begins with a message is pending. */
export async function newTicket(
  tx: Tx,
  companyId: number,
  contact: ContactRow,
  message: IncomingMessage,
  place: Placement,
): Promise<TicketRow> {
  const row = await insertTicket(tx, {
    companyId,
    contactId: contact.id,
    isGroup: contact.isGroup,
    whatsappId: message.whatsappId,
    queueId: place.queueId,
    status: 'pending',
    // Another responder has greeted the customer already.
    chatbot: place.bot && !contact.isGroup && !message.heldBy,
    createdAt: message.at,
    updatedAt: message.at,
  })
  await beginTracking(tx, row, message.at, null)
  return row
}

function rowFor({ message, media }: Arrived, ticket: TicketRow, author: ContactRow): MessageDraft {
  return {
    ...PLAIN_MESSAGE,
    ...media,
    mediaType: media && message.mediaType !== 'sticker' ? media.mediaType : message.mediaType,
    id: message.id,
    companyId: ticket.companyId,
    ticketId: ticket.id,
    contactId: author.id,
    queueId: ticket.queueId,
    body: message.body,
    search: fold(message.body),
    fromMe: false,
    read: ticket.status === 'closed',
    quotedMsgId: message.quotedMsgId ?? null,
    isForwarded: message.isForwarded ?? false,
    referral: message.referral ?? null,
    createdAt: message.at,
    updatedAt: message.at,
  }
}

/** The later of two instants, compared as text, because all have the same format. */
const later = (a: string, b: string): string => [a, b].sort().at(-1) ?? a

/** How a customer's message changes its ticket. */
function advance(row: TicketRow, { message, media }: Arrived): TicketRow {
  const ticket = { ...row, ...(row.snoozedAt === null ? {} : wakeChanges(row, 'customer')) }
  const shown = {
    lastMessage: previewOf({ body: message.body, mediaName: media?.mediaName ?? null }),
    lastMessageType: media?.mediaType ?? message.mediaType,
    lastMessageAt: message.at,
    fromMe: false,
    lastAuthorId: null,
    answeredAt: null,
  }
  return {
    ...ticket,
    ...(isLate(ticket, message.at) ? {} : shown),
    unreadMessages: ticket.unreadMessages + 1,
    waitingSince: waitingAfter(ticket.waitingSince, { kind: 'customer', at: message.at }),
    ...heldAfterMessage(ticket, message.heldBy, message.at),
    updatedAt: later(message.at, ticket.updatedAt),
  }
}

/** The ticket columns a customer's message may change. */
const ADVANCED = [
  'unreadMessages',
  'lastMessage',
  'lastMessageType',
  'lastMessageAt',
  'fromMe',
  'lastAuthorId',
  'waitingSince',
  'snoozedAt',
  'wokenBy',
  'answeredAt',
  'heldBy',
  'heldAt',
  'updatedAt',
] as const

/** Counts the messages by connection and hour: one row for each, however long the batch. */
function countArrivals(tx: Tx, companyId: number, batch: readonly Arrived[]): void {
  const counted = new Map<string, { whatsappId: number; at: string; messages: number }>()
  for (const { message } of batch) {
    const key = `${message.whatsappId}/${message.at.slice(0, 13)}`
    const known = counted.get(key)
    if (known) known.messages++
    else counted.set(key, { whatsappId: message.whatsappId, at: message.at, messages: 1 })
  }
  for (const { whatsappId, at, messages: count } of counted.values())
    countTraffic(tx, companyId, whatsappId, 'incoming', count, at)
}

/**
 * Stores a batch without duplicates (same id).
 * @param placementOf where a connection's new tickets go.
 * @param homesOf closed conversations that messages belong to, by message id.
 */
export async function storeBatch(
  tx: Tx,
  companyId: number,
  batch: readonly Arrived[],
  placementOf: (whatsappId: number) => Placement,
  homesOf: (messages: IncomingMessage[]) => Promise<ReadonlyMap<string, TicketRow>> = async () => new Map(),
): Promise<StoredBatch> {
  const ids = batch.map(item => item.message.id)
  const known = await tx.all<{ id: string }>(
    sql`select ${messages.id} as id from ${messages} where ${messages.companyId} = ${companyId} and ${oneOf(messages.id, ids)}`,
    true,
  )
  const seen = new Set(known.map(row => row.id))
  const fresh = batch.filter(item => !seen.has(item.message.id) && seen.add(item.message.id))
  if (fresh.length === 0) return { ...NOBODY, newContacts: [], touched: new Map(), stored: [], rated: [] }

  const { byNumber, created, renumbered, merged } = await contactsFor(tx, companyId, fresh)
  // What does not wait for one another leaves together (engine/postgres-batch.ts).
  const [active, homes] = await Promise.all([
    activeTickets(
      tx,
      companyId,
      [...byNumber.values()].map(row => row.id),
    ),
    // Callers know the contact by whichever address this message had.
    homesOf(
      fresh.map(({ message }) => {
        const { number, name } = byNumber.get(message.from.number) ?? message.from
        return { ...message, from: { ...message.from, number, name } }
      }),
    ),
    openWindows(
      tx,
      companyId,
      fresh.flatMap(({ message: { from, whatsappId, at } }) => {
        const contact = byNumber.get(from.number)
        return contact && !contact.isGroup && placementOf(whatsappId).hasWindow
          ? [{ whatsappId, contactId: contact.id, wroteAt: at }]
          : []
      }),
    ),
  ])
  const touched = new Map<number, { before: TicketRow | null; after: TicketRow }>()
  const rated: TicketRow[] = []
  const rows: MessageDraft[] = []
  for (const item of fresh) {
    const contact = byNumber.get(item.message.from.number)
    if (!contact) continue
    const author = byNumber.get(item.message.participant?.number ?? item.message.from.number) ?? contact
    const key = keyOf(contact.id, item.message.whatsappId)
    const home = homes.get(item.message.id)
    if (home && !active.has(key)) {
      rows.push(rowFor(item, home, author))
      continue
    }
    const closed = active.has(key) ? null : await ratedTicket(tx, contact.id, item.message)
    if (closed) {
      await rate(tx, closed, item.message)
      rated.push(closed)
      rows.push(rowFor(item, closed, author))
      continue
    }
    const existing = active.get(key)
    const ticket =
      existing ??
      (await newTicket(tx, companyId, contact, item.message, placementOf(item.message.whatsappId)))
    rows.push(rowFor(item, ticket, author))
    const after = advance(ticket, item)
    active.set(key, after)
    touched.set(ticket.id, {
      before: touched.has(ticket.id) ? (touched.get(ticket.id)?.before ?? null) : (existing ?? null),
      after,
    })
  }
  const links = await linksOf(tx, companyId, rows)
  for (const [at, row] of rows.entries()) row.link = links[at] ?? null
  const [seqs] = await Promise.all([
    insertMany(tx, messages, MESSAGE_COLUMNS, rows),
    updateMany(
      tx,
      tickets,
      ADVANCED,
      [...touched.values()].map(({ after }) => after),
    ),
  ])
  countArrivals(tx, companyId, fresh)
  const stored = rows.map((row, i): MessageRow => ({ ...row, seq: seqs[i] ?? 0 }))
  return { newContacts: created, renumbered, merged, touched, stored, rated }
}
