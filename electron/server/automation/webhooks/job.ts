/**
 * Delivers what the log holds. The rows are the queue, written by the database with each change (db/engine/postgres-triggers.ts):
 * a kill forgets nothing, and what was on its way is tried again under the same id.
 */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Consumer } from '../../desk/happenings/consumer'
import type { OfCompanies, Piece } from '../../desk/happenings/kinds'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { attempt } from './attempt'

/** So many waiting deliveries of one webhook are looked up at a time. */
const PAGE = 200

/**
 * Nothing that happened before in the same conversation still waits for the same webhook: events of a ticket arrive in
 * their order, and one that fails holds the later ones up until it arrives or is given up. "waiting" is a word of the
 * statement, not a value of it: the index of what waits holds nothing else. Asked as the first of its conversation, row by
 * row: PostgreSQL makes a join of NOT EXISTS, which read ten million rows for one of 4,500 that waited.
 */
const isNextOfTicket = sql`coalesce((select min(earlier.id) from webhook_deliveries earlier
  where earlier.webhook_id = ${webhookDeliveries.webhookId} and earlier.ticket_id = ${webhookDeliveries.ticketId}
    and earlier.status = 'waiting'), ${webhookDeliveries.id}) = ${webhookDeliveries.id}`

/** Whether a delivery waits and may be tried now. "waiting" is a word of the statement for the same reason. */
const mayBeTried = () =>
  and(sql`${webhookDeliveries.status} = 'waiting'`, lte(webhookDeliveries.nextAt, new Date().toISOString()))

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
      .where(and(eq(webhookDeliveries.webhookId, webhookId), mayBeTried(), gt(webhookDeliveries.id, after)))
      .orderBy(asc(webhookDeliveries.id))
      .limit(PAGE)
    if (page.length === 0) return tried
    for (const { id, ticketId } of page) {
      if (ending.aborted || !app.work.owns(companyId)) return tried
      after = id
      if (ticketId !== null && held.has(ticketId)) continue
      const own = and(eq(webhookDeliveries.id, id), mayBeTried(), isNextOfTicket)
      if ((await app.db.$count(webhookDeliveries, own)) > 0) {
        await attempt(app, id, ending)
        tried += 1
      } else if (ticketId !== null) held.add(ticketId)
    }
  }
}

/** Webhooks that something is due for: first those that answered last time. */
function dueWebhooks({ db }: Workspace, of: OfCompanies): Promise<Piece[]> {
  const own = and(eq(webhookDeliveries.webhookId, webhooks.id), mayBeTried(), isNextOfTicket)
  const due = sql`exists (select 1 from ${webhookDeliveries} where ${own})`
  return db
    .select({ key: webhooks.id, companyId: webhooks.companyId })
    .from(webhooks)
    .where(and(of(webhooks.companyId), eq(webhooks.active, true), due))
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
        .where(and(eq(webhooks.active, true), work.ownedCompanies(webhooks.companyId)))
      return rows.map(({ companyId }) => companyId)
    },
    due: dueWebhooks,
    work: deliverDue,
  },
}
