/** Queue calls of this area: reading them (specification 1 section 7). */
import { asc, eq, sql } from 'drizzle-orm'
import { queues } from '../db/schema'
import type { HandlersOf } from '../http/handlers'

/** Queues without a place in the order come last. */
const NO_ORDER = 1_000_000_000

export const queueHandlers: HandlersOf<'queues'> = {
  // The company is the caller's, whatever the query says.
  'queues.list': ({ app, me }) =>
    app.db
      .select()
      .from(queues)
      .where(eq(queues.companyId, me.companyId))
      .orderBy(asc(sql`coalesce(${queues.orderQueue}, ${NO_ORDER})`), asc(queues.id)),
}
