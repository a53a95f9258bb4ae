/** Stores messages and updates their tickets. */

import { randomBytes } from 'node:crypto'
import { fold, type PressedMenu, searchedIn, type Translations, wellFormed } from '@contract'
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { amongProcesses, greater } from '../../platform/db/engine/words'
import { givenOf, prepared } from '../../platform/db/prepared'
import { messages, tickets } from '../../platform/db/schema'
import { isStillOf } from '../../platform/db/shards'
import type { StoredTemplate } from '../../platform/db/template'
import { NO_FILE, type StoredMedia } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { countTraffic } from '../channel/traffic'
import { enqueue, type Taken } from '../outgoing/jobs'
import { type MessageRow, type ReadMessage, reactedTo } from '../presenters/messages'
import { aroundChanged, lineAround, ticketView, viewOfChanged } from '../presenters/tickets'
import { seenOf, type TicketRow, ticketFor } from '../tickets/visibility'
import { waitingAfter } from '../tickets/waiting'
import { announceMessages } from './deliver'
import { linksOf } from './links'

/** Longest preview in a ticket row. */
const PREVIEW_CHARS = 255

/** An id in WhatsApp's format for a message sent from here. */
const newMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

/** The preview of a message in its ticket's row. */
export function previewOf(message: { body: string; mediaName?: string | null }): string {
  return (message.body || message.mediaName || '').slice(0, PREVIEW_CHARS)
}

/**
 * Updates lists after a change of a conversation's last message, and tells the people who see it.
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
  /** The channel's id, if it must be the same however often it is made; else a new one. */
  id?: string
  body: string
  /** The sending agent; null for automatic messages. */
  userId: number | null
  clientId?: string | null
  quotedMsgId?: string | null
  isForwarded?: boolean
  media?: StoredMedia | null
  /** The kind of a message without a file, if not plain text (locationMessage, contactMessage, ...). */
  kind?: string | null
  /** Its menu with buttons, if the number supports one. */
  menu?: PressedMenu | null
  template?: StoredTemplate | null
  /** The original of a translated message, by language code. */
  translations?: Translations | null
}

/** Whether a ticket has unread customer messages; of a row that is being changed. */
export const hasUnread = sql<number>`exists (select 1 from messages m
  where m.ticket_id = tickets.id and m.read = 0 and m.from_me = 0)`

/** Whether a ticket has messages in the outbox that are not settled, where other processes may have stored them; of a changed row. */
const isBehind = () =>
  amongProcesses(sql`exists (select 1 from outgoing o join messages m on m.seq = o.message_seq
    where m.ticket_id = tickets.id)`)

/** The conversation continues in another ticket: its customer was merged with another contact. */
export class TicketMerged extends Error {
  constructor(readonly into: number) {
    super(`goes on as ticket ${into}`)
  }
}

/** The row of a message before it is stored. */
export type MessageDraft = Omit<MessageRow, 'seq'>

/** Every column of a message but its seq. */
export const MESSAGE_COLUMNS = Object.keys(getTableColumns(messages)).filter(
  key => key !== 'seq',
) as (keyof MessageDraft)[]

/** What a message is where its channel or writer says nothing else. */
export const PLAIN_MESSAGE = {
  ...NO_FILE,
  mediaDuration: null,
  contactId: null,
  userId: null,
  clientId: null,
  quotedMsgId: null,
  ack: 0,
  isDeleted: false,
  isEdited: false,
  isForwarded: false,
  failure: null,
  menu: null,
  template: null,
  referral: null,
  translations: null,
  link: null,
  linkPreview: null,
}

const insertion = prepared(db =>
  db
    .insert(messages)
    .values(givenOf(messages, MESSAGE_COLUMNS))
    .onConflictDoNothing()
    .returning({ seq: messages.seq })
    .prepare(),
)

/**
 * Allowed difference between the clocks of provider and server, and of two processes, milliseconds; providers also omit
 * fractions of a second.
 */
export const CLOCKS_MS = 60_000

/**
 * Times of an own message and its ticket: taken before the wait for the conversation's other writers, who may be of another process
 * and clock, so never before those of our last one, as far as clocks may differ.
 */
const movedAt = () => {
  const at = givenOf(tickets, ['lastMessageAt', 'updatedAt'])
  const ours = sql`case when ${tickets.fromMe} = 1 and ${tickets.lastMessageAt} - ${CLOCKS_MS} < ${at.lastMessageAt}
    then coalesce(${tickets.lastMessageAt}, 0) else 0 end`
  return {
    lastMessageAt: greater<string>(ours, at.lastMessageAt),
    updatedAt: greater<string>(tickets.updatedAt, at.updatedAt),
  }
}

/** Moves a ticket to an own message. @param human a person's words are an answer. */
const move = (human: boolean) =>
  prepared(db =>
    db
      .update(tickets)
      .set({
        ...givenOf(tickets, [
          'lastMessage',
          'lastMessageType',
          'lastAuthorId',
          ...(human ? (['answeredAt', 'lastAnsweredAt'] as const) : []),
        ]),
        ...movedAt(),
        fromMe: true,
        ...(human
          ? {
              unreadMessages: 0,
              waitingSince: waitingAfter(null, { kind: 'reply' }),
              closedWaitingSince: null,
              wokenBy: null,
            }
          : {}),
      })
      .where(eq(tickets.id, sql.placeholder('id')))
      .returning({
        ...{ ...getTableColumns(tickets), hasUnread, isBehind: isBehind(), ...aroundChanged() },
        isOurs: sql<number>`${isStillOf(sql.placeholder('process'), tickets.companyId)}`,
      })
      .prepare(),
  )
const MOVES = { byPerson: move(true), byItself: move(false) }

/**
 * Stores an own message, puts it into the outbox, moves its ticket, and notifies the consoles. A human reply stops the waiting
 * clock and reads what came before; an automatic message does neither.
 * @param takes whether the caller hands it over as soon as it is stored, and so may take it in the same write.
 * @returns the message, its ticket as it is now, whether others of the conversation had not been sent before, and what the caller
 *   needs to hand it over, where it is taken.
 * @throws ApiError ERR_NO_TICKET_FOUND when it is gone, ERR_CREATING_MESSAGE when there is one of this id or client id;
 *   TicketMerged when it goes on as another.
 */
export async function storeOwn(
  app: Workspace,
  tx: Tx,
  ticketId: number,
  message: OwnMessage,
  takes = false,
): Promise<{ row: MessageRow; ticket: TicketRow; isBehind: boolean; taken: Taken | null }> {
  const asked = new Date().toISOString()
  const body = wellFormed(message.body)
  const { mediaType, ...media } = message.media ?? { mediaType: message.kind ?? 'extendedTextMessage' }
  const human = message.userId !== null
  const [moved] = await MOVES[human ? 'byPerson' : 'byItself'](tx).all({
    ...{ id: ticketId, process: app.work.process },
    lastMessage: previewOf({ body, mediaName: message.media?.mediaName ?? null }),
    lastMessageType: mediaType,
    lastAuthorId: message.userId,
    ...{ lastMessageAt: asked, updatedAt: asked, answeredAt: asked, lastAnsweredAt: asked },
  })
  if (!moved) throw new ApiError('ERR_NO_TICKET_FOUND')
  const { hasUnread: unread, isBehind: behind, isOurs, around, tagged, ...ticket } = moved
  if (ticket.mergedInto !== null) throw new TicketMerged(ticket.mergedInto)
  const at = ticket.lastMessageAt ?? asked
  if (human && unread !== 0) await markRead(tx, ticketId)
  // What a person writes: a link that is made for one customer, as in a campaign, may be good for one look. A menu opens its own.
  const [link = null] =
    human && !message.menu
      ? await linksOf(tx, ticket.companyId, [
          { body, mediaType, mediaFile: message.media?.mediaFile ?? null },
        ])
      : []
  const draft: MessageDraft = {
    ...PLAIN_MESSAGE,
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
  }
  const [stored] = await insertion(tx).all({ ...draft })
  if (!stored) throw new ApiError('ERR_CREATING_MESSAGE')
  const row = { ...draft, seq: stored.seq }
  const isTaken =
    takes &&
    behind === 0 &&
    isOurs !== 0 &&
    app.work.owns(row.companyId) &&
    app.memory.outgoing.mayLeave(ticket)
  enqueue(tx, row, isTaken ? 'handed' : 'queued')
  const view = viewOfChanged(ticket, { around, tagged })
  await announceMessages(app, tx, [row], view ? [view] : [])
  // Last: it is locked until the commit, and other conversations of the number write it as well.
  countTraffic(tx, ticket.companyId, ticket.whatsappId, 'outgoing', 1, at)
  return { row, ticket, isBehind: behind !== 0, taken: isTaken ? { line: lineAround(around) } : null }
}

/** Marks the customer's messages of a ticket read; returns the ids that were unread. */
export async function markRead(tx: Tx, ticketId: number): Promise<string[]> {
  const rows = await tx
    .update(messages)
    .set({ read: true })
    .where(and(eq(messages.ticketId, ticketId), eq(messages.read, false), eq(messages.fromMe, false)))
    .returning({ id: messages.id })
  return rows.map(row => row.id)
}

const ofCompany = eq(messages.companyId, sql.placeholder('companyId'))
const rowsById = prepared(db =>
  db
    .select()
    .from(messages)
    .where(and(ofCompany, eq(messages.id, sql.placeholder('id'))))
    .prepare(),
)
const rowsByClientId = prepared(db =>
  db
    .select()
    .from(messages)
    .where(and(ofCompany, eq(messages.clientId, sql.placeholder('clientId')), isNotNull(messages.clientId)))
    .prepare(),
)

const rowsNow = prepared(db =>
  db
    .select({ ...getTableColumns(messages), reacted: reactedTo() })
    .from(messages)
    .where(and(ofCompany, eq(messages.id, sql.placeholder('id'))))
    .prepare(),
)

/** A message as it is now, with its reactions. */
export async function messageNow(db: Reader, { companyId, id, ...row }: MessageRow): Promise<ReadMessage> {
  const [now] = await rowsNow(db).all({ companyId, id })
  return now ?? { companyId, id, ...row }
}

/** A message of a company by its id; null when unknown. */
export async function messageOf(db: Reader, companyId: number, id: string): Promise<MessageRow | null> {
  const [row] = await rowsById(db).all({ companyId, id })
  return row ?? null
}

/** The message a client already sent with this id; null for a new one. */
export async function byClientId(
  db: Reader,
  companyId: number,
  clientId: string,
): Promise<MessageRow | null> {
  const [row] = await rowsByClientId(db).all({ companyId, clientId })
  return row ?? null
}

/**
 * A message and its ticket, for a person who may see the ticket.
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
