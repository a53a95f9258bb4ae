/** POST /messages/:ticketId/template: sends a filled-in template like any other message (../messages/send.ts). */
import {
  type BodyOut,
  fillTemplate,
  type MessageTemplate,
  TEMPLATE_FILES,
  templateMedia,
  templateProblems,
  templateText,
} from '@contract'
import { ApiError } from '../../errors'
import { whatsappOf } from '../../platform/db/company-rows'
import { outgoingTemplate } from '../../platform/db/template'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepUpload, type StoredMedia } from '../../platform/media/store'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { connectionOf } from '../messages/deliver'
import { byClientId } from '../messages/rows'
import { deliverOwn, refuseUnlessOpen } from '../messages/send'
import { isDefiniteFailure, resendToChannel } from '../outgoing'
import { type MessageView, messageViews } from '../presenters/messages'
import { ticketToAct } from '../tickets/expected'
import { ticketToWriteTo } from '../tickets/visibility'
import { hasTemplates, templateFor } from './list'

/** The header file of a template, of the required kind. */
async function mediaFor(
  app: Workspace,
  companyId: number,
  template: MessageTemplate,
  file: UploadedFile | undefined,
): Promise<StoredMedia | null> {
  const kind = templateMedia(template)
  if (!kind) return null
  if (!file) throw new ApiError('ERR_VALIDATION', { field: 'header' })
  const { mimes, most } = TEMPLATE_FILES[kind]
  if (file.size > most) throw new ApiError('ERR_FILE_TOO_LARGE')
  const media = await keepUpload(app.media, companyId, file)
  if (mimes.includes(media.mediaMime)) return media
  await app.media.remove(companyId, media.mediaFile)
  throw new ApiError('ERR_FILE_TYPE')
}

/**
 * Sends a template. A repeated client id is the same message.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_TICKET_CHANGED, ERR_TEMPLATE_MISSING,
 *   ERR_TEMPLATE_NOT_APPROVED, ERR_VALIDATION (a placeholder is empty or wrong, a file is missing, a clientId of
 *   another ticket), ERR_FILE_TYPE, ERR_FILE_TOO_LARGE; ChannelError ERR_WAPP_UNSUPPORTED, ERR_WAPP_NOT_INITIALIZED, or
 *   as Meta refuses (the message stays as failed).
 */
export async function sendTemplate(
  app: Workspace,
  me: Me,
  ticketId: number,
  draft: BodyOut<'messages.sendTemplate'>,
  file: UploadedFile | undefined,
): Promise<MessageView | null> {
  const ticket = await ticketToWriteTo(app.db, me, ticketId)
  const { companyId } = ticket
  const known = await byClientId(app.db, companyId, draft.clientId)
  if (known) {
    if (known.ticketId !== ticket.id) throw new ApiError('ERR_VALIDATION', { field: 'clientId' })
    const row = isDefiniteFailure(known) ? await resendToChannel(app, ticket, known) : known
    return (await messageViews(app.db, [row]))[0] ?? null
  }
  await refuseUnlessOpen(app, ticket)
  const connection = await whatsappOf(app.db, companyId, connectionOf(app, ticket))
  if (!hasTemplates(app, connection)) throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  const template = await templateFor(app, connection, draft.name, draft.language)
  if (!template?.isKnown) throw new ApiError('ERR_TEMPLATE_MISSING')
  if (template.status !== 'APPROVED') throw new ApiError('ERR_TEMPLATE_NOT_APPROVED')
  const [field] = Object.keys(templateProblems(template, draft.values))
  if (field !== undefined) throw new ApiError('ERR_VALIDATION', { field })
  const media = await mediaFor(app, companyId, template, file)
  const shown = fillTemplate(template, draft.values)
  const message = {
    companyId,
    body: templateText(shown),
    userId: me.id,
    clientId: draft.clientId,
    media,
    template: {
      parts: outgoingTemplate(template, draft.values),
      buttons: shown.buttons.map(({ kind, text }) => ({ kind, text })),
    },
  }
  const row = await deliverOwn(app, ticket.id, message, tx => ticketToAct(tx, me, ticket.id, draft.expected))
  return (await messageViews(app.db, [row]))[0] ?? null
}
