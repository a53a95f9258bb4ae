/** Queue calls (specification 2 section 7). */
import { and, eq, inArray } from 'drizzle-orm'
import { queues, tickets } from '../db/schema'
import type { HandlersOf } from '../http/handlers'
import { attach, discardAttached } from '../media/attached'
import { createQueue, orderQueues, queuesOf, removeQueue, updateQueue } from '../queues/write'
import { queueOf } from '../tickets/references'
import { seenOf } from '../tickets/visibility'
import { ticketViews } from '../views/tickets'
import { whatsappViews } from '../views/whatsapps'
import type { Workspace } from '../workspace'

/** Tells the company's consoles and answers the queue as it is now. */
async function announce(app: Workspace, companyId: number, action: 'create' | 'update', id: number) {
  const queue = await queueOf(app.db, companyId, id)
  app.realtime.toCompany(companyId, 'queue', { action, queue })
  return queue
}

export const queueHandlers: HandlersOf<'queues'> = {
  // The company is the caller's, whatever the query says.
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

  'queues.create': async ({ app, me, body }) => {
    const id = await app.db.company(me.companyId).write(tx => createQueue(tx, me.companyId, body))
    return announce(app, me.companyId, 'create', id)
  },

  'queues.update': async ({ app, me, params, body }) => {
    await app.db.company(me.companyId).write(tx => updateQueue(tx, me.companyId, params.id, body))
    return announce(app, me.companyId, 'update', params.id)
  },

  'queues.order': async ({ app, me, body }) => {
    const moved = await app.db.company(me.companyId).write(tx => orderQueues(tx, me.companyId, body.ids))
    for (const id of moved) await announce(app, me.companyId, 'update', id)
    return queuesOf(app.db, me.companyId)
  },

  'queues.remove': async ({ app, me, params }) => {
    const { companyId } = me
    const queue = await queueOf(app.db, companyId, params.id)
    const { before, connections } = await app.db
      .company(companyId)
      .write(tx => removeQueue(tx, companyId, params.id))
    await discardAttached(app.media, companyId, queue.mediaPath)
    app.realtime.toCompany(companyId, 'queue', { action: 'delete', queueId: params.id })
    for (const whatsapp of await whatsappViews(app, connections, 'super')) {
      app.realtime.toCompany(companyId, 'whatsapp', { action: 'update', whatsapp })
    }
    const views = await ticketViews(
      app.db,
      before.map(ticket => ticket.id),
    )
    for (const [i, ticket] of before.entries()) {
      const view = views[i]
      if (!view) continue
      const after = { ...seenOf(ticket), queueId: null }
      app.realtime.ticketChanged(seenOf(ticket), after, { action: 'update', ticket: view })
    }
    return null
  },

  'queues.attach': async ({ app, me, params, files }) => {
    const queue = await queueOf(app.db, me.companyId, params.id)
    const attached = await attach(app.media, me.companyId, files)
    await app.db.company(me.companyId).update(queues).set(attached).where(eq(queues.id, params.id))
    await discardAttached(app.media, me.companyId, queue.mediaPath)
    return announce(app, me.companyId, 'update', params.id)
  },

  'queues.detach': async ({ app, me, params }) => {
    const queue = await queueOf(app.db, me.companyId, params.id)
    await app.db
      .company(me.companyId)
      .update(queues)
      .set({ mediaPath: null, mediaName: null })
      .where(eq(queues.id, params.id))
    await discardAttached(app.media, me.companyId, queue.mediaPath)
    return announce(app, me.companyId, 'update', params.id)
  },
}
