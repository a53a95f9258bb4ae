/**
 * Companies whose time is over: their people are signed out at once, not at their next sign-in (docs/specification.md
 * 2.2). Admins stay, to pay and to do nothing else.
 */
import { and, gt, lte } from 'drizzle-orm'
import { every, type Job } from '../../every'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { companies } from '../db/schema'
import { PLATFORM } from '../db/shards'

const TICK_MS = 15_000

/**
 * Whether people of a company may work: it is switched on and its due date has not passed.
 * @param now milliseconds since the epoch.
 */
export const isActive = (company: { status: boolean; dueDate: string | null }, now = Date.now()): boolean =>
  company.status && (company.dueDate === null || Date.parse(company.dueDate) >= now)

/** Whether a person of a company that may not work may still pay: its admins, unless it was switched off. */
export const mayPay = (company: { status: boolean }, who: { profile: string }): boolean =>
  company.status && who.profile === 'admin'

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
    if (!app.work.here(PLATFORM)) return
    const now = new Date()
    for (const { id } of await fellDue(app.db, seen, now))
      await app.db.company(id).write(async () => app.realtime.refreshCompany(id))
    // A clock that was set back is followed, so that nothing is passed over once it goes on.
    seen = now
  })
}
