/** What the channel reports of own messages: how far they got, or that they were refused. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { changedNow } from '../../platform/db/changed'
import type { Tx } from '../../platform/db/client'
import { writeLast } from '../../platform/db/engine/inside'
import { greater } from '../../platform/db/engine/words'
import { messages, reactions, tickets, whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type { AckUpdate } from '../channel/channel'
import { happened } from '../happenings/tell'
import { type MessageRow, messageViews } from '../presenters/messages'
import { endDirectSend } from '../tickets/direct-send'
import { seenOf } from '../tickets/visibility'
import { markWindowClosed } from '../tickets/window'
import { settling } from './jobs'

/** What a batch reports of each message in the end: acks never go down, and a failure holds until another report. */
function lastOfEach(batch: readonly AckUpdate[]): Map<string, { ack: number; failure: string | null }> {
  const lastAcks = new Map<string, { ack: number; failure: string | null }>()
  for (const { messageId, ack, failure } of batch)
    lastAcks.set(messageId, {
      ack: Math.max(lastAcks.get(messageId)?.ack ?? 0, Math.min(5, ack)),
      failure: failure ?? null,
    })
  return lastAcks
}

/** Sends the viewers of messages their acks, in the write that stored them. */
async function announce(app: Workspace, tx: Tx, changed: readonly MessageRow[]): Promise<void> {
  if (changed.length === 0) return
  const seqs = changed.map(row => row.seq)
  const around = await tx
    .select({ ticket: tickets, reaction: reactions })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .leftJoin(reactions, eq(reactions.messageSeq, messages.seq))
    .where(inArray(messages.seq, seqs))
    .orderBy(asc(reactions.createdAt), asc(reactions.id))
  const ticketById = new Map(around.map(({ ticket }) => [ticket.id, ticket]))
  const reacted = around.flatMap(({ reaction }) => reaction ?? [])
  const views = await messageViews(tx, changed, { reacted })
  for (const [index, row] of changed.entries()) {
    const ticket = ticketById.get(row.ticketId)
    const view = views[index]
    if (!ticket || !view) continue
    app.realtime.toViewers(seenOf(ticket), 'appMessage', { action: 'update', message: view })
    await markWindowClosed(app, tx, ticket, row)
    await endDirectSend(app, tx, ticket, row)
  }
}

/**
 * Stores the acks of own messages and notifies the viewers: as many statements as there are kinds of news, however many messages
 * they are of.
 */
export async function takeAcks(
  app: Workspace,
  whatsappId: number,
  batch: readonly AckUpdate[],
): Promise<void> {
  const [number] = await app.db
    .select({ id: whatsapps.id, companyId: whatsapps.companyId })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  if (!number) return
  const { companyId } = number
  const kinds = new Map<string, { ack: number; failure: string | null; ids: string[] }>()
  for (const [id, { ack, failure }] of lastOfEach(batch)) {
    const key = `${ack} ${failure}`
    const known = kinds.get(key)
    if (known) known.ids.push(id)
    else kinds.set(key, { ack, failure, ids: [id] })
  }
  await app.db.number(number).write(async tx => {
    const changed: MessageRow[] = []
    const of = (ids: string[]) => and(eq(messages.companyId, companyId), inArray(messages.id, ids))
    for (const { ack, failure, ids } of kinds.values()) {
      const other =
        failure === null
          ? isNotNull(messages.failure)
          : or(isNull(messages.failure), ne(messages.failure, failure))
      const rows = await tx
        .update(messages)
        .set({
          ack: greater<number>(messages.ack, ack),
          failure,
          updatedAt: changedNow(messages.updatedAt),
        })
        .where(and(of(ids), or(lt(messages.ack, ack), other)))
        .returning()
      changed.push(...rows)
    }
    const reported = [...kinds.values()].flatMap(kind => (kind.ack > 0 || kind.failure ? kind.ids : []))
    if (reported.length > 0)
      writeLast(settling(tx, tx.select({ seq: messages.seq }).from(messages).where(of(reported))))
    await happened({ app, tx, companyId }, 'reported', changed)
    await announce(app, tx, changed)
  })
}
