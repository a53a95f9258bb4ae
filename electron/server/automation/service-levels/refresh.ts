/** Computes deadlines that run anew where service levels, hours, holidays or the zone have changed. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { seenInView } from '../../desk/tickets/visibility'
import { ticketViews } from '../../desk/views/tickets'
import { every, type Job, NOTHING } from '../../every'
import type { Tx } from '../../platform/db/client'
import { serviceLevelRules, serviceLevels, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { digestOf } from './levels'
import { settle } from './settle'

const TICK_MS = 2_000
/** Most tickets of a company one turn looks at. */
const MOST_A_TURN = 200

async function refreshSome(app: Workspace, tx: Tx, companyId: number): Promise<number> {
  const rules = await digestOf(tx, companyId)
  const [kept] = await tx.select().from(serviceLevelRules).where(eq(serviceLevelRules.companyId, companyId))
  const isSame = kept?.rules === rules
  if (isSame && kept.doneTo === null) return 0
  const rows = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        inArray(tickets.status, ['open', 'pending']),
        gt(tickets.id, (isSame ? kept.doneTo : null) ?? 0),
      ),
    )
    .orderBy(asc(tickets.id))
    .limit(MOST_A_TURN)
  const settled = await settle(
    tx,
    companyId,
    rows.map(row => row.id),
    true,
  )
  const changed = [...settled].flatMap(([id, { isNew }]) => (isNew ? [id] : []))
  for (const ticket of await ticketViews(tx, changed)) {
    const seen = seenInView(companyId, ticket)
    app.realtime.ticketChanged(seen, seen, { action: 'update', ticket })
  }
  const doneTo = rows.length < MOST_A_TURN ? null : (rows.at(-1)?.id ?? null)
  await tx
    .insert(serviceLevelRules)
    .values({ companyId, rules, doneTo })
    .onConflictDoUpdate({ target: serviceLevelRules.companyId, set: { rules, doneTo } })
  return rows.length
}

/** Goes on with what has to be computed anew. @returns how many tickets were looked at. */
export async function refreshDeadlines(app: Workspace): Promise<number> {
  const found = await app.db.all<{ companyId: number }>(sql`
    select ${serviceLevels.companyId} as "companyId" from ${serviceLevels} where ${app.work.mine(serviceLevels.companyId) ?? sql`true`}
    union select ${serviceLevelRules.companyId} from ${serviceLevelRules} where ${app.work.mine(serviceLevelRules.companyId) ?? sql`true`}`)
  let looked = 0
  for (const { companyId } of found) {
    if (!app.work.here(companyId)) continue
    const [kept] = await app.db
      .select()
      .from(serviceLevelRules)
      .where(eq(serviceLevelRules.companyId, companyId))
    // Read first: a write would hold up the others of the company.
    if (kept && kept.doneTo === null && kept.rules === (await digestOf(app.db, companyId))) continue
    looked += await app.db.company(companyId).write(tx => refreshSome(app, tx, companyId))
  }
  return looked
}

/** Does so until stopped. */
export const startRefreshingDeadlines = (app: Workspace): Job =>
  every(app, 'deadline.refresh', TICK_MS, async () => ((await refreshDeadlines(app)) === 0 ? NOTHING : null))
