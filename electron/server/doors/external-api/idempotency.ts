/**
 * Idempotency keys of the messages API: the same key gives one message and one answer, even after a kill. A refused
 * call keeps no answer and may be repeated under its key with the same content.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { EXTERNAL_API, externalAnswer } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Answered } from '../../memory'
import type { Db } from '../../platform/db/client'
import type { WhatsappRow } from '../../platform/db/company-rows'
import { apiRequests } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type ExternalMessage, fingerprintOf, sendExternal } from './send'

type Row = typeof apiRequests.$inferSelect

/** How long a process keeps a call to itself, and how often others look for its answer, milliseconds. */
const TURN_MS = 30_000
const LOOK_MS = 100

/** @throws ApiError ERR_VALIDATION for an invalid key. */
function readKey(header: unknown): string | null {
  if (header === undefined) return null
  const key = typeof header === 'string' ? header.trim() : ''
  if (key === '' || key.length > EXTERNAL_API.keyMaxChars || !/^[\x21-\x7e]+$/.test(key))
    throw new ApiError('ERR_VALIDATION', {
      issues: [{ path: 'Idempotency-Key', message: 'not a key', code: 'custom' }],
    })
  return key
}

async function claim(db: Db, connection: WhatsappRow, key: string, fingerprint: string): Promise<Row> {
  const { id: whatsappId, companyId } = connection
  return db.company(companyId).write(async tx => {
    const own = and(eq(apiRequests.whatsappId, whatsappId), eq(apiRequests.key, key))
    // By this clock alone: a program that uses its key again a day later means another message.
    const oldest = new Date(Date.now() - EXTERNAL_API.keyLifeMs).toISOString()
    await tx.delete(apiRequests).where(and(own, lt(apiRequests.createdAt, oldest)))
    const [made] = await tx
      .insert(apiRequests)
      .values({ companyId, whatsappId, key, fingerprint })
      .onConflictDoNothing()
      .returning()
    const [row] = made ? [made] : await tx.select().from(apiRequests).where(own)
    if (!row) throw new ApiError('ERR_INTERNAL')
    return row
  })
}

/**
 * Waits while another process works on the same call. The claim of a process that died expires.
 * @returns the answer the other process gave, or this process's own claim.
 */
async function waitForOther(app: Workspace, id: number): Promise<Answered | { end(): Promise<void> }> {
  const free = { end: async () => {} }
  if (!app.cluster || app.cluster.leases.isAlone()) return free
  for (;;) {
    // Does not wait while the database is away: the message ids still prevent duplicates.
    const end = await app.cluster.take(`call:${id}`, TURN_MS).catch(() => free.end)
    const [row] = await app.db
      .select({ answer: apiRequests.answer })
      .from(apiRequests)
      .where(eq(apiRequests.id, id))
    if (row?.answer) {
      await end?.()
      return { answer: externalAnswer.parse(JSON.parse(row.answer)), replayed: true }
    }
    if (end) return { end }
    await delay(LOOK_MS)
  }
}

/**
 * Sends a message for another program, once for each key.
 * @param header the Idempotency-Key header; undefined: every call is a new message.
 * @returns the answer, and whether it was given before.
 * @throws ApiError ERR_IDEMPOTENCY_KEY (422) when the key was used with other content; whatever `sendExternal` throws.
 */
export async function sendOnce(
  app: Workspace,
  connection: WhatsappRow,
  header: unknown,
  message: ExternalMessage,
): Promise<Answered> {
  const key = readKey(header)
  if (key === null) {
    return { answer: await sendExternal(app, connection, `api:${randomUUID()}`, message), replayed: false }
  }
  const fingerprint = await fingerprintOf(message)
  const row = await claim(app.db, connection, key, fingerprint)
  if (row.fingerprint !== fingerprint) throw new ApiError('ERR_IDEMPOTENCY_KEY')
  if (row.answer !== null) return { answer: externalAnswer.parse(JSON.parse(row.answer)), replayed: true }
  const { keyedCalls } = app.memory
  const other = keyedCalls.get(row.id)
  if (other) return { answer: (await other).answer, replayed: true }
  const call = (async () => {
    const claimed = await waitForOther(app, row.id)
    if ('answer' in claimed) return claimed
    try {
      const answer = await sendExternal(app, connection, `api:request:${row.id}`, message)
      await app.db.unordered
        .update(apiRequests)
        .set({ answer: JSON.stringify(answer) })
        .where(eq(apiRequests.id, row.id))
      return { answer, replayed: false }
    } finally {
      await claimed.end()
    }
  })()
  keyedCalls.set(row.id, call)
  try {
    return await call
  } finally {
    keyedCalls.delete(row.id)
  }
}
