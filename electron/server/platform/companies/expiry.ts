/**
 * Companies whose time is over: their people are signed out at once, not at their next sign-in. Admins stay, to pay and to do
 * nothing else.
 */
import { and, gt, inArray, lte, or } from 'drizzle-orm'
import { every, type Job } from '../../every'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { eachRow } from '../db/each-row'
import { companies } from '../db/schema'
import { PLATFORM } from '../db/shards'

const TICK_MS = 15_000

/** @param left companies that fell due before, and whose people still have to be told. */
const fellDue = (db: Reader, after: Date, until: Date, left: readonly number[]) =>
  db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        or(gt(companies.dueDate, after.toISOString()), inArray(companies.id, [...left])),
        lte(companies.dueDate, until.toISOString()),
      ),
    )

/** Watches for due dates that pass until stopped. @param since what passed after this instant is found, too. */
export function startExpiry(app: Workspace, since: Date = new Date()): Job {
  let seen = since
  let left: readonly number[] = []
  return every(app, 'company.expire', TICK_MS, async () => {
    // Whoever comes to do it looks back to when it did last, or to its start.
    if (!app.work.owns(PLATFORM)) return
    const now = new Date()
    // Each is tried again by itself: one that fails for good brings no other back.
    left = await eachRow(app.log, 'company.expire', await fellDue(app.db, seen, now, left), ({ id }) =>
      app.db.company(id).write(async () => app.realtime.refreshCompany(id)),
    )
    // Follows a clock that was set back, too, so that nothing is skipped afterwards.
    seen = now
  })
}
