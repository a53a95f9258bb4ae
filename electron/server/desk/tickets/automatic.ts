/** Automatic texts to customers about transitions: the company's own texts, Portuguese by default. */

import { acceptedText, dayPart, GREETINGS, givenName } from '@contract'
import { eq } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Reader, Tx } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { contacts, queues, tickets, users } from '../../platform/db/schema'
import { isEnabled, settingsOf, timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { storeOwn } from '../messages/rows'
import { filling } from '../messages/variables'
import { sendToChannelInTurn } from '../outgoing'
import type { MessageRow } from '../presenters/messages'
import { isHeldElsewhere } from './holder'
import { noteRatingAsked } from './trackings'
import type { TransitionKind } from './transition'
import type { TicketRow } from './visibility'

const DEFAULT_RATING =
  'Como você avalia o nosso atendimento? Responda com o número:\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito'

const firstName = (name: string): string => name.trim().split(/\s+/, 1)[0] ?? ''

const transferText = (place: string): string =>
  `*Mensagem automática*: seu atendimento foi transferido para ${place}. Já vamos responder você.`

async function nameOf(db: Reader, table: typeof users | typeof queues, id: number | null): Promise<string> {
  if (id === null) return ''
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id))
  return row?.name ?? ''
}

async function onAccept(tx: Tx, ticket: TicketRow): Promise<string | null> {
  const { sendGreetingAccepted } = await settingsOf(tx, ticket.companyId, ['sendGreetingAccepted'])
  if (!isEnabled(sendGreetingAccepted) || ticket.isGroup) return null
  const [customer] = await tx
    .select({ name: contacts.name, number: contacts.number, username: contacts.username })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  const agent = await nameOf(tx, users, ticket.userId)
  const zone = await timeZoneOf(tx, ticket.companyId)
  const daytime = GREETINGS[dayPart(new Date(), zone)]
  return acceptedText(daytime, firstName(customer ? givenName(customer) : ''), agent)
}

async function onTransfer(tx: Tx, before: TicketRow, ticket: TicketRow): Promise<string | null> {
  if (ticket.isGroup || (before.queueId === ticket.queueId && before.userId === ticket.userId)) return null
  const { sendMsgTransfTicket } = await settingsOf(tx, ticket.companyId, ['sendMsgTransfTicket'])
  if (!isEnabled(sendMsgTransfTicket)) return null
  const own =
    ticket.whatsappId === null
      ? ''
      : (await whatsappOf(tx, ticket.companyId, ticket.whatsappId)).transferMessage
  const queue = await nameOf(tx, queues, ticket.queueId)
  const agent = await nameOf(tx, users, ticket.userId)
  const place = agent ? `*${agent}*` : `o setor *${queue}*`
  const fill = await filling(tx, ticket, new Date())
  return own.trim() ? fill(own.trim()) : transferText(place)
}

async function onResolve(tx: Tx, ticket: TicketRow): Promise<string | null> {
  if (ticket.isGroup || ticket.whatsappId === null) return null
  const connection = await whatsappOf(tx, ticket.companyId, ticket.whatsappId)
  const { userRating } = await settingsOf(tx, ticket.companyId, ['userRating'])
  const fill = await filling(tx, ticket, new Date())
  if (!isEnabled(userRating))
    return connection.complationMessage.trim() ? fill(connection.complationMessage) : null
  const at = new Date().toISOString()
  await tx.update(tickets).set({ ratingAskedAt: at }).where(eq(tickets.id, ticket.id))
  await noteRatingAsked(tx, ticket.id, at)
  return fill(connection.ratingMessage.trim() || DEFAULT_RATING)
}

/**
 * Stores the text about a transition in the write of the transition, so that a kill cannot come between them. Nothing
 * is said, and no rating asked for, while somebody else answers the conversation. It does not stop the waiting clock.
 * @returns the message, to be handed over (`sendWords`) once it is stored; null for none.
 * @throws ApiError, TicketMerged as `storeOwn` does.
 */
export async function storeWords(
  app: Workspace,
  tx: Tx,
  kind: TransitionKind,
  before: TicketRow,
  after: TicketRow,
): Promise<MessageRow | null> {
  if (isHeldElsewhere(after)) return null
  const body =
    kind === 'accept'
      ? await onAccept(tx, after)
      : kind === 'transfer'
        ? await onTransfer(tx, before, after)
        : kind === 'resolve'
          ? await onResolve(tx, after)
          : null
  if (body === null) return null
  return (await storeOwn(app, tx, after.id, { companyId: after.companyId, body, userId: null })).row
}

/**
 * Hands over a stored text. A connection that is down undoes nothing: it is logged, and the message stays as failed.
 * Never rejects.
 */
export async function sendWords(app: Workspace, ticket: TicketRow, words: MessageRow | null): Promise<void> {
  if (!words) return
  try {
    await sendToChannelInTurn(app, ticket, words)
  } catch (error) {
    app.log.warn('automatic message not sent', { ticketId: ticket.id, reason: reasonOf(error) })
  }
}
