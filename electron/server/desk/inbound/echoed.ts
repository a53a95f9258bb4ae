/**
 * Messages written on the phone itself: shown like own messages, without an author of the company. They answer the
 * customer, so they stop the waiting clock.
 */
import { ACK, fold } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { companyOf } from '../../platform/db/company-rows'
import { messages, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type { IncomingMessage } from '../channel/channel'
import { countTraffic } from '../channel/traffic'
import { type Merged, recordMerged } from '../contacts/merge'
import { announceMessages } from '../messages/deliver'
import { linksOf } from '../messages/links'
import { markRead, previewOf } from '../messages/rows'
import { ticketView } from '../presenters/tickets'
import { conversationOf, heldAfterMessage } from '../tickets/holder'
import { noteTicket } from '../tickets/timeline'
import { seenOf } from '../tickets/visibility'
import { waitingAfter } from '../tickets/waiting'
import { arrived, placementFor, publishContacts } from './incoming'
import { type Arrived, contactsFor } from './people'
import { newTicket, type Placement } from './store'

async function storeEcho(
  app: Workspace,
  tx: Tx,
  companyId: number,
  item: Arrived,
  place: Placement,
): Promise<Merged[]> {
  const { message, media } = item
  const known = and(eq(messages.companyId, companyId), eq(messages.id, message.id))
  if ((await tx.$count(messages, known)) > 0) return []
  const { participant: _own, ...rest } = message
  const people = await contactsFor(tx, companyId, [{ ...item, message: rest }])
  const contact = people.byNumber.get(message.from.number)
  if (!contact) return []
  const before = await conversationOf(tx, contact.id, message.whatsappId)
  // Nobody waits there, and the bot has nothing to answer.
  const ticket = before ?? (await newTicket(tx, companyId, contact, message, { ...place, bot: false }))
  const mediaType = media && message.mediaType !== 'sticker' ? media.mediaType : message.mediaType
  const ownContent = { body: message.body, mediaType, mediaFile: media?.mediaFile ?? null }
  const [link = null] = await linksOf(tx, companyId, [ownContent])
  const [row] = await tx
    .insert(messages)
    .values({
      ...media,
      mediaType,
      id: message.id,
      companyId,
      ticketId: ticket.id,
      userId: null,
      queueId: ticket.queueId,
      body: message.body,
      search: fold(message.body),
      fromMe: true,
      read: true,
      ack: ACK.sent,
      quotedMsgId: message.quotedMsgId ?? null,
      isForwarded: message.isForwarded ?? false,
      link,
      createdAt: message.at,
      updatedAt: message.at,
    })
    .returning()
  if (!row) return []
  countTraffic(tx, companyId, message.whatsappId, 'outgoing', 1, message.at)
  // A late message does not replace a newer one as the last.
  const isLast = ticket.lastMessageAt === null || ticket.lastMessageAt <= message.at
  const held = heldAfterMessage(ticket, message.heldBy, message.at)
  if (isLast) {
    await tx
      .update(tickets)
      .set({
        lastMessage: previewOf({ body: message.body, mediaName: media?.mediaName ?? null }),
        lastMessageType: mediaType,
        lastMessageAt: message.at,
        fromMe: true,
        lastAuthorId: null,
        unreadMessages: 0,
        waitingSince: waitingAfter(ticket.waitingSince, { kind: 'reply' }),
        closedWaitingSince: null,
        wokenBy: null,
        ...held,
        // Another responder is not a person of the company.
        ...(message.heldBy ? {} : { answeredAt: message.at, lastAnsweredAt: message.at }),
        updatedAt: message.at > ticket.updatedAt ? message.at : ticket.updatedAt,
      })
      .where(eq(tickets.id, ticket.id))
    await markRead(tx, ticket.id)
  }
  if (!before) await noteTicket(app, tx, null, ticket, 'phone')
  else if (isLast && held.heldBy !== before.heldBy)
    await noteTicket(app, tx, before, { ...before, ...held }, 'provider')
  await publishContacts(app, tx, companyId, people)
  const view = await ticketView(tx, ticket.id)
  if (view && !before) app.realtime.ticketChanged(null, seenOf(ticket), { action: 'create', ticket: view })
  await announceMessages(app, tx, [row], view ? [view] : [])
  return people.merged
}

/** Stores what was written on the phones of one or more connections. */
export async function takeEchoed(app: Workspace, batch: readonly IncomingMessage[]): Promise<void> {
  for (const message of batch) {
    const companyId = await companyOf(app.db, message.whatsappId)
    if (companyId === null) continue
    const [item] = await arrived(app, companyId, [message])
    if (!item) continue
    const place = await placementFor(app.db, message.whatsappId)
    const merged = await app.db.company(companyId).write(tx => storeEcho(app, tx, companyId, item, place))
    await recordMerged(app, merged)
  }
}
