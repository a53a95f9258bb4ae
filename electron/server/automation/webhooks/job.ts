/**
 * Delivers what is in the log. The rows are the queue, written with what happened (./hear.ts): a kill loses nothing, and
 * an interrupted try is repeated under the same id.
 */
import { type AnyColumn, and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Consumer } from '../../desk/happenings/consumer'
import type { OfCompanies, Piece } from '../../desk/happenings/kinds'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import { hasFeatureOf } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { attempt } from './attempt'
import { hears } from './hear'

/** How many waiting deliveries of one webhook are read at a time. */
const PAGE = 200

/**
 * Whether no earlier event of the same conversation waits for the same webhook: events of a ticket arrive in order, and
 * a failing one holds up the later ones until it arrives or is given up. "waiting" is written into the statement,
 * because the partial index holds nothing else. Compares with the smallest id instead of NOT EXISTS, which PostgreSQL
 * turned into a join over ten million rows.
 */
const isNextOfTicket = sql`coalesce((select min(earlier.id) from webhook_deliveries earlier
  where earlier.webhook_id = ${webhookDeliveries.webhookId} and earlier.ticket_id = ${webhookDeliveries.ticketId}
    and earlier.status = 'waiting'), ${webhookDeliveries.id}) = ${webhookDeliveries.id}`

/** Whether a delivery waits and is due. "waiting" is written into the statement for the same reason. */
const mayBeTried = () =>
  and(sql`${webhookDeliveries.status} = 'waiting'`, lte(webhookDeliveries.nextAt, new Date().toISOString()))

/**
 * Whether the plan of a company still has webhooks. Without them deliveries wait until it has them again, or until the log
 * forgets them.
 */
const isInPlan = (companyId: AnyColumn | number) => hasFeatureOf('useExternalApi', companyId)

/** Delivers what is due for one webhook, in order; a failed delivery waits and holds up its own conversation only. */
async function deliverDue(
  app: Workspace,
  { key: webhookId, companyId }: Piece,
  ending: AbortSignal,
): Promise<number> {
  let tried = 0
  /** Conversations with an earlier waiting event: their other events need not be checked. */
  const held = new Set<number>()
  for (let after = 0; ; ) {
    const page = await app.db
      .select({ id: webhookDeliveries.id, ticketId: webhookDeliveries.ticketId })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.webhookId, webhookId),
          mayBeTried(),
          gt(webhookDeliveries.id, after),
          isInPlan(companyId),
        ),
      )
      .orderBy(asc(webhookDeliveries.id))
      .limit(PAGE)
    if (page.length === 0) return tried
    for (const { id, ticketId } of page) {
      if (ending.aborted || !app.work.owns(companyId)) return tried
      after = id
      if (ticketId !== null && held.has(ticketId)) continue
      const own = and(eq(webhookDeliveries.id, id), mayBeTried(), isNextOfTicket, isInPlan(companyId))
      if ((await app.db.$count(webhookDeliveries, own)) > 0) {
        await attempt(app, id, ending)
        tried += 1
      } else if (ticketId !== null) held.add(ticketId)
    }
  }
}

/** Webhooks with something due; those that answered last time come first. */
function dueWebhooks({ db }: Workspace, of: OfCompanies): Promise<Piece[]> {
  const own = and(eq(webhookDeliveries.webhookId, webhooks.id), mayBeTried(), isNextOfTicket)
  const due = sql`exists (select 1 from ${webhookDeliveries} where ${own})`
  return db
    .select({ key: webhooks.id, companyId: webhooks.companyId })
    .from(webhooks)
    .where(and(of(webhooks.companyId), eq(webhooks.active, true), isInPlan(webhooks.companyId), due))
    .orderBy(sql`${webhooks.failingSince} is not null`, asc(webhooks.id))
}

/** Sends events to the webhooks of their company, to each one in order. */
export const delivering: Consumer = {
  name: 'webhooks',
  hears,
  follows: {
    job: 'webhook.deliver',
    everyMs: 1_000,
    // Per company: webhooks that do not answer hold up their own company only.
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
