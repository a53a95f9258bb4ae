/** What the workspace itself sends a customer on a transition. Texts of the company come first; Portuguese otherwise. */

import { acceptedText, dayPart, GREETINGS } from '@contract'
import { eq } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Reader } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { contacts, queues, tickets, users } from '../../platform/db/schema'
import { isEnabled, settingsOf, timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { sendAutomatic } from '../messages/automatic'
import { filling } from '../messages/variables'
import { isHeldElsewhere } from './holder'
import { noteRatingAsked } from './trackings'
import type { TransitionKind } from './transition'
import type { TicketRow } from './visibility'

const DEFAULT_RATING =
  'Como você avalia o nosso atendimento? Responda com o número:\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito'

const firstName = (name: string): string => name.trim().split(/\s+/, 1)[0] ?? ''

const transferText = (place: string): string =>
  `*Mensagem automática*: seu atendimento foi transferido para ${place}. Já vamos responder você.`

async function nameOf(
  db: Reader,
  table: typeof users | typeof queues | typeof contacts,
  id: number | null,
): Promise<string> {
  if (id === null) return ''
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id))
  return row?.name ?? ''
}

async function onAccept(app: Workspace, ticket: TicketRow): Promise<void> {
  const { sendGreetingAccepted } = await settingsOf(app.db, ticket.companyId, ['sendGreetingAccepted'])
  if (!isEnabled(sendGreetingAccepted) || ticket.isGroup) return
  const customer = await nameOf(app.db, contacts, ticket.contactId)
  const agent = await nameOf(app.db, users, ticket.userId)
  const zone = await timeZoneOf(app.db, ticket.companyId)
  const daytime = GREETINGS[dayPart(new Date(), zone)]
  await sendAutomatic(app, ticket, acceptedText(daytime, firstName(customer), agent))
}

async function onTransfer(app: Workspace, before: TicketRow, ticket: TicketRow): Promise<void> {
  if (ticket.isGroup || (before.queueId === ticket.queueId && before.userId === ticket.userId)) return
  const { sendMsgTransfTicket } = await settingsOf(app.db, ticket.companyId, ['sendMsgTransfTicket'])
  if (!isEnabled(sendMsgTransfTicket)) return
  const own =
    ticket.whatsappId === null
      ? ''
      : (await whatsappOf(app.db, ticket.companyId, ticket.whatsappId)).transferMessage
  const queue = await nameOf(app.db, queues, ticket.queueId)
  const agent = await nameOf(app.db, users, ticket.userId)
  const place = agent ? `*${agent}*` : `o setor *${queue}*`
  const fill = await filling(app.db, ticket, new Date())
  await sendAutomatic(app, ticket, own.trim() ? fill(own.trim()) : transferText(place))
}

async function onResolve(app: Workspace, ticket: TicketRow): Promise<void> {
  if (ticket.isGroup || ticket.whatsappId === null) return
  const connection = await whatsappOf(app.db, ticket.companyId, ticket.whatsappId)
  const { userRating } = await settingsOf(app.db, ticket.companyId, ['userRating'])
  const fill = await filling(app.db, ticket, new Date())
  if (isEnabled(userRating)) {
    const at = new Date().toISOString()
    await app.db.company(ticket.companyId).write(async tx => {
      await tx.update(tickets).set({ ratingAskedAt: at }).where(eq(tickets.id, ticket.id))
      await noteRatingAsked(tx, ticket.id, at)
    })
    await sendAutomatic(app, ticket, fill(connection.ratingMessage.trim() || DEFAULT_RATING))
  } else if (connection.complationMessage.trim()) {
    await sendAutomatic(app, ticket, fill(connection.complationMessage))
  }
}

/**
 * Sends what belongs to a transition; nothing where somebody else answers the conversation, and no rating is asked for then. A connection that is down never undoes the transition: it is logged, and the
 * message stays in the thread as failed.
 */
export async function speak(
  app: Workspace,
  kind: TransitionKind,
  before: TicketRow,
  after: TicketRow,
  justClose: boolean,
): Promise<void> {
  if (isHeldElsewhere(after)) return
  try {
    if (kind === 'accept') await onAccept(app, after)
    if (kind === 'transfer') await onTransfer(app, before, after)
    if (kind === 'resolve' && !justClose) await onResolve(app, after)
  } catch (error) {
    app.log.warn('automatic message not sent', { ticketId: after.id, kind, reason: reasonOf(error) })
  }
}
