/**
 * Idempotency keys of the messages API: the same key twice is one message and one answer, also when the server was killed
 * in between. A refused call keeps no answer: it may be repeated under its key, with the same content.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { EXTERNAL_API, externalAnswer } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { every, type Job } from '../../every'
import type { Answered } from '../../memory'
import type { Db } from '../../platform/db/client'
import type { WhatsappRow } from '../../platform/db/company-rows'
import { keptSince } from '../../platform/db/kept'
import { apiRequests } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type ExternalMessage, fingerprintOf, sendExternal } from './send'

type Row = typeof apiRequests.$inferSelect

/** How long a process has a call for itself, and how often the others look whether it is answered, milliseconds. */
const TURN_MS = 30_000
const LOOK_MS = 100
/** Keys whose time is over are looked for this often. */
const PRUNE_MS = 60 * 60_000

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

async function claim(db: Db, connection: WhatsappRow, key: string, fingerprint: string): Promise<Row> {
  const { id: whatsappId, companyId } = connection
  return db.company(companyId).write(async tx => {
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
 * Waits while another process works on the same call; the turn of one that died comes to its end.
 * @returns the answer it gave, or this process's own turn.
 */
async function turnOf(app: Workspace, id: number): Promise<Answered | { end(): Promise<void> }> {
  const free = { end: async () => {} }
  if (!app.cluster || app.cluster.leases.isAlone()) return free
  for (;;) {
    // While the database is away nobody is waited for: the ids of the messages keep them single all the same.
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
    const turn = await turnOf(app, row.id)
    if ('answer' in turn) return turn
    try {
      const answer = await sendExternal(app, connection, `api:request:${row.id}`, message)
      await app.db.unordered
        .update(apiRequests)
        .set({ answer: JSON.stringify(answer) })
        .where(eq(apiRequests.id, row.id))
      return { answer, replayed: false }
    } finally {
      await turn.end()
    }
  })()
  keyedCalls.set(row.id, call)
  try {
    return await call
  } finally {
    keyedCalls.delete(row.id)
  }
}

/** Forgets keys whose time is over. */
export async function pruneKeys(db: Db, now: number): Promise<void> {
  const rows = { table: apiRequests, at: apiRequests.createdAt }
  const oldest = await keptSince(db, rows, now, EXTERNAL_API.keyLifeMs)
  await db.unordered.delete(apiRequests).where(lt(apiRequests.createdAt, oldest))
}

/** Forgets them until stopped. */
export const startKeyPruning = (app: Workspace): Job =>
  every(app, 'idempotency-key.prune', PRUNE_MS, () => pruneKeys(app.db, Date.now()))
