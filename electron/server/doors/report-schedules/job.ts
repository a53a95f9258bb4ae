/** Sends reports by mail when their time has come. The rows are the queue: a kill forgets nothing. */
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

/** Looked at in one turn. */
const MOST_A_TURN = 50
/** What somebody who pressed waits for, milliseconds; whom it has not reached by then is given up. */
const BY_HAND_MS = 3 * 60_000
/** Pauses before it is tried again, minutes; then it is given up until its next time. */
const PAUSES_MIN = [5, 15, 60, 240, 480] as const
/** Reports one person may have sent at once. */
const BY_HAND = { attempts: 20, windowMs: 10 * 60_000 }

type Kept = Partial<ReportScheduleRow>

/** What is stored after a run that could not finish at `now`: when to try again, or that it was given up. */
function afterFailure(row: ReportScheduleRow, error: unknown, following: Date, now: Date): Kept {
  const attempts = row.attempts + 1
  const pause = PAUSES_MIN[row.attempts]
  const again = pause === undefined ? following : new Date(now.getTime() + pause * 60_000)
  if (error instanceof ApiError && error.code === 'ERR_REPORT_STOPPED')
    return { active: false, attempts: 0, lastOutcome: 'stopped' }
  // Nothing mends while nobody pays, and a week later it is about another week.
  const isOver = again >= following || (error instanceof ApiError && error.code === 'ERR_COMPANY_EXPIRED')
  const dueAt = following.toISOString()
  return isOver
    ? { dueAt, nextAt: dueAt, attempts: 0, lastOutcome: 'failed' }
    : { nextAt: again.toISOString(), attempts, lastOutcome: 'waits' }
}

/** Who was not reached, where others were; the reason where nobody was. */
function whyIn(mails: readonly ReportMail[]): string {
  const missed = mails.filter(({ state }) => state !== 'sent')
  return missed.length < mails.length
    ? missed.map(({ address }) => address).join(', ')
    : (missed.find(({ why }) => why !== '')?.why ?? '')
}

const isSent = ({ state }: ReportMail): boolean => state === 'sent'

/** What is kept of a turn whose mails stand like this. */
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

/** @param ending given up: the next start takes it up, under the same names. */
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
      // Somebody who changed it meanwhile has given it another time.
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
        // As a word of the statement: the index of what is due holds nothing else.
        sql`${reportSchedules.active} = 1`,
        lte(reportSchedules.nextAt, now.toISOString()),
        of(reportSchedules.companyId),
      ),
    )
    .orderBy(asc(reportSchedules.nextAt), asc(reportSchedules.id))
    .limit(MOST_A_TURN)

/** Sends what is due at an instant, one of each company at a time, and waits for it. */
export async function sendDueReports(app: Workspace, now: Date = new Date()): Promise<void> {
  for (const { key } of await dueAt(app, now, app.work.ownedCompanies)) await sendOne(app, key, now)
}

/** Reports that leave by mail by themselves; what is under way at the end is sent at the next start. */
export const reportMails: Consumer = {
  name: 'report-mails',
  follows: {
    job: 'report.mail',
    everyMs: 5_000,
    many: 4,
    due: (app, of) => dueAt(app, new Date(), of),
    async work(app, { key }, ending) {
      await sendOne(app, key, new Date(), ending)
      return 1
    },
  },
}

/**
 * Sends one now, about the period before today; its next time stays.
 * @throws ApiError ERR_NO_REPORT_SCHEDULE_FOUND, ERR_REPORT_STOPPED, ERR_MAIL_NOT_SET_UP, ERR_MAIL_REFUSED, ERR_TOO_MANY_ATTEMPTS.
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
