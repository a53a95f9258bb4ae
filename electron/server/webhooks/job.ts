/**
 * Delivers what the log holds. The rows are the queue, written by the database with each change (db/engine/postgres-triggers.ts):
 * a kill forgets nothing, and what was on its way is tried again under the same id.
 */
import { WEBHOOK } from '@contract'
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/client'
import { oneOf } from '../db/engine/words'
import { keptSince } from '../db/kept'
import { webhookDeliveries, webhooks } from '../db/schema'
import { every, type Job } from '../every'
import type { Consumer } from '../happenings/consumer'
import type { Piece } from '../happenings/kinds'
import type { Workspace } from '../workspace'
import { attempt, isDue, isNextOfTicket, waitingOf } from './attempt'

/** Old rows are looked for this often. */
const PRUNE_MS = 60 * 60_000
/** So many waiting deliveries of one webhook are looked up at a time. */
const PAGE = 200

/** Delivers to one webhook what is due, in order; what fails waits for its own time and holds up its own conversation alone. */
async function deliverDue(
  app: Workspace,
  { key: webhookId, companyId }: Piece,
  ending: AbortSignal,
): Promise<number> {
  let tried = 0
  /** Conversations of which something earlier waits: the rest of them need not be asked about. */
  const held = new Set<number>()
  for (let after = 0; ; ) {
    const page = await app.db
      .select({ id: webhookDeliveries.id, ticketId: webhookDeliveries.ticketId })
      .from(webhookDeliveries)
      .where(waitingOf(webhookId, Date.now(), after))
      .orderBy(asc(webhookDeliveries.id))
      .limit(PAGE)
    if (page.length === 0) return tried
    for (const { id, ticketId } of page) {
      if (ending.aborted || !app.work.here(companyId)) return tried
      after = id
      if (ticketId !== null && held.has(ticketId)) continue
      if (await isDue(app.db, id)) {
        await attempt(app, id, ending)
        tried += 1
      } else if (ticketId !== null) held.add(ticketId)
    }
  }
}

/** Webhooks that something is due for: first those that answered last time. */
function dueWebhooks({ db }: Workspace, companyIds: readonly number[]): Promise<Piece[]> {
  // "waiting" as a word of the statement, not a value of it: the index of what waits holds nothing else.
  const due = sql`exists (select 1 from ${webhookDeliveries} where ${and(
    eq(webhookDeliveries.webhookId, webhooks.id),
    sql`${webhookDeliveries.status} = 'waiting'`,
    lte(webhookDeliveries.nextAt, new Date().toISOString()),
    isNextOfTicket,
  )})`
  return db
    .select({ key: webhooks.id, companyId: webhooks.companyId })
    .from(webhooks)
    .where(and(oneOf(webhooks.companyId, companyIds), eq(webhooks.active, true), due))
    .orderBy(sql`${webhooks.failingSince} is not null`, asc(webhooks.id))
}

/** What happens is told to the webhooks of its company, each receiving one thing after another. */
export const delivering: Consumer = {
  name: 'webhooks',
  follows: {
    job: 'webhook.deliver',
    everyMs: 1_000,
    // Companies share no places: one whose webhooks do not answer waits for them alone.
    atOnce: 8,
    hears: ['ticket', 'appMessage', 'ticketSummary', 'webhook'],
    async companies({ db, work }) {
      const rows = await db
        .selectDistinct({ companyId: webhooks.companyId })
        .from(webhooks)
        .where(and(eq(webhooks.active, true), work.mine(webhooks.companyId)))
      return rows.map(({ companyId }) => companyId)
    },
    due: dueWebhooks,
    work: deliverDue,
  },
}

/** Deletes what the log does not keep any longer. */
export async function pruneDeliveries(db: Db, now: number): Promise<void> {
  const rows = { table: webhookDeliveries, at: webhookDeliveries.createdAt }
  const oldest = await keptSince(db, rows, now, WEBHOOK.keptMs)
  await db.unordered.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, oldest))
}

/** Does so until stopped. */
export const startDeliveryPruning = (app: Workspace): Job =>
  every(app, 'delivery.prune', PRUNE_MS, () => pruneDeliveries(app.db, Date.now()))
