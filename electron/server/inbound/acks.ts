/** What the channel says of own messages: how far they got, or that they were refused. */
import { and, eq, inArray } from 'drizzle-orm'
import { followAcks, tellOfAcks } from '../campaigns/follow'
import type { AckUpdate } from '../channel/channel'
import { byCompany } from '../db/by-company'
import { changedNow } from '../db/changed'
import { messages, tickets, whatsapps } from '../db/schema'
import { settle } from '../outgoing/jobs'
import { seenOf } from '../tickets/visibility'
import { believeClosed } from '../tickets/window'
import { type MessageRow, messageViews } from '../views/messages'
import type { Workspace } from '../workspace'

/** Acks never go down: a late "delivered" after "read" changes nothing. */
async function storeAcks(
  app: Workspace,
  companyId: number,
  batch: readonly AckUpdate[],
): Promise<MessageRow[]> {
  return app.db.company(companyId).write(async tx => {
    const changed = new Map<number, MessageRow>()
    const said: number[] = []
    for (const { messageId, ack, failure } of batch) {
      const [before] = await tx
        .select()
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)))
      if (before && (ack > 0 || failure)) said.push(before.seq)
      if (!before || (ack <= before.ack && (failure ?? null) === before.failure)) continue
      const [row] = await tx
        .update(messages)
        .set({
          ack: Math.max(before.ack, Math.min(5, ack)),
          failure: failure ?? null,
          updatedAt: changedNow(messages.updatedAt),
        })
        .where(eq(messages.seq, before.seq))
        .returning()
      if (row) changed.set(row.seq, row)
    }
    await settle(tx, said)
    await followAcks(tx, [...changed.values()])
    return [...changed.values()]
  })
}

/** Stores what the channel says of own messages and tells the viewers. */
export async function takeAcks(app: Workspace, batch: readonly AckUpdate[]): Promise<void> {
  const ids = [...new Set(batch.map(update => update.whatsappId))]
  const rows = await app.db
    .select({ id: whatsapps.id, companyId: whatsapps.companyId })
    .from(whatsapps)
    .where(inArray(whatsapps.id, ids))
  const owner = new Map(rows.map(row => [row.id, row.companyId]))
  const own = batch.flatMap(update => {
    const companyId = owner.get(update.whatsappId)
    return companyId === undefined ? [] : [{ ...update, companyId }]
  })
  for (const [companyId, part] of byCompany(own)) await takeCompany(app, companyId, part)
}

async function takeCompany(app: Workspace, companyId: number, batch: readonly AckUpdate[]): Promise<void> {
  const changed = await storeAcks(app, companyId, batch)
  if (changed.length === 0) return
  tellOfAcks(app, changed)
  const owners = await app.db
    .select()
    .from(tickets)
    .where(inArray(tickets.id, [...new Set(changed.map(row => row.ticketId))]))
  const ticketById = new Map(owners.map(row => [row.id, row]))
  const views = await messageViews(app.db, changed)
  for (const [index, row] of changed.entries()) {
    const ticket = ticketById.get(row.ticketId)
    const view = views[index]
    if (ticket && view)
      app.realtime.toViewers(seenOf(ticket), 'appMessage', { action: 'update', message: view })
    if (ticket) await believeClosed(app, ticket, row)
  }
}
