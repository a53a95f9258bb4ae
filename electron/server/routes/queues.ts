/** Queue calls (docs/specification.md 2.7). */
import { and, eq, inArray } from 'drizzle-orm'
import { type QueueRow, queueOf } from '../db/company-rows'
import { queues, tickets } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { type Attached, attach, discardAttached } from '../media/attached'
import { createQueue, orderQueues, queuesOf, removeQueue, updateQueue } from '../queues/write'
import { seenOf } from '../tickets/visibility'
import { ticketViews } from '../views/tickets'
import { whatsappViews } from '../views/whatsapps'
import type { Me, Workspace } from '../workspace'

/** Notifies the company's consoles, within the write. */
function announce(app: Workspace, action: 'create' | 'update', queue: QueueRow): QueueRow {
  app.realtime.toCompany(queue.companyId, 'queue', { action, queue })
  return queue
}

/** Gives a queue another file, or none; the one it had is deleted. */
async function replaceFile(
  app: Workspace,
  { companyId }: Me,
  { id, mediaPath }: QueueRow,
  file: Attached | null,
): Promise<QueueRow> {
  const changed = await app.db.company(companyId).write(async tx => {
    const [row] = await tx
      .update(queues)
      .set(file ?? { mediaPath: null, mediaName: null })
      .where(eq(queues.id, id))
      .returning()
    if (!row) throw new ApiError('ERR_NO_QUEUE_FOUND')
    return announce(app, 'update', row)
  })
  await discardAttached(app.media, companyId, mediaPath)
  return changed
}

export const queueHandlers: HandlersOf<'queues'> = {
  // The company is the caller's, whatever is in the query.
  'queues.list': ({ app, me }) => queuesOf(app.db, me.companyId),

  'queues.get': async ({ app, me, params }) => {
    const queue = await queueOf(app.db, me.companyId, params.id)
    const openTickets = await app.db.$count(
      tickets,
      and(
        eq(tickets.companyId, me.companyId),
        eq(tickets.queueId, queue.id),
        inArray(tickets.status, ['open', 'pending']),
      ),
    )
    return { ...queue, openTickets }
  },

  'queues.create': ({ app, me: { companyId }, body }) =>
    app.db
      .company(companyId)
      .write(async tx => announce(app, 'create', await createQueue(tx, companyId, body))),

  'queues.update': ({ app, me: { companyId }, params, body }) =>
    app.db
      .company(companyId)
      .write(async tx => announce(app, 'update', await updateQueue(tx, companyId, params.id, body))),

  'queues.order': async ({ app, me: { companyId }, body }) => {
    await app.db.company(companyId).write(async tx => {
      for (const queue of await orderQueues(tx, companyId, body.ids)) announce(app, 'update', queue)
    })
    return queuesOf(app.db, companyId)
  },

  'queues.remove': async ({ app, me, params }) => {
    const { companyId } = me
    const queue = await queueOf(app.db, companyId, params.id)
    await app.db.company(companyId).write(async tx => {
      const { before, connections } = await removeQueue(tx, companyId, params.id)
      app.realtime.toCompany(companyId, 'queue', { action: 'delete', queueId: params.id })
      for (const whatsapp of await whatsappViews({ db: tx, channel: app.channel }, connections, 'super'))
        app.realtime.toCompany(companyId, 'whatsapp', { action: 'update', whatsapp })
      const views = await ticketViews(
        tx,
        before.map(ticket => ticket.id),
      )
      for (const [i, ticket] of before.entries()) {
        const view = views[i]
        if (!view) continue
        const after = { ...seenOf(ticket), queueId: null }
        app.realtime.ticketChanged(seenOf(ticket), after, { action: 'update', ticket: view })
      }
    })
    await discardAttached(app.media, companyId, queue.mediaPath)
    return null
  },

  'queues.attach': async ({ app, me, params, files }) => {
    const queue = await queueOf(app.db, me.companyId, params.id)
    return replaceFile(app, me, queue, await attach(app.media, me.companyId, files))
  },

  'queues.detach': async ({ app, me, params }) =>
    replaceFile(app, me, await queueOf(app.db, me.companyId, params.id), null),
}
