/** POST /messages/:ticketId/ask-number: asks a customer who shows no phone for it, by a question WhatsApp answers with one press. */

import { whatsappOf } from '../../platform/db/company-rows'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { type MessageView, messageViews } from '../presenters/messages'
import { ticketToWriteTo } from '../tickets/visibility'
import { refuseOutsideWindow } from '../tickets/window'
import { connectionOf } from './deliver'
import { deliverOwn, refuseUnlessOpen } from './send'

/** What the customer reads above the button. Customers are written to in the product's language. */
const QUESTION = 'Para continuar o seu atendimento, compartilhe conosco o seu número de telefone.'

/**
 * Sends the question. What the customer answers comes in like any message and is the contact's number from then on.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN; ChannelError ERR_WAPP_UNSUPPORTED (this number cannot
 *   ask, or a group is asked), ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_WINDOW_CLOSED, or what the channel refuses it with.
 */
export async function askNumber(app: Workspace, me: Me, ticketId: number): Promise<MessageView | null> {
  const ticket = await ticketToWriteTo(app.db, me, ticketId)
  await refuseUnlessOpen(app, ticket)
  const { companyId } = ticket
  const { provider } = await whatsappOf(app.db, companyId, connectionOf(app, ticket))
  if (ticket.isGroup || !app.channel.capabilitiesOf(provider)?.includes('contactRequest'))
    throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  await refuseOutsideWindow(app.db, ticket)
  const row = await deliverOwn(app, ticket.id, {
    ...{ companyId, body: QUESTION, userId: me.id },
    kind: 'contactRequest',
  })
  const [view] = await messageViews(app.db, [row])
  return view ?? null
}
