/**
 * Companies whose time is over: their people are signed out at once, not at their next sign-in. Admins stay, to pay and to do
 * nothing else.
 */
import { and, gt, lte } from 'drizzle-orm'
import { every, type Job } from '../../every'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { eachRow } from '../db/each-row'
import { companies } from '../db/schema'
import { PLATFORM } from '../db/shards'

const TICK_MS = 15_000

const fellDue = (db: Reader, after: Date, until: Date) =>
  db
    .select({ id: companies.id })
    .from(companies)
    .where(and(gt(companies.dueDate, after.toISOString()), lte(companies.dueDate, until.toISOString())))

/** Watches for due dates that pass until stopped. @param since what passed after this instant is found, too. */
export function startExpiry(app: Workspace, since: Date = new Date()): Job {
  let seen = since
  return every(app, 'company.expire', TICK_MS, async () => {
    // Whoever comes to do it looks back to when it did last, or to its start.
    if (!app.work.owns(PLATFORM)) return
    const now = new Date()
    const isWhole = await eachRow(app.log, 'company.expire', await fellDue(app.db, seen, now), ({ id }) =>
      app.db.company(id).write(async () => app.realtime.refreshCompany(id)),
    )
    // Follows a clock that was set back, so that nothing is skipped afterwards.
    if (isWhole || now < seen) seen = now
  })
}
