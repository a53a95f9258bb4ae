/**
 * Idempotency keys of the messages API: the same key twice is one message and one answer, also when the server was killed
 * in between. A refused call keeps no answer: it may be repeated under its key, with the same content.
 */
import { randomUUID } from 'node:crypto'
import { EXTERNAL_API, externalAnswer } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import { apiRequests } from '../db/schema'
import { ApiError } from '../errors'
import type { WhatsappRow } from '../tickets/references'
import type { Workspace } from '../workspace'
import { type ExternalAnswer, type ExternalMessage, fingerprintOf, sendExternal } from './send'

type Row = typeof apiRequests.$inferSelect

/** Keyed calls under way in this process. */
const running = new WeakMap<Workspace, Map<number, Promise<ExternalAnswer>>>()

function runningOf(app: Workspace): Map<number, Promise<ExternalAnswer>> {
  const known = running.get(app) ?? new Map<number, Promise<ExternalAnswer>>()
  running.set(app, known)
  return known
}

/** @throws ApiError ERR_VALIDATION for a key that is none. */
function readKey(header: unknown): string | null {
  if (header === undefined) return null
  const key = typeof header === 'string' ? header.trim() : ''
  if (key === '' || key.length > EXTERNAL_API.keyMaxChars || !/^[\x21-\x7e]+$/.test(key))
    throw new ApiError('ERR_VALIDATION', {
      issues: [{ path: 'Idempotency-Key', message: 'not a key', code: 'custom' }],
    })
  return key
}

async function claim(
  app: Workspace,
  connection: WhatsappRow,
  key: string,
  fingerprint: string,
): Promise<Row> {
  const { id: whatsappId, companyId } = connection
  return app.db.write(async tx => {
    const own = and(eq(apiRequests.whatsappId, whatsappId), eq(apiRequests.key, key))
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
 * Sends a message of another program, once for each key.
 * @param header what came as Idempotency-Key; undefined: every call is a message of its own.
 * @returns the answer, and whether it was given before.
 * @throws ApiError ERR_IDEMPOTENCY_KEY (422) when the key was used with another content; whatever `sendExternal` throws.
 */
export async function sendOnce(
  app: Workspace,
  connection: WhatsappRow,
  header: unknown,
  message: ExternalMessage,
): Promise<{ answer: ExternalAnswer; replayed: boolean }> {
  const key = readKey(header)
  if (key === null) {
    return { answer: await sendExternal(app, connection, `api:${randomUUID()}`, message), replayed: false }
  }
  const fingerprint = await fingerprintOf(message)
  const row = await claim(app, connection, key, fingerprint)
  if (row.fingerprint !== fingerprint) throw new ApiError('ERR_IDEMPOTENCY_KEY')
  if (row.answer !== null) return { answer: externalAnswer.parse(JSON.parse(row.answer)), replayed: true }
  const calls = runningOf(app)
  const other = calls.get(row.id)
  if (other) return { answer: await other, replayed: true }
  const call = (async () => {
    const answer = await sendExternal(app, connection, `api:request:${row.id}`, message)
    await app.db
      .update(apiRequests)
      .set({ answer: JSON.stringify(answer) })
      .where(eq(apiRequests.id, row.id))
    return answer
  })()
  calls.set(row.id, call)
  try {
    return { answer: await call, replayed: false }
  } finally {
    calls.delete(row.id)
  }
}

/** Forgets keys whose time is over. */
export async function pruneKeys(app: Workspace, now: number): Promise<void> {
  const oldest = new Date(now - EXTERNAL_API.keyLifeMs).toISOString()
  await app.db.delete(apiRequests).where(lt(apiRequests.createdAt, oldest))
}
