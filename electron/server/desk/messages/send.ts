/** POST /messages/:ticketId: what an agent writes. */
import { MESSAGE_MAX_CHARS, maySee, type Translations } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { tickets } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepUpload } from '../../platform/media/store'
import { groupRulesOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { isDefiniteFailure, resendToChannel, sendToChannelInTurn } from '../outgoing'
import { type MessageRow, type MessageView, messageViews } from '../presenters/messages'
import { refuseAnswered } from '../tickets/expected'
import { type TicketRow, ticketToWriteTo } from '../tickets/visibility'
import { refuseOutsideWindow } from '../tickets/window'
import { connectionOf } from './deliver'
import { byClientId, messageOf, type OwnMessage, storeOwn, TicketMerged } from './rows'

export interface Draft {
  body: string
  clientId?: string | undefined
  quotedMsgId?: string | null | undefined
  isForwarded?: boolean
  /** A person wants it sent again, also where nobody knows whether it left. */
  again?: boolean | undefined
  /** The newest message its writer had seen; what a colleague has written since refuses it. */
  lastMessageId?: string | undefined
  /** What its writer wrote before it was translated. */
  translations?: Translations | null
}

/**
 * Refuses what may not be written now: only open tickets are answered; group tickets are always workable in group mode.
 */
export async function refuseUnlessOpen({ db }: Pick<Workspace, 'db'>, ticket: TicketRow): Promise<void> {
  if (ticket.status === 'open') return
  if (ticket.isGroup && (await groupRulesOf(db, ticket.companyId)).mode) return
  // Whoever accepts and answers at once is not behind their own acceptance: it may still wait for its turn to be written.
  const [now] = await db
    .company(ticket.companyId)
    .write(tx => tx.select({ status: tickets.status }).from(tickets).where(eq(tickets.id, ticket.id)))
  if (now?.status !== 'open') throw new ApiError('ERR_TICKET_NOT_OPEN')
}

/**
 * A quote shows the quoted words to everybody in the conversation: it takes messages of the same contact, out of tickets
 * its writer may see, that are still there. Whether there is any other message of that id is not revealed.
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
 * Finds what an earlier call with the same client id stored. A failed one is really sent again, with the text of this
 * call: its writer may have changed it since. Where nobody knows whether it left, only a person's word sends it again: a
 * console repeats by itself a call whose answer was lost.
 */
async function earlier(
  app: Workspace,
  ticket: TicketRow,
  clientId: string,
  body: string,
  again: boolean,
): Promise<MessageRow | null> {
  const known = await byClientId(app.db, ticket.companyId, clientId)
  if (!known) return null
  if (known.ticketId !== ticket.id) throw new ApiError('ERR_VALIDATION', { field: 'clientId' })
  if (known.failure === null || !(again || isDefiniteFailure(known))) return known
  return resendToChannel(app, ticket, known, body)
}

/**
 * Stores one message, notifies the consoles, hands it to the channel. The same clientId twice is one message: the second
 * call, even one that overlaps the first, answers the first one's row.
 * That the writer may see the ticket is checked by the caller.
 * @param check refuses it, inside the write that stores it.
 */
export async function deliverOwn(
  app: Workspace,
  ticketId: number,
  message: OwnMessage,
  check: (tx: Tx) => Promise<void> = async () => {},
): Promise<MessageRow> {
  const { companyId, clientId } = message
  const stored = await app.db
    .conversation({ companyId, id: ticketId })
    .write(async tx => {
      await check(tx)
      return storeOwn(app, tx, ticketId, message)
    })
    .catch(async (error: unknown): Promise<{ into: number } | { row: MessageRow; ticket: null }> => {
      // Two contacts were found to be one person since the caller looked.
      if (error instanceof TicketMerged) return { into: error.into }
      const known = clientId ? await byClientId(app.db, companyId, clientId) : null
      if (known) return { row: known, ticket: null }
      throw error
    })
  if (!('row' in stored)) return deliverOwn(app, stored.into, message, check)
  const { row, ticket } = stored
  if (!ticket) return row
  await sendToChannelInTurn(app, ticket, row)
  return (await messageOf(app.db, companyId, row.id)) ?? row
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
    const known = clientId ? await earlier(app, ticket, clientId, body, draft.again ?? false) : null
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
    rows.push(await deliverOwn(app, ticket.id, message, tx => refuseAnswered(tx, me, ticket, draft)))
  }
  return rows
}

/**
 * Sends a text, or files with captions.
 * @param captions one per file, in order; the first file falls back to the draft's body.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_TICKET_CHANGED, ERR_MESSAGE_TOO_LONG, ERR_VALIDATION (nothing
 *   to send, a clientId of another ticket, or a quoted message that is deleted or unknown); ChannelError ERR_WAPP_NOT_INITIALIZED (nothing is stored) or
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
  const ticket = await ticketToWriteTo(app.db, me, ticketId)
  for (const text of [draft.body, ...captions]) refuseTooLong(text)
  if (files.length === 0 && draft.body.trim() === '') throw new ApiError('ERR_VALIDATION', { field: 'body' })
  if (files.length === 0 && draft.clientId) {
    const known = await earlier(app, ticket, draft.clientId, draft.body, draft.again ?? false)
    if (known) return messageViews(app.db, [known])
  }
  await refuseUnlessOpen(app, ticket)
  if (draft.quotedMsgId) await refuseUnlessQuotable(app.db, me, ticket, draft.quotedMsgId)
  connectionOf(app, ticket)
  await refuseOutsideWindow(app.db, ticket)

  const rows =
    files.length > 0
      ? await sendFiles(app, me, ticket, draft, files, captions)
      : [
          await deliverOwn(
            app,
            ticket.id,
            {
              companyId: ticket.companyId,
              body: draft.body,
              userId: me.id,
              clientId: draft.clientId ?? null,
              quotedMsgId: draft.quotedMsgId ?? null,
              isForwarded: draft.isForwarded ?? false,
              translations: draft.translations ?? null,
            },
            tx => refuseAnswered(tx, me, ticket, draft),
          ),
        ]
  return messageViews(app.db, rows)
}
