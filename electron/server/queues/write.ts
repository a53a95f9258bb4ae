/** Adding, changing, ordering and deleting queues (docs/specification.md 2.2, 2.5 and 2.8). */
import type { queueForm } from '@contract'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader, Tx } from '../db/client'
import { type QueueRow, queueOf } from '../db/company-rows'
import { queues, tickets, ticketTrackings, whatsappQueues, whatsapps } from '../db/schema'
import { ApiError } from '../errors'
import { refuseForeignAutomation } from '../plans/automation'
import { refuseOverPlan } from '../plans/limits'
import type { TicketRow } from '../tickets/visibility'

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

/**
 * Adds a queue at the end of the order, unless the form names its place.
 * @throws ApiError ERR_PLAN_LIMIT, ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS, and as refuseForeignAutomation
 */
export async function createQueue(tx: Tx, companyId: number, form: Form): Promise<QueueRow> {
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
  return row
}

/** @throws ApiError ERR_NO_QUEUE_FOUND, ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export async function updateQueue(
  tx: Tx,
  companyId: number,
  id: number,
  patch: Partial<Form>,
): Promise<QueueRow> {
  const before = await queueOf(tx, companyId, id)
  await refuseTaken(tx, companyId, patch, id)
  await refuseForeignAutomation(tx, companyId, patch, before)
  const [row] = await tx
    .update(queues)
    .set({ ...given(patch), updatedAt: new Date().toISOString() })
    .where(eq(queues.id, id))
    .returning()
  return row ?? before
}

/**
 * Gives the named queues the places 1, 2, 3 ...; those that are not named follow in the order they had.
 * @returns the queues whose place changed.
 * @throws ApiError ERR_NO_QUEUE_FOUND when one is not the company's.
 */
export async function orderQueues(tx: Tx, companyId: number, ids: readonly number[]): Promise<QueueRow[]> {
  const rows = await queuesOf(tx, companyId)
  const named = [...new Set(ids)]
  if (named.some(id => !rows.some(row => row.id === id))) throw new ApiError('ERR_NO_QUEUE_FOUND')
  const order = [...named, ...rows.map(row => row.id).filter(id => !named.includes(id))]
  const moved: QueueRow[] = []
  const updatedAt = new Date().toISOString()
  for (const [i, id] of order.entries()) {
    if (rows.find(row => row.id === id)?.orderQueue === i + 1) continue
    const changed = tx
      .update(queues)
      .set({ orderQueue: i + 1, updatedAt })
      .where(eq(queues.id, id))
    moved.push(...(await changed.returning()))
  }
  return moved
}

/**
 * Deletes a queue with its chatbot. Its tickets lose it and leave the bot; connections that sent customers there after a
 * while send them nowhere.
 * @returns the tickets that had it and are not resolved, as they were; the connections that served it.
 * @throws ApiError ERR_NO_QUEUE_FOUND
 */
export async function removeQueue(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<{ before: TicketRow[]; connections: number[] }> {
  await queueOf(tx, companyId, id)
  const before = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.queueId, id),
        inArray(tickets.status, ['open', 'pending']),
      ),
    )
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
