/**
 * POST /messages/send: another program writes to a number through the connection whose token it shows. The message is stored
 * and leaves through the outbox of all own messages (../outgoing).
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { BodyOut, ResponseIn } from '@contract'
import { connectionOf } from '../../desk/messages/deliver'
import { refuseFaults, type Worded, worded } from '../../desk/messages/menus'
import { byClientId } from '../../desk/messages/rows'
import { deliverOwn, refuseTooLong } from '../../desk/messages/send'
import { isDefiniteFailure, resendToChannel } from '../../desk/outgoing'
import type { MessageRow } from '../../desk/presenters/messages'
import type { TicketRow } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { WhatsappRow } from '../../platform/db/company-rows'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepUpload } from '../../platform/media/store'
import type { Workspace } from '../../workspace'
import { checked, closeUnheld, conversationFor } from './conversation'

export interface ExternalMessage {
  form: BodyOut<'externalApi.send'>
  files: readonly UploadedFile[]
  /** One per file, in order; the first file falls back to the body. */
  captions: readonly string[]
}

export type ExternalAnswer = ResponseIn<'externalApi.send'>

const invalid = (path: string, message: string): ApiError =>
  new ApiError('ERR_VALIDATION', { issues: [{ path, message, code: 'custom' }] })

/** A digest of everything a call asks for, files included. */
export async function fingerprintOf({ form, files, captions }: ExternalMessage): Promise<string> {
  const sums: string[] = []
  for (const file of files) {
    const sum = createHash('sha256')
    await pipeline(createReadStream(file.path), sum)
    sums.push(`${file.name}\n${sum.digest('hex')}`)
  }
  const { number, body, closeTicket = false, menu } = form
  return createHash('sha256')
    .update(JSON.stringify([number, body, closeTicket, captions, sums, ...(menu ? [menu] : [])]))
    .digest('hex')
}

/**
 * Sends one message once: a message already stored under this id is only sent again when it certainly did not leave.
 */
async function deliver(
  app: Workspace,
  ticket: TicketRow,
  clientId: string,
  said: Worded,
  file: UploadedFile | null,
): Promise<MessageRow> {
  const known = await byClientId(app.db, ticket.companyId, clientId)
  if (known) return isDefiniteFailure(known) ? resendToChannel(app, ticket, known) : known
  const media = file ? await keepUpload(app.media, ticket.companyId, file) : null
  const { companyId } = ticket
  // Not an agent's answer: a waiting customer keeps waiting.
  return deliverOwn(app, ticket.id, { companyId, ...said, userId: null, clientId, media })
}

/**
 * Sends a call's messages.
 * @param id the client ids are derived from it: a second call with it sends nothing twice.
 * @throws ApiError ERR_VALIDATION (no number, nothing to send), ERR_MESSAGE_TOO_LONG, ERR_MENU_…,
 *   ERR_WAPP_INVALID_CONTACT; ChannelError ERR_WAPP_NOT_INITIALIZED (nothing is stored), ERR_WAPP_CHECK_CONTACT,
 *   ERR_SENDING_WAPP_MSG (it is stored as failed).
 */
export async function sendExternal(
  app: Workspace,
  connection: WhatsappRow,
  id: string,
  message: ExternalMessage,
): Promise<ExternalAnswer> {
  const { form, files, captions } = message
  for (const text of [form.body, ...captions]) refuseTooLong(text)
  if (form.menu && files.length > 0) throw invalid('menu', 'not with files')
  if (files.length === 0 && form.body.trim() === '') throw invalid('body', 'Required')
  // Before there is a conversation: what is refused leaves none.
  if (form.menu) refuseFaults(form.body, form.menu)
  const number = await checked(app, connection, form.number)
  connectionOf(app, { whatsappId: connection.id })
  const { contact, ticket } = await conversationFor(app, connection, number)
  const rows: MessageRow[] = []
  const said = await worded(app, ticket, form.body, form.menu)
  if (files.length === 0) rows.push(await deliver(app, ticket, `${id}:0`, said, null))
  for (const [index, file] of files.entries()) {
    const caption = captions[index] ?? (index === 0 ? form.body : '')
    rows.push(await deliver(app, ticket, `${id}:${index}`, { body: caption, menu: null }, file))
  }
  if (form.closeTicket) await closeUnheld(app, ticket)
  return {
    mensagem: 'Mensagem enviada',
    messageIds: rows.map(row => row.id),
    ticketId: rows[0]?.ticketId ?? ticket.id,
    contactId: contact.id,
  }
}
