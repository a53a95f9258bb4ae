/** Adding, changing, ordering and deleting queues (docs/specification.md 2.2, 2.5 and 2.8). */
import type { queueForm } from '@contract'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { type QueueRow, queueOf } from '../../platform/db/company-rows'
import { queues, tickets, ticketTrackings, whatsappQueues, whatsapps } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { attach, discardAttached } from '../../platform/media/attached'
import { refuseForeignAutomation } from '../../platform/plans/automation'
import { refuseOverPlan } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { seenOf, type TicketRow } from '../tickets/visibility'
import { ticketViews } from '../views/tickets'
import { whatsappViews } from '../views/whatsapps'

type Form = z.output<typeof queueForm>

/** Queues without a place in the order come last. */
const NO_ORDER = 1_000_000_000

/** The queues of a company in their order. */
export const queuesOf = (db: Reader, companyId: number): Promise<QueueRow[]> =>
  db
    .select()
    .from(queues)
    .where(eq(queues.companyId, companyId))
    .orderBy(asc(sql`coalesce(${queues.orderQueue}, ${NO_ORDER})`), asc(queues.id))

/** @throws ApiError ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS (with the name of the queue that has it) */
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

/** What was given of a form, without what was left out. */
const given = <T extends object>(patch: T): Partial<T> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>

/** Notifies the company's consoles, within the write. */
function announce(app: Workspace, action: 'create' | 'update', queue: QueueRow): QueueRow {
  app.realtime.toCompany(queue.companyId, 'queue', { action, queue })
  return queue
}

/** A queue, and how many tickets that are not resolved it has. @throws ApiError ERR_NO_QUEUE_FOUND */
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
 * Adds a queue at the end of the order, unless the form names its place.
 * @throws ApiError ERR_PLAN_LIMIT, ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS, and as refuseForeignAutomation
 */
export const createQueue = (app: Workspace, companyId: number, form: Form): Promise<QueueRow> =>
  app.db.company(companyId).write(async tx => {
    await refuseOverPlan(tx, companyId, 'queues')
    await refuseTaken(tx, companyId, form, null)
    await refuseForeignAutomation(tx, companyId, form, null)
    const [last] = await tx
      .select({ order: sql<number>`coalesce(max(${queues.orderQueue}), 0)` })
      .from(queues)
      .where(eq(queues.companyId, companyId))
    const [row] = await tx
      .insert(queues)
      .values({
        ...given(form),
        name: form.name,
        color: form.color,
        companyId,
        orderQueue: form.orderQueue ?? (last?.order ?? 0) + 1,
      })
      .returning()
    if (!row) throw new ApiError('ERR_INTERNAL')
    return announce(app, 'create', row)
  })

/** @throws ApiError ERR_NO_QUEUE_FOUND, ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export const updateQueue = (
  app: Workspace,
  companyId: number,
  id: number,
  patch: Partial<Form>,
): Promise<QueueRow> =>
  app.db.company(companyId).write(async tx => {
    const before = await queueOf(tx, companyId, id)
    await refuseTaken(tx, companyId, patch, id)
    await refuseForeignAutomation(tx, companyId, patch, before)
    const [row] = await tx
      .update(queues)
      .set({ ...given(patch), updatedAt: new Date().toISOString() })
      .where(eq(queues.id, id))
      .returning()
    return announce(app, 'update', row ?? before)
  })

/**
 * Gives the named queues the places 1, 2, 3 ...; those that are not named follow in the order they had.
 * @returns all queues in their order.
 * @throws ApiError ERR_NO_QUEUE_FOUND when one is not the company's.
 */
export async function orderQueues(
  app: Workspace,
  companyId: number,
  ids: readonly number[],
): Promise<QueueRow[]> {
  await app.db.company(companyId).write(async tx => {
    const rows = await queuesOf(tx, companyId)
    const named = [...new Set(ids)]
    if (named.some(id => !rows.some(row => row.id === id))) throw new ApiError('ERR_NO_QUEUE_FOUND')
    const order = [...named, ...rows.map(row => row.id).filter(id => !named.includes(id))]
    const updatedAt = new Date().toISOString()
    for (const [i, id] of order.entries()) {
      if (rows.find(row => row.id === id)?.orderQueue === i + 1) continue
      const [moved] = await tx
        .update(queues)
        .set({ orderQueue: i + 1, updatedAt })
        .where(eq(queues.id, id))
        .returning()
      if (moved) announce(app, 'update', moved)
    }
  })
  return queuesOf(app.db, companyId)
}

/** @returns the tickets that had the queue and are not resolved, as they were; the connections that served it. */
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
 * Deletes a queue with its chatbot. Its tickets lose it and leave the bot; connections that sent customers there after a
 * while send them nowhere.
 * @throws ApiError ERR_NO_QUEUE_FOUND
 */
export async function removeQueue(app: Workspace, companyId: number, queueId: number): Promise<null> {
  const queue = await queueOf(app.db, companyId, queueId)
  await app.db.company(companyId).write(async tx => {
    await queueOf(tx, companyId, queueId)
    const { before, connections } = await deleteQueue(tx, companyId, queueId)
    app.realtime.toCompany(companyId, 'queue', { action: 'delete', queueId })
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
}

/**
 * Gives a queue another file; the one it had goes.
 * @param files the file is the first of them; null takes it away.
 * @throws ApiError ERR_NO_QUEUE_FOUND, and as `attach`.
 */
export async function setQueueFile(
  app: Workspace,
  companyId: number,
  id: number,
  files: readonly UploadedFile[] | null,
): Promise<QueueRow> {
  const { mediaPath } = await queueOf(app.db, companyId, id)
  const file = files && (await attach(app.media, companyId, files))
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
