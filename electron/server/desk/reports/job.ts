/** Keeps figures up to date in the background. */
import { sql } from 'drizzle-orm'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import { reportDirty, reportMarks } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { catchUp } from './catch-up'
import { sumPresence } from './presence-days'
import { type Rest, sumUpSome } from './rollups'

const TICK_MS = 2_000
/** How long one company is worked on before the next, milliseconds. */
const SLICE_MS = 1_000

/**
 * Measures changes and sums up past days, for all companies this process works for; a failing company holds up no
 * other.
 * @param rest recent sums, of a repeating caller.
 * @returns whether there may be more to do.
 */
export async function refreshReports(
  app: Workspace,
  at: Date = new Date(),
  rest: Rest = new Map(),
): Promise<boolean> {
  const of = (table: typeof reportMarks | typeof reportDirty) =>
    sql`select distinct ${table.companyId} as id from ${table} where ${app.work.ownedCompanies(table.companyId) ?? sql`true`}`
  const rows = await app.db.all<{ id: number }>(sql`${of(reportMarks)} union ${of(reportDirty)}`)
  let goesOn = false
  for (const { id } of rows) {
    if (!app.work.owns(Number(id))) continue
    try {
      const isLeft = await catchUp(app.db, Number(id), SLICE_MS)
      const sums = await sumUpSome(app.db, Number(id), at, rest)
      const days = await sumPresence(app.db, Number(id))
      goesOn ||= isLeft || sums > 0 || days > 0
    } catch (error) {
      app.log.warn('figures are not up to date', { companyId: Number(id), reason: reasonOf(error) })
    }
  }
  return goesOn
}

/** Repeats until stopped. */
export function startReports(app: Workspace): Job {
  const rest: Rest = new Map()
  return every(app, 'figure.measure', TICK_MS, async () =>
    (await refreshReports(app, new Date(), rest)) ? null : NOTHING,
  )
}
