/** Checks that what a call names (user, queue, connection) exists in the caller's company. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from './client'
import { queues, tags, tickets, users, whatsapps } from './schema'

export type WhatsappRow = typeof whatsapps.$inferSelect
export type QueueRow = typeof queues.$inferSelect

/** @throws ApiError ERR_NO_USER_FOUND */
export async function userOf(db: Reader, companyId: number, id: number): Promise<typeof users.$inferSelect> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_USER_FOUND')
  return row
}

/** @throws ApiError ERR_NO_QUEUE_FOUND */
export async function queueOf(db: Reader, companyId: number, id: number): Promise<QueueRow> {
  const [row] = await db
    .select()
    .from(queues)
    .where(and(eq(queues.id, id), eq(queues.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_QUEUE_FOUND')
  return row
}

/** The rows forms can choose, and the error for a missing one. */
const NAMED = {
  queue: [queues, 'ERR_NO_QUEUE_FOUND'],
  tag: [tags, 'ERR_NO_TAG_FOUND'],
  user: [users, 'ERR_NO_USER_FOUND'],
  whatsapp: [whatsapps, 'ERR_NO_WAPP_FOUND'],
} as const

/**
 * Refuses a form that names rows the company does not have. A row the form named before may be gone since; it may stay.
 * @param ids those of the form; 0 stands for "none of them".
 * @param before those it named before.
 * @param field the form's member they are in, for the refusal.
 * @throws ApiError ERR_NO_QUEUE_FOUND, ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND
 */
export async function refuseUnknownRows(
  db: Reader,
  companyId: number,
  kind: keyof typeof NAMED,
  ids: readonly number[],
  before: readonly number[] = [],
  field?: string,
): Promise<void> {
  const [table, code] = NAMED[kind]
  const fresh = [...new Set(ids)].filter(id => id !== 0 && !before.includes(id))
  if (fresh.length === 0) return
  const own = and(eq(table.companyId, companyId), inArray(table.id, fresh))
  if ((await db.$count(table, own)) < fresh.length) throw new ApiError(code, field ? { field } : {})
}

/**
 * Ids of queues of a company, each once.
 * @throws ApiError ERR_NO_QUEUE_FOUND
 */
export async function existingQueues(
  db: Reader,
  companyId: number,
  ids: readonly number[],
): Promise<number[]> {
  await refuseUnknownRows(db, companyId, 'queue', ids)
  return [...new Set(ids)]
}

/** @throws ApiError ERR_NO_WAPP_FOUND */
export async function whatsappOf(db: Reader, companyId: number, id: number): Promise<WhatsappRow> {
  const [row] = await db
    .select()
    .from(whatsapps)
    .where(and(eq(whatsapps.id, id), eq(whatsapps.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_WAPP_FOUND')
  return row
}

/**
 * Integrations are set up on a queue or a connection, and a ticket takes over that of its connection; one that neither
 * has does not exist here.
 * @throws ApiError ERR_NO_INTEGRATION_FOUND
 */
export async function integrationOf(db: Reader, companyId: number, id: number): Promise<number> {
  for (const table of [queues, whatsapps, tickets]) {
    const [row] = await db
      .select({ id: table.integrationId })
      .from(table)
      .where(and(eq(table.companyId, companyId), eq(table.integrationId, id)))
      .limit(1)
    if (row) return id
  }
  throw new ApiError('ERR_NO_INTEGRATION_FOUND')
}

/**
 * The company's default connection.
 * @throws ApiError ERR_NO_DEF_WAPP_FOUND when the company has none.
 */
export async function defaultWhatsapp(db: Reader, companyId: number): Promise<WhatsappRow> {
  const [row] = await db
    .select()
    .from(whatsapps)
    .where(eq(whatsapps.companyId, companyId))
    .orderBy(desc(whatsapps.isDefault), whatsapps.id)
    .limit(1)
  if (!row) throw new ApiError('ERR_NO_DEF_WAPP_FOUND')
  return row
}
