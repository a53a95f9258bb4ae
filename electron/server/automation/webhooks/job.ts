/**
 * Delivers what the log holds, until stopped. The rows are the queue: a kill forgets nothing, and what was on its way is
 * tried again under the same id.
 */
import { WEBHOOK } from '@contract'
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import type { Db } from '../../platform/db/client'
import { keptSince } from '../../platform/db/kept'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { attempt, isDue, isNextOfTicket, waitingOf } from './attempt'

const TICK_MS = 1_000
/** Old rows are looked for this often. */
const PRUNE_MS = 60 * 60_000
/**
 * Webhooks of one company that are called at the same time; each receives one thing after another. Companies share no
 * places: one whose webhooks do not answer waits for them alone.
 */
const MOST_OF_ONE = 8

/** So many waiting deliveries of one webhook are looked up at a time. */
const PAGE = 200

/** Delivers to one webhook what is due, in order; what fails waits for its own time and holds up its own conversation alone. */
async function deliverDue(
  app: Workspace,
  { id: webhookId, companyId }: { id: number; companyId: number },
  signal: AbortSignal,
): Promise<void> {
  /** Conversations of which something earlier waits: the rest of them need not be asked about. */
  const held = new Set<number>()
  for (let after = 0; ; ) {
    const page = await app.db
      .select({ id: webhookDeliveries.id, ticketId: webhookDeliveries.ticketId })
      .from(webhookDeliveries)
      .where(waitingOf(webhookId, Date.now(), after))
      .orderBy(asc(webhookDeliveries.id))
      .limit(PAGE)
    if (page.length === 0) return
    for (const { id, ticketId } of page) {
      if (signal.aborted || !app.work.here(companyId)) return
      after = id
      if (ticketId !== null && held.has(ticketId)) continue
      if (await isDue(app.db, id)) await attempt(app, id, signal)
      else if (ticketId !== null) held.add(ticketId)
    }
  }
}

/** Webhooks that something is due for: first those that answered last time. */
async function dueWebhooks(app: Workspace): Promise<{ id: number; companyId: number }[]> {
  // "waiting" as a word of the statement, not a value of it: the index of what waits holds nothing else.
  const due = sql`exists (select 1 from ${webhookDeliveries} where ${and(
    eq(webhookDeliveries.webhookId, webhooks.id),
    sql`${webhookDeliveries.status} = 'waiting'`,
    lte(webhookDeliveries.nextAt, new Date().toISOString()),
    isNextOfTicket,
  )})`
  return await app.db
    .select({ id: webhooks.id, companyId: webhooks.companyId })
    .from(webhooks)
    .where(and(eq(webhooks.active, true), due, app.work.mine(webhooks.companyId)))
    .orderBy(sql`${webhooks.failingSince} is not null`, asc(webhooks.id))
}

/** Deletes what the log does not keep any longer. */
export async function pruneDeliveries(db: Db, now: number): Promise<void> {
  const rows = { table: webhookDeliveries, at: webhookDeliveries.createdAt }
  const oldest = await keptSince(db, rows, now, WEBHOOK.keptMs)
  await db.unordered.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, oldest))
}

/** Starts delivering; `stop` cuts off what is under way, which is then tried at the next start. */
export function startWebhooks(app: Workspace): Job {
  const ending = new AbortController()
  const workers = new Map<number, { companyId: number; done: Promise<void> }>()
  let pruneAt = 0

  const warn = (error: unknown): void => app.log.warn('webhook.deliver', { reason: reasonOf(error) })
  const turn = async (): Promise<unknown> => {
    if (performance.now() >= pruneAt) {
      pruneAt = performance.now() + PRUNE_MS
      await pruneDeliveries(app.db, Date.now())
    }
    const due = await dueWebhooks(app)
    for (const { id, companyId } of due) {
      const own = [...workers.values()].filter(worker => worker.companyId === companyId)
      if (workers.has(id) || own.length >= MOST_OF_ONE || ending.signal.aborted) continue
      const done = deliverDue(app, { id, companyId }, ending.signal)
        .catch(warn)
        .finally(() => workers.delete(id))
      workers.set(id, { companyId, done })
    }
    return due.length === 0 && workers.size === 0 ? NOTHING : null
  }
  const job = every(app, 'webhook.deliver', TICK_MS, turn)
  return {
    async stop() {
      ending.abort()
      await job.stop()
      await Promise.all([...workers.values()].map(({ done }) => done))
    },
  }
}
