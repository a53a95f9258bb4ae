/**
 * GET /health: the process lives. GET /ready: people can be sent to it. GET /metrics: its metrics, for callers with the
 * token; without a token the route does not exist. A loopback address proves nothing: behind a local proxy everybody
 * has it.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { and, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { Workspace } from '../../workspace'
import { allIds } from '../db/migrations'
import { inbox } from '../db/schema'

/** How long the database may take to answer, milliseconds. */
const DATABASE_MS = 2_000

/** Longest normal wait of received events, milliseconds: attempts to store one end earlier. */
const INBOX_MS = 5 * 60_000

/** `work`: this process lost its lease and works for no company; `inbox`: received events are not processed. */
export type Unready = 'draining' | 'database' | 'migrations' | 'work' | 'inbox' | 'disk'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a received event has waited far too long. One that waits for its file does not count: its message is shown.
 */
async function stuck(app: Workspace): Promise<boolean> {
  const since = new Date(Date.now() - INBOX_MS).toISOString()
  const { companyId, doneAt, shownAt, nextAt } = inbox
  const [row] = await app.db
    .select({ id: inbox.id })
    .from(inbox)
    .where(and(app.work.ownedCompanies(companyId), isNull(doneAt), isNull(shownAt), lt(nextAt, since)))
    .limit(1)
  return row !== undefined
}

/** Why nobody should be sent to a workspace; nothing when it is ready. */
export function readiness(app: Workspace, patienceMs = DATABASE_MS): () => Promise<Unready[]> {
  // A finished migration stays finished.
  let migrated = false
  const ask = async (): Promise<Unready[]> => {
    if (migrated) {
      await app.db.select({ one: sql<number>`1` }).from(sql`(select 1) as answers`)
      return (await stuck(app)) ? ['inbox'] : []
    }
    const rows = await app.db.select({ id: sql<string>`id` }).from(sql`migrations`)
    const known = new Set(rows.map(row => row.id))
    migrated = allIds().every(id => known.has(id))
    return migrated ? [] : ['migrations']
  }
  const database = async (): Promise<Unready[]> => {
    const ended = new AbortController()
    try {
      const late = delay(patienceMs, null, { signal: ended.signal, ref: false }).catch(() => null)
      return (await Promise.race([ask(), late])) ?? ['database']
    } catch (error) {
      app.log.warn('the database does not answer', { reason: reasonOf(error) })
      return ['database']
    } finally {
      ended.abort()
    }
  }
  return async () => {
    const broken = await database()
    const idle: Unready[] = app.work.isFenced() ? ['work'] : []
    // Reading works; nothing can be stored.
    const disk: Unready[] = app.storage.code() === null ? [] : ['disk']
    return [...(app.operation.draining ? (['draining'] as const) : []), ...broken, ...idle, ...disk]
  }
}

/** Registers the three routes. @param token required for /metrics; null leaves it out. */
export function serveOperation(http: FastifyInstance, app: Workspace, token: string | null): void {
  const ready = readiness(app)
  http.get('/health', async () => ({ alive: true }))
  http.get('/ready', async (_request, reply) => {
    const reasons = await ready()
    // Reported, but no reason to send people elsewhere: the server works with what is there.
    const file = app.operation.repair ? { file: app.operation.repair.fault } : {}
    if (reasons.length === 0) return { ready: true, ...file }
    return reply.code(503).send({ ready: false, reasons, ...file })
  })
  const { meters } = app.operation
  if (token === null || !meters) return
  const wanted = hashOf(`Bearer ${token}`)
  http.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), wanted))
      throw new ApiError('ERR_NO_PERMISSION')
    const { type, body } = await meters.text(app)
    return reply.type(type).send(body)
  })
}
