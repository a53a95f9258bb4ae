/** Checks that what a call names (user, queue, connection) exists in the caller's company. */
import { and, desc, eq } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { queues, users, whatsapps } from '../db/schema'
import { Refusal } from '../errors'

export type WhatsappRow = typeof whatsapps.$inferSelect
export type QueueRow = typeof queues.$inferSelect

/** @throws Refusal ERR_NO_USER_FOUND */
export async function userOf(db: Reader, companyId: number, id: number): Promise<typeof users.$inferSelect> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.companyId, companyId)))
  if (!row) throw new Refusal('ERR_NO_USER_FOUND')
  return row
}

/** @throws Refusal ERR_NO_QUEUE_FOUND */
export async function queueOf(db: Reader, companyId: number, id: number): Promise<QueueRow> {
  const [row] = await db
    .select()
    .from(queues)
    .where(and(eq(queues.id, id), eq(queues.companyId, companyId)))
  if (!row) throw new Refusal('ERR_NO_QUEUE_FOUND')
  return row
}

/** @throws Refusal ERR_NO_WAPP_FOUND */
export async function whatsappOf(db: Reader, companyId: number, id: number): Promise<WhatsappRow> {
  const [row] = await db
    .select()
    .from(whatsapps)
    .where(and(eq(whatsapps.id, id), eq(whatsapps.companyId, companyId)))
  if (!row) throw new Refusal('ERR_NO_WAPP_FOUND')
  return row
}

/**
 * The company's default connection.
 * @throws Refusal ERR_NO_DEF_WAPP_FOUND when the company has none.
 */
export async function defaultWhatsapp(db: Reader, companyId: number): Promise<WhatsappRow> {
  const [row] = await db
    .select()
    .from(whatsapps)
    .where(eq(whatsapps.companyId, companyId))
    .orderBy(desc(whatsapps.isDefault), whatsapps.id)
    .limit(1)
  if (!row) throw new Refusal('ERR_NO_DEF_WAPP_FOUND')
  return row
}
