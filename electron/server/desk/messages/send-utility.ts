/** POST /messages/:ticketId/utility: a utility text without a template of the company's own; Meta makes one from it. */
import { type BodyOut, UTILITY_TEXT } from '@contract'
import { ApiError } from '../../errors'
import { whatsappOf } from '../../platform/db/company-rows'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { isDefiniteFailure, resendToChannel } from '../outgoing'
import { type MessageView, messageViews } from '../presenters/messages'
import { ticketToAct } from '../tickets/expected'
import { ticketToWriteTo } from '../tickets/visibility'
import { connectionOf } from './deliver'
import { byClientId } from './rows'
import { deliverOwn, refuseUnlessOpen } from './send'

/**
 * Sends it. The same client id twice is one message.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_TICKET_CHANGED, ERR_VALIDATION (a clientId of another
 *   ticket);
 *   ChannelError ERR_WAPP_UNSUPPORTED (this connection does not, or a group is written to), ERR_WAPP_NOT_INITIALIZED,
 *   ERR_WAPP_NO_DIRECT_SEND (Meta does not let the account), or as the channel refuses; the message stays as failed.
 */
export async function sendUtility(
  app: Workspace,
  me: Me,
  ticketId: number,
  { clientId, body, expected }: BodyOut<'messages.sendUtility'>,
): Promise<MessageView | null> {
  const ticket = await ticketToWriteTo(app.db, me, ticketId)
  const { companyId } = ticket
  const known = await byClientId(app.db, companyId, clientId)
  if (known) {
    if (known.ticketId !== ticket.id) throw new ApiError('ERR_VALIDATION', { field: 'clientId' })
    const row = isDefiniteFailure(known)
      ? await resendToChannel(app, ticket, known, { body: body, menu: null })
      : known
    return (await messageViews(app.db, [row]))[0] ?? null
  }
  await refuseUnlessOpen(app, ticket)
  const { provider, directSend } = await whatsappOf(app.db, companyId, connectionOf(app, ticket))
  if (ticket.isGroup || !directSend || !app.channel.capabilitiesOf(provider)?.includes('directSend'))
    throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  const said = { companyId, body, userId: me.id, clientId, kind: UTILITY_TEXT }
  const row = await deliverOwn(app, ticket.id, said, tx => ticketToAct(tx, me, ticket.id, expected))
  return (await messageViews(app.db, [row]))[0] ?? null
}
