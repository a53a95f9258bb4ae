/** Adds, changes, orders and deletes queues. */
import type { queueForm } from '@contract'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { type QueueRow, queueOf, refuseUnknownRows } from '../../platform/db/company-rows'
import {
  mentions,
  queues,
  tickets,
  ticketTrackings,
  whatsappQueues,
  whatsapps,
} from '../../platform/db/schema'
import { attach, discardAttached } from '../../platform/media/attached'
import { refuseForeignAutomation } from '../../platform/plans/automation'
import { refuseOverPlan } from '../../platform/plans/limits'
import { records } from '../../platform/records/records'
import type { Me, Workspace } from '../../workspace'
import { ticketViews } from '../presenters/tickets'
import { whatsappViews } from '../presenters/whatsapps'
import { noteTickets, tellOfClosed } from '../tickets/timeline'
import { seenOf, type TicketRow } from '../tickets/visibility'

type Form = z.output<typeof queueForm>

/** Queues without a place in the order come last. */
const NO_ORDER = 1_000_000_000

/** @throws ApiError ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS (with the name of the other queue) */
async function refuseTaken(db: Reader, companyId: number, patch: Partial<Form>, exceptId: number | null) {
  const others = await db
    .select({ name: queues.name, color: queues.color })
    .from(queues)
    .where(and(eq(queues.companyId, companyId), exceptId === null ? undefined : ne(queues.id, exceptId)))
  const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()
  if (others.some(other => same(other.name, patch.name)))
    throw new ApiError('ERR_QUEUE_NAME_TAKEN', { field: 'name' })
  const taken = others.find(other => same(other.color, patch.color))
  if (taken) throw new ApiError('ERR_QUEUE_COLOR_ALREADY_EXISTS', { field: 'color', queue: taken.name })
}

/** The given members of a form. */
const given = <T extends object>(patch: T): Partial<T> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>

/** A queue with its number of unresolved tickets. @throws ApiError ERR_NO_QUEUE_FOUND */
export async function queueWithTickets(db: Reader, companyId: number, id: number) {
  const queue = await queueOf(db, companyId, id)
  return { ...queue, openTickets: await db.$count(tickets, unresolvedIn(companyId, id)) }
}

const unresolvedIn = (companyId: number, queueId: number) =>
  and(
    eq(tickets.companyId, companyId),
    eq(tickets.queueId, queueId),
    inArray(tickets.status, ['open', 'pending']),
  )

/**
 * A company's queues in order; a new one comes last unless the form gives its place. Omitted members stay. They are
 * deleted by `removeQueue`.
 */
export const keptQueues = records({
  table: queues,
  read: (db, where) =>
    db
      .select()
      .from(queues)
      .where(where)
      .orderBy(asc(sql`coalesce(${queues.orderQueue}, ${NO_ORDER})`), asc(queues.id)),
  missing: 'ERR_NO_QUEUE_FOUND',
  place: 'orderQueue',
  async check(tx, { companyId }, form: Partial<Form>, before) {
    if (!before) await refuseOverPlan(tx, companyId, 'queues')
    await refuseTaken(tx, companyId, form, before?.id ?? null)
    await refuseForeignAutomation(tx, companyId, form, before)
    // Who was named through it, by its name, stays named.
    if (before && form.name !== undefined && form.name !== before.name)
      await tx
        .update(mentions)
        .set({ queueName: form.name })
        .where(and(eq(mentions.companyId, companyId), eq(mentions.queueName, before.name)))
  },
  columns({ orderQueue, ...form }, _me, before) {
    const placed = before ? orderQueue !== undefined : orderQueue != null
    return {
      ...given(form),
      ...(placed ? { orderQueue } : {}),
      name: form.name ?? before?.name ?? '',
      color: form.color ?? before?.color ?? '',
    }
  },
  announce(app, { companyId }, { before, after: queue }) {
    if (queue) app.realtime.toCompany(companyId, 'queue', { action: before ? 'update' : 'create', queue })
  },
  file: { take: attach, of: ({ mediaPath }) => mediaPath },
})

/**
 * Puts the queues into another order.
 * @returns all of them in their order.
 * @throws ApiError ERR_NO_QUEUE_FOUND when one is not the company's.
 */
export async function orderQueues(app: Workspace, me: Me, ids: readonly number[]): Promise<QueueRow[]> {
  await refuseUnknownRows(app.db, me.companyId, 'queue', ids)
  await keptQueues.arrange(app, me, ids)
  return keptQueues.list(app, me)
}

/** @returns the queue's unresolved tickets as they were, and the connections that served it. */
async function deleteQueue(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<{ before: TicketRow[]; connections: number[] }> {
  const before = await tx.select().from(tickets).where(unresolvedIn(companyId, id))
  const served = await tx
    .select({ id: whatsappQueues.whatsappId })
    .from(whatsappQueues)
    .where(eq(whatsappQueues.queueId, id))
  const sending = await tx
    .update(whatsapps)
    .set({ transferQueueId: null })
    .where(and(eq(whatsapps.companyId, companyId), eq(whatsapps.transferQueueId, id)))
    .returning({ id: whatsapps.id })
  await tx
    .update(tickets)
    .set({ queueId: null, chatbot: false, queueOptionId: null })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.queueId, id)))
  await tx
    .update(ticketTrackings)
    .set({ queueId: null })
    .where(and(eq(ticketTrackings.companyId, companyId), eq(ticketTrackings.queueId, id)))
  await tx.delete(queues).where(eq(queues.id, id))
  return { before, connections: [...new Set([...served, ...sending].map(row => row.id))] }
}

/**
 * Deletes a queue with its chatbot. Its tickets lose it and leave the bot; connections that transferred customers there
 * no longer do.
 * @throws ApiError ERR_NO_QUEUE_FOUND
 */
export async function removeQueue(app: Workspace, me: Me, queueId: number): Promise<null> {
  const { companyId } = me
  const queue = await queueOf(app.db, companyId, queueId)
  await app.db.company(companyId).write(async tx => {
    await queueOf(tx, companyId, queueId)
    await tellOfClosed({ app, tx, companyId }, eq(tickets.queueId, queueId), { queueId: null })
    const { before, connections } = await deleteQueue(tx, companyId, queueId)
    app.realtime.toCompany(companyId, 'queue', { action: 'delete', queueId })
    for (const whatsapp of await whatsappViews({ db: tx, channel: app.channel }, connections, 'super'))
      app.realtime.toCompany(companyId, 'whatsapp', { action: 'update', whatsapp })
    const views = await ticketViews(
      tx,
      before.map(ticket => ticket.id),
    )
    await noteTickets(
      app,
      tx,
      before.map(ticket => ({ before: ticket, after: { ...ticket, queueId: null } })),
      me,
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
}
