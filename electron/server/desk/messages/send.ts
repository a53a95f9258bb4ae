/** POST /messages/:ticketId: sends what an agent writes. */
import { type ExpectedTicket, MESSAGE_MAX_CHARS, type MenuParts, maySee, type Translations } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import { prepared } from '../../platform/db/prepared'
import { messages, replyWindows, tickets, whatsapps } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepUpload } from '../../platform/media/store'
import { groupRulesOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { isDefiniteFailure, resendToChannel, sendToChannelInTurn } from '../outgoing'
import { DATABASE_LOST_MS } from '../outgoing/send-order'
import { type MessageRow, type MessageView, messageViews, type ReadMessage } from '../presenters/messages'
import { refuseAnswered } from '../tickets/expected'
import { shownTo, type TicketRow } from '../tickets/visibility'
import { refuseOutsideWindow } from '../tickets/window'
import { connectionOf } from './deliver'
import { type Worded, worded } from './menus'
import { byClientId, messageNow, messageOf, type OwnMessage, storeOwn, TicketMerged } from './rows'

export interface Draft {
  body: string
  clientId?: string | undefined
  quotedMsgId?: string | null | undefined
  isForwarded?: boolean
  /** A person wants it sent again, even if it may have left. */
  again?: boolean | undefined
  /** What the writer took the ticket to be. */
  expected?: ExpectedTicket | undefined
  /** The text before its translation. */
  translations?: Translations | null
  /** Buttons, list or link below the body. */
  menu?: MenuParts | null | undefined
}

/** Refuses messages that are not allowed now: only open tickets are answered; group tickets always in group mode. */
export async function refuseUnlessOpen({ db }: Pick<Workspace, 'db'>, ticket: TicketRow): Promise<void> {
  if (ticket.status === 'open') return
  if (ticket.isGroup && (await groupRulesOf(db, ticket.companyId)).mode) return
  // A person who accepts and answers at once does not wait for their own acceptance to be stored.
  const [now] = await db
    .company(ticket.companyId)
    .write(tx => tx.select({ status: tickets.status }).from(tickets).where(eq(tickets.id, ticket.id)))
  if (now?.status !== 'open') throw new ApiError('ERR_TICKET_NOT_OPEN')
}

/**
 * A quote shows the quoted text to everybody in the conversation, so it must be an existing message of the same
 * contact, in a ticket the writer may see. Other ids are not revealed.
 * @throws ApiError ERR_VALIDATION
 */
async function refuseUnlessQuotable(db: Reader, me: Me, ticket: TicketRow, id: string): Promise<void> {
  const quoted = await messageOf(db, me.companyId, id)
  const [source] = quoted ? await db.select().from(tickets).where(eq(tickets.id, quoted.ticketId)) : []
  if (!source || quoted?.isDeleted || source.contactId !== ticket.contactId || !maySee(me, source))
    throw new ApiError('ERR_VALIDATION', { field: 'quotedMsg' })
}

/** @throws ApiError ERR_MESSAGE_TOO_LONG */
export function refuseTooLong(body: string): void {
  if (body.length > MESSAGE_MAX_CHARS) throw new ApiError('ERR_MESSAGE_TOO_LONG')
}

/**
 * What an earlier call with the same client id stored (`known`) is the answer. A failed one is really sent again, with the text of this
 * call: its writer may have changed it since. Where nobody knows whether it left, only a person's word sends it again: a
 * console repeats by itself a call whose answer was lost.
 */
async function earlier(
  app: Workspace,
  ticket: TicketRow,
  known: MessageRow | null,
  said: Worded,
  again: boolean,
): Promise<MessageRow | null> {
  if (!known) return null
  if (known.ticketId !== ticket.id) throw new ApiError('ERR_VALIDATION', { field: 'clientId' })
  if (known.failure === null || !(again || isDefiniteFailure(known))) return known
  return resendToChannel(app, ticket, known, said)
}

/**
 * Stores one message, tells the consoles, hands it to the channel. A repeated client id is the same message: a second
 * call, even a simultaneous one, returns the first one's row. The caller checks that the writer may see the ticket.
 * @param check refuses it inside the write, where the ticket is as it is by then.
 */
export async function deliverOwn(
  app: Workspace,
  ticketId: number,
  message: OwnMessage,
  check: (tx: Tx, ticket: TicketRow) => Promise<unknown> = async () => {},
): Promise<ReadMessage> {
  const { companyId, clientId } = message
  const { sending, hold } = app.memory.outgoing
  let own: Awaited<ReturnType<typeof storeOwn>> | undefined
  const stored = await app.db
    .conversation({ companyId, id: ticketId })
    .write(async tx => {
      const made = await storeOwn(app, tx, ticketId, message, true)
      // The row that was moved says whose it is: nothing is read for it, and what is refused here is rolled back.
      await check(tx, made.ticket)
      own = made
      // Before it can be seen: the outbox that is resumed leaves it to this call.
      if (own.taken) sending.set(own.row.seq, null)
      return own
    })
    .catch(async (error: unknown): Promise<{ into: number } | { row: MessageRow; ticket: null }> => {
      if (own?.taken) {
        sending.delete(own.row.seq)
        // It may be stored all the same: the resumed outbox finds it.
        if (error instanceof Error && isDatabaseLost(error))
          hold('conversation', own.ticket, DATABASE_LOST_MS)
      }
      // Two contacts were merged since the caller looked.
      if (error instanceof TicketMerged) return { into: error.into }
      const known = clientId ? await byClientId(app.db, companyId, clientId) : null
      if (known) return { row: known, ticket: null }
      throw error
    })
  if (!('row' in stored)) return deliverOwn(app, stored.into, message, check)
  if (!stored.ticket) return stored.row
  const { row, ticket } = stored
  return (await sendToChannelInTurn(app, ticket, row, stored)) ?? (await messageNow(app.db, row))
}

const places = prepared(db =>
  db
    .select({
      ticket: tickets,
      message: messages,
      number: { provider: whatsapps.provider, directSend: whatsapps.directSend },
      window: { wroteAt: replyWindows.wroteAt },
    })
    .from(tickets)
    .leftJoin(whatsapps, eq(whatsapps.id, tickets.whatsappId))
    .leftJoin(
      replyWindows,
      and(eq(replyWindows.whatsappId, tickets.whatsappId), eq(replyWindows.contactId, tickets.contactId)),
    )
    .leftJoin(
      messages,
      and(eq(messages.companyId, tickets.companyId), eq(messages.clientId, sql.placeholder('clientId'))),
    )
    .where(and(eq(tickets.id, sql.placeholder('id')), eq(tickets.companyId, sql.placeholder('companyId'))))
    .prepare(),
)

/**
 * In one statement where a message is to be written, and what the same client id has stored already.
 * @throws ApiError as `ticketFor`.
 */
async function placeOf(db: Reader, me: Me, id: number, clientId: string | null) {
  const [found] = await places(db).all({ id, companyId: me.companyId, clientId })
  const ticket = shownTo(me, found?.ticket)
  if (ticket.mergedInto !== null) return placeOf(db, me, ticket.mergedInto, clientId)
  const { message = null, number = null, window = null } = found ?? {}
  return { ticket, message, line: number && { number, window } }
}

/** Client id of the n-th file of one call: each file is a message of its own. */
const partId = (clientId: string | undefined, index: number): string | null =>
  clientId === undefined ? null : index === 0 ? clientId : `${clientId}:${index}`

async function sendFiles(
  app: Workspace,
  me: Me,
  ticket: TicketRow,
  draft: Draft,
  files: readonly UploadedFile[],
  captions: readonly string[],
): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  for (const [index, file] of files.entries()) {
    const clientId = partId(draft.clientId, index)
    const body = captions[index] ?? (index === 0 ? draft.body : '')
    const stored = clientId ? await byClientId(app.db, ticket.companyId, clientId) : null
    const known = await earlier(app, ticket, stored, { body, menu: null }, draft.again ?? false)
    if (known) {
      rows.push(known)
      continue
    }
    const media = await keepUpload(app.media, ticket.companyId, file)
    const quotedMsgId = index === 0 ? (draft.quotedMsgId ?? null) : null
    const message = {
      ...{ companyId: ticket.companyId, body, userId: me.id, clientId, quotedMsgId, media },
      translations: index === 0 ? (draft.translations ?? null) : null,
    }
    rows.push(await deliverOwn(app, ticket.id, message, (tx, now) => refuseAnswered(tx, me, now, draft)))
  }
  return rows
}

/**
 * Sends a text, or files with captions.
 * @param captions one per file, in order; the first file falls back to the draft's body.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_TICKET_CHANGED, ERR_MESSAGE_TOO_LONG, ERR_MENU_…, ERR_VALIDATION (nothing
 *   to send, a menu with files, a clientId of another ticket, or a quoted message that is deleted or unknown); ChannelError ERR_WAPP_NOT_INITIALIZED (nothing is stored) or
 *   ERR_SENDING_WAPP_MSG (the message stays as failed), ERR_WAPP_WINDOW_CLOSED (nothing is stored).
 */
export async function sendMessage(
  app: Workspace,
  me: Me,
  ticketId: number,
  draft: Draft,
  files: readonly UploadedFile[] = [],
  captions: readonly string[] = [],
): Promise<MessageView[]> {
  const { ticket, line, message } = await placeOf(app.db, me, ticketId, draft.clientId ?? null)
  for (const text of [draft.body, ...captions]) refuseTooLong(text)
  if (files.length === 0 && draft.body.trim() === '') throw new ApiError('ERR_VALIDATION', { field: 'body' })
  if (files.length > 0 && draft.menu) throw new ApiError('ERR_VALIDATION', { field: 'menu' })
  const said = await worded(app, ticket, draft.body, draft.menu)
  if (files.length === 0) {
    const known = await earlier(app, ticket, message, said, draft.again ?? false)
    if (known) return messageViews(app.db, [known])
  }
  await refuseUnlessOpen(app, ticket)
  if (draft.quotedMsgId) await refuseUnlessQuotable(app.db, me, ticket, draft.quotedMsgId)
  connectionOf(app, ticket)
  refuseOutsideWindow(line, ticket)

  const rows =
    files.length > 0
      ? await sendFiles(app, me, ticket, draft, files, captions)
      : [
          await deliverOwn(
            app,
            ticket.id,
            {
              companyId: ticket.companyId,
              ...said,
              userId: me.id,
              clientId: draft.clientId ?? null,
              quotedMsgId: draft.quotedMsgId ?? null,
              isForwarded: draft.isForwarded ?? false,
              translations: draft.translations ?? null,
            },
            (tx, now) => refuseAnswered(tx, me, now, draft),
          ),
        ]
  return messageViews(app.db, rows)
}
