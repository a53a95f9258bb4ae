/** Sends scheduled reports by mail. The rows are the queue: a kill loses nothing. */
import type { ReportOutcome, ReportSchedule } from '@contract'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { within } from '../../../time-limit'
import type { Consumer } from '../../desk/happenings/consumer'
import type { OfCompanies } from '../../desk/happenings/kinds'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { refuseTooMany } from '../../platform/auth/attempts'
import { reportSchedules } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { failureReason, giveUp, type ReportMail, sendRun } from './mails'
import type { ReportScheduleRow } from './rows'
import { nextTime } from './times'
import { keptReportSchedules } from './write'

/** Most reports of one look. */
const MOST_A_TURN = 50
/** How long a person who sends a report by hand waits, milliseconds; addressees not reached by then are given up. */
const BY_HAND_MS = 3 * 60_000
/** Pauses between tries, minutes; after the last one it waits for its next time. */
const PAUSES_MIN = [5, 15, 60, 240, 480] as const
/** Reports a person may send by hand. */
const BY_HAND = { attempts: 20, windowMs: 10 * 60_000 }

type Kept = Partial<ReportScheduleRow>

/** What is stored after a run that could not finish: when to try again, or that it was given up. */
function afterFailure(row: ReportScheduleRow, error: unknown, following: Date, now: Date): Kept {
  const attempts = row.attempts + 1
  const pause = PAUSES_MIN[row.attempts]
  const again = pause === undefined ? following : new Date(now.getTime() + pause * 60_000)
  if (error instanceof ApiError && error.code === 'ERR_REPORT_STOPPED')
    return { active: false, attempts: 0, lastOutcome: 'stopped' }
  // An expired company cannot be helped by waiting, and a week later the report is about another week.
  const isOver = again >= following || (error instanceof ApiError && error.code === 'ERR_COMPANY_EXPIRED')
  const dueAt = following.toISOString()
  return isOver
    ? { dueAt, nextAt: dueAt, attempts: 0, lastOutcome: 'failed' }
    : { nextAt: again.toISOString(), attempts, lastOutcome: 'waits' }
}

/** The addressees who were not reached, if others were; otherwise the reason. */
function whyIn(mails: readonly ReportMail[]): string {
  const missed = mails.filter(({ state }) => state !== 'sent')
  return missed.length < mails.length
    ? missed.map(({ address }) => address).join(', ')
    : (missed.find(({ why }) => why !== '')?.why ?? '')
}

const isSent = ({ state }: ReportMail): boolean => state === 'sent'

/** What is stored for a run with these mails. */
function afterTurn(row: ReportScheduleRow, mails: readonly ReportMail[], following: Date, now: Date): Kept {
  const lastWhy = whyIn(mails)
  const dueAt = following.toISOString()
  const over: Kept = {
    dueAt,
    nextAt: dueAt,
    attempts: 0,
    lastOutcome: mails.some(isSent) ? 'sent' : 'failed',
  }
  if (mails.every(({ state }) => state !== 'waits')) return { ...over, lastWhy }
  const kept = afterFailure(row, null, following, now)
  return { ...(kept.lastOutcome === 'waits' ? kept : over), lastWhy }
}

/** @param ending aborts it: the next start continues with the same Message-IDs. */
async function sendOne(app: Workspace, id: number, now: Date, ending?: AbortSignal): Promise<void> {
  const [row] = await app.db.select().from(reportSchedules).where(eq(reportSchedules.id, id))
  if (!row?.active || Date.parse(row.nextAt) > now.getTime()) return
  const zone = await timeZoneOf(app.db, row.companyId)
  const following = nextTime(zone, row, now)
  const dueAt = new Date(row.dueAt)
  let kept: Kept
  try {
    kept = afterTurn(row, await sendRun(app, row, dueAt, ending), following, now)
  } catch (error) {
    if (ending?.aborted) return
    app.log.warn('a report by mail was not sent', { id, attempts: row.attempts, reason: reasonOf(error) })
    kept = { ...afterFailure(row, error, following, now), lastWhy: failureReason(error) }
  }
  await app.db.company(row.companyId).write(async tx => {
    if (kept.lastOutcome !== 'waits') await giveUp(tx, id, dueAt)
    await tx
      .update(reportSchedules)
      .set({ ...kept, lastAt: new Date().toISOString() })
      // Somebody who changed it meanwhile has set another time.
      .where(and(eq(reportSchedules.id, id), eq(reportSchedules.nextAt, row.nextAt)))
  })
}

/** What is due at an instant. */
const dueAt = (app: Workspace, now: Date, of: OfCompanies) =>
  app.db
    .select({ key: reportSchedules.id, companyId: reportSchedules.companyId })
    .from(reportSchedules)
    .where(
      and(
        // Written into the statement, because the partial index holds active ones only.
        sql`${reportSchedules.active} = 1`,
        lte(reportSchedules.nextAt, now.toISOString()),
        of(reportSchedules.companyId),
      ),
    )
    .orderBy(asc(reportSchedules.nextAt), asc(reportSchedules.id))
    .limit(MOST_A_TURN)

/** Sends what is due at an instant, one at a time, and waits for it. */
export async function sendDueReports(app: Workspace, now: Date = new Date()): Promise<void> {
  for (const { key } of await dueAt(app, now, app.work.ownedCompanies)) await sendOne(app, key, now)
}

/** Sends scheduled reports; those under way at the end are continued at the next start. */
export const reportMails: Consumer = {
  name: 'report-mails',
  follows: {
    job: 'report.mail',
    everyMs: 5_000,
    due: (app, of) => dueAt(app, new Date(), of),
    async work(app, { key }, ending) {
      await sendOne(app, key, new Date(), ending)
      return 1
    },
  },
}

/**
 * Sends a report now, about the period before today; its schedule stays.
 * @throws ApiError ERR_NO_REPORT_SCHEDULE_FOUND, ERR_REPORT_STOPPED, ERR_MAIL_NOT_SET_UP, ERR_MAIL_REFUSED,
 *   ERR_TOO_MANY_ATTEMPTS.
 */
export async function sendNow(app: Workspace, me: Me, id: number): Promise<ReportSchedule> {
  await keptReportSchedules.row(app.db, me, id)
  await refuseTooMany(app.memory.attempts('reports by hand', BY_HAND).count(String(me.id)))
  const [row] = await app.db.select().from(reportSchedules).where(eq(reportSchedules.id, id))
  if (!row) throw new ApiError('ERR_NO_REPORT_SCHEDULE_FOUND')
  const dueAt = new Date()
  const keep = (lastOutcome: ReportOutcome, lastWhy: string) =>
    app.db.company(me.companyId).write(async tx => {
      await giveUp(tx, id, dueAt)
      await tx
        .update(reportSchedules)
        .set({ lastAt: new Date().toISOString(), lastOutcome, lastWhy })
        .where(eq(reportSchedules.id, id))
    })
  try {
    const mails = await within(BY_HAND_MS, signal => sendRun(app, row, dueAt, signal))
    if (!mails.some(isSent)) throw new ApiError('ERR_MAIL_REFUSED', { reason: whyIn(mails) })
    await keep('sent', whyIn(mails))
  } catch (error) {
    await keep('failed', failureReason(error))
    throw error
  }
  return await keptReportSchedules.row(app.db, me, id)
}
