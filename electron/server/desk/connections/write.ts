/** Adding, changing and deleting connections. */
import { randomBytes } from 'node:crypto'
import { type connectionForm, DEFAULT_BOT_MENU_TIMES, DEFAULT_PROVIDER } from '@contract'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { queueOf, type WhatsappRow, whatsappOf } from '../../platform/db/company-rows'
import { queues, whatsappQueues, whatsapps } from '../../platform/db/schema'
import { refuseForeignAutomation } from '../../platform/plans/automation'
import { refuseOverPlan } from '../../platform/plans/limits'

type Form = z.output<typeof connectionForm>
type Patch = Partial<Form>

/** A random secret, in letters that survive copying into a header or a shell. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** @throws ApiError ERR_WAPP_NAME_TAKEN within the company, ERR_WAPP_TOKEN_TAKEN on the whole platform. */
async function refuseTaken(db: Reader, companyId: number, patch: Patch, exceptId: number | null) {
  const others = exceptId === null ? undefined : ne(whatsapps.id, exceptId)
  if (patch.name !== undefined) {
    const same = and(eq(whatsapps.companyId, companyId), eq(whatsapps.name, patch.name), others)
    if ((await db.$count(whatsapps, same)) > 0) throw new ApiError('ERR_WAPP_NAME_TAKEN', { field: 'name' })
  }
  if (patch.token) {
    const same = and(eq(whatsapps.token, patch.token), others)
    if ((await db.$count(whatsapps, same)) > 0) throw new ApiError('ERR_WAPP_TOKEN_TAKEN', { field: 'token' })
  }
}

/** The ids of queues of the company, each once. @throws ApiError ERR_NO_QUEUE_FOUND */
async function knownQueues(db: Reader, companyId: number, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const found = await db
    .select({ id: queues.id })
    .from(queues)
    .where(and(eq(queues.companyId, companyId), inArray(queues.id, wanted)))
  if (found.length !== wanted.length) throw new ApiError('ERR_NO_QUEUE_FOUND', { field: 'queueIds' })
  return wanted
}

/** Customers who have to choose need a text that asks them. */
function refuseWithoutGreeting(greeting: string, queueCount: number): void {
  if (queueCount > 1 && greeting.trim() === '') {
    throw new ApiError('ERR_WAPP_GREETING_REQUIRED', { field: 'greetingMessage' })
  }
}

/** A company has one default connection; setting it on one removes it from the others. */
async function makeDefault(tx: Tx, companyId: number, id: number): Promise<number[]> {
  const taken = await tx
    .update(whatsapps)
    .set({ isDefault: false })
    .where(and(eq(whatsapps.companyId, companyId), ne(whatsapps.id, id), eq(whatsapps.isDefault, true)))
    .returning({ id: whatsapps.id })
  await tx.update(whatsapps).set({ isDefault: true }).where(eq(whatsapps.id, id))
  return taken.map(row => row.id)
}

async function linkQueues(tx: Tx, companyId: number, whatsappId: number, ids: readonly number[]) {
  await tx.delete(whatsappQueues).where(eq(whatsappQueues.whatsappId, whatsappId))
  if (ids.length > 0) {
    await tx.insert(whatsappQueues).values(ids.map(queueId => ({ companyId, whatsappId, queueId })))
  }
}

/** The members of a form that are columns, without omitted ones. */
function columnsOf({ queueIds: _q, isDefault: _d, ...rest }: Patch): Partial<typeof whatsapps.$inferInsert> {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
}

/**
 * Adds a connection; the first one of a company is its default.
 * @returns its id, and the connections that are no longer the default.
 * @throws ApiError ERR_PLAN_LIMIT, ERR_WAPP_NAME_TAKEN, ERR_WAPP_TOKEN_TAKEN, ERR_WAPP_GREETING_REQUIRED, ERR_NO_QUEUE_FOUND
 */
export async function createConnection(tx: Tx, companyId: number, form: Form) {
  await refuseOverPlan(tx, companyId, 'connections')
  await refuseTaken(tx, companyId, form, null)
  const queueIds = await knownQueues(tx, companyId, form.queueIds ?? [])
  refuseWithoutGreeting(form.greetingMessage ?? '', queueIds.length)
  if (form.transferQueueId != null) await queueOf(tx, companyId, form.transferQueueId)
  await refuseForeignAutomation(tx, companyId, form, null)
  const first =
    (await tx.$count(whatsapps, and(eq(whatsapps.companyId, companyId), eq(whatsapps.isDefault, true)))) === 0
  const [row] = await tx
    .insert(whatsapps)
    .values({
      maxUseBotQueues: DEFAULT_BOT_MENU_TIMES,
      provider: DEFAULT_PROVIDER,
      ...columnsOf(form),
      name: form.name,
      companyId,
      token: form.token ?? newToken(),
      status: 'OPENING',
      statusSince: new Date().toISOString(),
    })
    .returning({ id: whatsapps.id })
  if (!row) throw new ApiError('ERR_INTERNAL')
  await linkQueues(tx, companyId, row.id, queueIds)
  const demoted = form.isDefault || first ? await makeDefault(tx, companyId, row.id) : []
  return { id: row.id, demoted }
}

/**
 * Changes a connection; omitted members stay.
 * @returns the connections that are no longer the default.
 * @throws ApiError ERR_NO_WAPP_FOUND, ERR_NO_OTHER_WHATSAPP when no default would be left, and as createConnection.
 */
export async function updateConnection(tx: Tx, companyId: number, id: number, patch: Patch) {
  const before = await whatsappOf(tx, companyId, id)
  await refuseTaken(tx, companyId, patch, id)
  if (patch.isDefault === false && before.isDefault) {
    throw new ApiError('ERR_NO_OTHER_WHATSAPP', { field: 'isDefault' })
  }
  const now = await tx
    .select({ id: whatsappQueues.queueId })
    .from(whatsappQueues)
    .where(eq(whatsappQueues.whatsappId, id))
  const queueIds = patch.queueIds ? await knownQueues(tx, companyId, patch.queueIds) : now.map(q => q.id)
  if (patch.queueIds || patch.greetingMessage !== undefined) {
    refuseWithoutGreeting(patch.greetingMessage ?? before.greetingMessage, queueIds.length)
  }
  if (patch.transferQueueId != null) await queueOf(tx, companyId, patch.transferQueueId)
  await refuseForeignAutomation(tx, companyId, patch, before)
  await tx
    .update(whatsapps)
    .set({
      ...columnsOf(patch),
      // Saving the form acknowledges the refusal.
      directSendRefusedAt: null,
      updatedAt: new Date().toISOString(),
    })
    .where(eq(whatsapps.id, id))
  if (patch.queueIds) await linkQueues(tx, companyId, id, queueIds)
  return { demoted: patch.isDefault ? await makeDefault(tx, companyId, id) : [] }
}

/**
 * Deletes a connection. If it was the default, the oldest other one takes its place.
 * @returns the deleted row, and the new default connection (null: unchanged).
 * @throws ApiError ERR_NO_WAPP_FOUND
 */
export async function removeConnection(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<{ gone: WhatsappRow; promoted: number | null }> {
  const gone = await whatsappOf(tx, companyId, id)
  await tx.delete(whatsapps).where(eq(whatsapps.id, id))
  if (!gone.isDefault) return { gone, promoted: null }
  const [next] = await tx
    .select({ id: whatsapps.id })
    .from(whatsapps)
    .where(eq(whatsapps.companyId, companyId))
    .orderBy(asc(whatsapps.id))
    .limit(1)
  if (next) await makeDefault(tx, companyId, next.id)
  return { gone, promoted: next?.id ?? null }
}
