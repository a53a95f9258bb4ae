/** The channel's reports about own messages: acks and refusals. */
import { and, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import { changedNow } from '../../platform/db/changed'
import type { Tx } from '../../platform/db/client'
import { companyOf } from '../../platform/db/company-rows'
import { writeLast } from '../../platform/db/engine/inside'
import { storable } from '../../platform/db/engine/texts'
import { amongIds, greater } from '../../platform/db/engine/words'
import { jsonRowOf } from '../../platform/db/json-rows'
import { Filled, givenOf, prepared } from '../../platform/db/prepared'
import { messages, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type { AckUpdate } from '../channel/channel'
import { happened } from '../happenings/tell'
import { messageViews, reactedTo } from '../presenters/messages'
import { markWindowClosed } from '../tickets/window'
import { endDirectSend } from './direct-send'
import { settling } from './jobs'

/** What of a ticket says who is told of its messages, and which window they were in. */
const SEEN = {
  id: tickets.id,
  companyId: tickets.companyId,
  queueId: tickets.queueId,
  userId: tickets.userId,
  status: tickets.status,
  whatsappId: tickets.whatsappId,
  contactId: tickets.contactId,
}

/** The result of a batch for each message: acks never go down, and a failure holds until another report. */
function lastOfEach(batch: readonly AckUpdate[]): Map<string, { ack: number; failure: string | null }> {
  const lastAcks = new Map<string, { ack: number; failure: string | null }>()
  for (const { messageId, ack, failure } of batch)
    lastAcks.set(messageId, {
      ack: Math.max(lastAcks.get(messageId)?.ack ?? 0, Math.min(5, ack)),
      failure: failure ?? null,
    })
  return lastAcks
}

const ofIds = and(eq(messages.companyId, sql.placeholder('companyId')), amongIds(messages.id))

/** Changes messages of which something new is reported; with each its ticket and its reactions. */
const reporting = prepared(db =>
  db
    .update(messages)
    .set({
      ...givenOf(messages, ['failure']),
      ack: greater<number>(messages.ack, sql.placeholder('ack')),
      updatedAt: changedNow(messages.updatedAt, sql.placeholder('now')),
    })
    .where(
      and(
        ofIds,
        or(
          lt(messages.ack, sql.placeholder('ack')),
          sql`coalesce(${messages.failure}, '') <> coalesce(${sql.placeholder('failure')}, '')`,
        ),
      ),
    )
    .returning({
      ...getTableColumns(messages),
      tickets: jsonRowOf(
        { ticket: SEEN },
        [],
        sql`from ${tickets} where ${tickets.id} = ${messages.ticketId}`,
      ),
      reacted: reactedTo(),
    })
    .prepare(),
)
type Reported = Awaited<ReturnType<ReturnType<typeof reporting>['all']>>[number]

const settlingIds = prepared(db =>
  settling(db, db.select({ seq: messages.seq }).from(messages).where(ofIds)).prepare(),
)

/** Sends acks to the viewers of messages, in the write that stored them. */
async function announce(app: Workspace, tx: Tx, changed: readonly Reported[]): Promise<void> {
  const views = await messageViews(
    tx,
    changed.map(({ tickets: _t, ...row }) => row),
  )
  for (const [index, row] of changed.entries()) {
    const [seen] = row.tickets
    const view = views[index]
    if (!seen || !view) continue
    app.realtime.toViewers(seen.ticket, 'appMessage', { action: 'update', message: view })
    await markWindowClosed(app, tx, seen.ticket, row)
    await endDirectSend(app, tx, seen.ticket, row)
  }
}

/**
 * Stores acks of own messages and tells the viewers: the number of statements depends on the kinds of news, not on the
 * number of messages.
 */
export async function takeAcks(
  app: Workspace,
  whatsappId: number,
  batch: readonly AckUpdate[],
): Promise<void> {
  const known = batch.find(one => one.companyId !== undefined)?.companyId
  const companyId = known ?? (await companyOf(app.db, whatsappId))
  if (companyId === null) return
  const kinds = new Map<string, { ack: number; failure: string | null; ids: string[] }>()
  for (const [id, { ack, failure }] of lastOfEach(batch)) {
    const key = `${ack} ${failure}`
    const known = kinds.get(key)
    if (known) known.ids.push(id)
    else kinds.set(key, { ack, failure, ids: [id] })
  }
  const changed: Reported[] = []
  await app.db.number({ companyId, id: whatsappId }).write(async tx => {
    for (const { ids, ...kind } of kinds.values()) {
      const values = { companyId, ...kind, now: Date.now(), ids: JSON.stringify(ids.map(storable)) }
      changed.push(...(await reporting(tx).all(values)))
    }
    const reported = [...kinds.values()].flatMap(kind => (kind.ack > 0 || kind.failure ? kind.ids : []))
    if (reported.length > 0)
      writeLast(new Filled(settlingIds(tx), { companyId, ids: JSON.stringify(reported.map(storable)) }))
    if (changed.length === 0) return
    await happened({ app, tx, companyId }, 'reported', changed)
    await announce(app, tx, changed)
  })
  const { sending } = app.memory.outgoing
  for (const { tickets: _t, ...row } of changed) if (sending.has(row.seq)) sending.set(row.seq, row)
}
