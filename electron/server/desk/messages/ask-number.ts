/**
 * POST /messages/:ticketId/ask-number: asks a customer without a visible phone for it, by a question answered with one
 * press.
 */

import type { ExpectedTicket } from '@contract'
import { whatsappOf } from '../../platform/db/company-rows'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { type MessageView, messageViews } from '../presenters/messages'
import { ticketToAct } from '../tickets/expected'
import { ticketToWriteTo } from '../tickets/visibility'
import { lineOf, refuseOutsideWindow } from '../tickets/window'
import { connectionOf } from './deliver'
import { deliverOwn, refuseUnlessOpen } from './send'

/** The text above the button, in the product's language. */
const QUESTION = 'Para continuar o seu atendimento, compartilhe conosco o seu número de telefone.'

/**
 * Sends the question. The answer comes like any message and sets the contact's number.
 * @param expected what the person saw.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_TICKET_CHANGED; ChannelError ERR_WAPP_UNSUPPORTED (not
 *   possible on this number, or for a group), ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_WINDOW_CLOSED, or as the channel
 *   refuses.
 */
export async function askNumber(
  app: Workspace,
  me: Me,
  ticketId: number,
  expected?: ExpectedTicket,
): Promise<MessageView | null> {
  const ticket = await ticketToWriteTo(app.db, me, ticketId)
  await refuseUnlessOpen(app, ticket)
  const { companyId } = ticket
  const { provider } = await whatsappOf(app.db, companyId, connectionOf(app, ticket))
  if (ticket.isGroup || !app.channel.capabilitiesOf(provider)?.includes('contactRequest'))
    throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  refuseOutsideWindow(await lineOf(app.db, ticket), ticket)
  const question = { companyId, body: QUESTION, userId: me.id, kind: 'contactRequest' } as const
  const row = await deliverOwn(app, ticket.id, question, tx => ticketToAct(tx, me, ticket.id, expected))
  const [view] = await messageViews(app.db, [row])
  return view ?? null
}
