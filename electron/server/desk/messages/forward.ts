/** POST /message/forward: forwards one message to one contact, in that contact's own ticket. */
import { type ExpectedTicket, maySee, sign, signsForward } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { contacts } from '../../platform/db/schema'
import type { MediaPlace } from '../../platform/media/place'
import { isStored, type StoredMedia, shareFile, storedIn } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { type MessageRow, type MessageView, messageViews } from '../presenters/messages'
import { type TicketView, ticketView } from '../presenters/tickets'
import { createTicket } from '../tickets/create'
import { refuseTheirs } from '../tickets/expected'
import { activeTicketOf, otherOpenError } from '../tickets/other-open'
import { type TicketRow, ticketFor } from '../tickets/visibility'
import { lineOf, refuseOutsideWindow } from '../tickets/window'
import { connectionOf } from './deliver'
import { byClientId, messageFor } from './rows'
import { deliverOwn } from './send'

const TEXT_KINDS = new Set(['', 'conversation', 'extendedTextMessage'])

export interface Forward {
  messageId: string
  contactId: number
  /** The name in bold before the text, if `signsForward` allows it. */
  signMessage?: boolean | undefined
  clientId?: string | undefined
  /** What the contact's conversation was taken to be. */
  expected?: ExpectedTicket | undefined
}

async function targetFor(app: Workspace, me: Me, source: TicketRow, contactId: number): Promise<TicketRow> {
  const [contact] = await app.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.id, contactId), eq(contacts.companyId, me.companyId)))
  if (!contact) throw new ApiError('ERR_NO_CONTACT_FOUND')
  const active =
    (await activeTicketOf(app.db, contactId, source.whatsappId)) ??
    (await activeTicketOf(app.db, contactId, null))
  if (active) {
    if (!maySee(me, active)) throw await otherOpenError(app.db, me, active)
    return active
  }
  const queueId =
    source.queueId !== null && me.queueIds.includes(source.queueId)
      ? source.queueId
      : (me.queueIds[0] ?? null)
  const created = await createTicket(app, me, { contactId, queueId, whatsappId: source.whatsappId })
  return ticketFor(app.db, me, Number(created.id))
}

/** The file under a second name: it stays when the source is deleted. */
async function mediaOf(media: MediaPlace, message: MessageRow): Promise<StoredMedia | null> {
  if (!message.mediaFile) return null
  return storedIn(message, await shareFile(media, message.companyId, message.mediaFile))
}

/**
 * Forwards a message into the contact's open ticket, or a new one of the caller.
 * @throws ApiError ERR_NO_MESSAGE_FOUND (also for a deleted one), ERR_NO_CONTACT_FOUND, ERR_NO_PERMISSION,
 *   ERR_OTHER_OPEN_TICKET, ERR_TICKET_CHANGED, ERR_WAPP_DOWNLOAD_MEDIA when its file is missing; ChannelError when it cannot leave.
 */
export async function forwardMessage(
  app: Workspace,
  me: Me,
  order: Forward,
): Promise<{ message: MessageView | null; ticket: TicketView | null }> {
  const { message, ticket: source } = await messageFor(app.db, me, order.messageId)
  if (message.isDeleted) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  const known = order.clientId ? await byClientId(app.db, me.companyId, order.clientId) : null
  if (!known && message.mediaFile && !(await isStored(app.media, message.companyId, message.mediaFile)))
    throw new ApiError('ERR_WAPP_DOWNLOAD_MEDIA')
  const target = known
    ? await ticketFor(app.db, me, known.ticketId)
    : await targetFor(app, me, source, order.contactId)
  if (!known) {
    connectionOf(app, target)
    refuseOutsideWindow(await lineOf(app.db, target), target)
  }
  // A location or a contact card is data: nothing is put before it.
  const kind = message.mediaFile || TEXT_KINDS.has(message.mediaType ?? '') ? null : message.mediaType
  const signed =
    !kind && signsForward(message, order.signMessage ?? false) ? sign(message.body, me.name) : message.body
  const row =
    known ??
    (await deliverOwn(
      app,
      target.id,
      {
        companyId: me.companyId,
        body: signed,
        userId: me.id,
        clientId: order.clientId ?? null,
        isForwarded: true,
        kind,
        media: await mediaOf(app.media, message),
      },
      (tx, now) => refuseTheirs(tx, me, now, order.expected),
    ))
  const [view] = await messageViews(app.db, [row])
  return { message: view ?? null, ticket: await ticketView(app.db, target.id) }
}
