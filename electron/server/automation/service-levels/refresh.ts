/** Computes running deadlines anew when service levels, hours, holidays or the zone have changed. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Consumer } from '../../desk/happenings/consumer'
import { ticketViews } from '../../desk/presenters/tickets'
import { seenInView } from '../../desk/tickets/visibility'
import type { Tx } from '../../platform/db/client'
import { serviceLevelRules, serviceLevels, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { digestOf } from './levels'
import { settle, settleShown } from './settle'

/** Most tickets in one write: others write in between. */
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

/** Computes the deadlines of a company anew if they may have changed. @returns how many tickets were looked at. */
export async function refreshDeadlines(
  app: Workspace,
  companyId: number,
  ending?: AbortSignal,
): Promise<number> {
  for (let looked = 0; ; ) {
    const [kept] = await app.db
      .select()
      .from(serviceLevelRules)
      .where(eq(serviceLevelRules.companyId, companyId))
    // Read first: a write would hold up the others of the company.
    if (kept && kept.doneTo === null && kept.rules === (await digestOf(app.db, companyId))) return looked
    if (ending?.aborted || !app.work.owns(companyId)) return looked
    looked += await app.db.company(companyId).write(tx => refreshSome(app, tx, companyId))
  }
}

/** Companies that have service levels, or had some. */
async function promising({ db, work }: Workspace): Promise<number[]> {
  const found = await db.all<{ companyId: number }>(sql`
    select ${serviceLevels.companyId} as "companyId" from ${serviceLevels} where ${work.ownedCompanies(serviceLevels.companyId) ?? sql`true`}
    union select ${serviceLevelRules.companyId} from ${serviceLevelRules} where ${work.ownedCompanies(serviceLevelRules.companyId) ?? sql`true`}`)
  return found.map(({ companyId }) => companyId)
}

/** Keeps deadlines up to date with tickets and service levels. */
export const promised: Consumer = {
  name: 'deadlines',
  hears: { shown: settleShown },
  follows: {
    job: 'deadline.refresh',
    everyMs: 2_000,
    hears: ['serviceLevel', 'settings', 'company', 'queue', 'holiday', 'tag'],
    companies: promising,
    work: (app, { companyId }, ending) => refreshDeadlines(app, companyId, ending),
  },
}
