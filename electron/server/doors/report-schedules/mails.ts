/**
 * The mails of one run of a report. Each addressee gets a mail of their own, so that nobody sees another address and a
 * refused one blocks nobody. A try is stored before the mail is handed over and its result right after; a kill in
 * between sends it again under the same Message-ID.
 */
import { and, asc, eq, notInArray } from 'drizzle-orm'
import { within } from '../../../time-limit'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { isActive } from '../../platform/auth/company-active'
import type { Tx } from '../../platform/db/client'
import { companies, reportMails, reportSchedules } from '../../platform/db/schema'
import { MailRefused, sendMail } from '../../platform/mail/send'
import type { Workspace } from '../../workspace'
import { ownerOf } from './owner'
import type { ReportScheduleRow } from './rows'

/** Time limit for making a report, milliseconds. */
const LETTER_MS = 3 * 60_000
/** Time limit for handing over one mail, milliseconds; longer than the mail server itself may take. */
const ONE_MS = 70_000
/** After this many failures in a row the mail server is left alone until the next run. */
const FAILURES_IN_A_ROW = 3
const WHY_CHARS = 300

export type ReportMail = typeof reportMails.$inferSelect

/** Why a mail was not sent: a code, or the mail server's words. */
export const failureReason = (error: unknown): string =>
  (error instanceof ApiError
    ? error.code === 'ERR_MAIL_REFUSED'
      ? String(error.details.reason)
      : error.code
    : reasonOf(error)
  ).slice(0, WHY_CHARS)

const ofRun = (id: number, dueAt: Date) =>
  and(eq(reportMails.scheduleId, id), eq(reportMails.dueAt, dueAt.toISOString()))

/** Stores the addressees of a run once. Mails of older runs are deleted, and former addressees are not waited for. */
async function note(
  tx: Tx,
  row: ReportScheduleRow,
  dueAt: Date,
  addresses: readonly string[],
): Promise<void> {
  const { id: scheduleId, companyId } = row
  const at = dueAt.toISOString()
  await tx
    .delete(reportMails)
    .where(and(eq(reportMails.scheduleId, scheduleId), notInArray(reportMails.dueAt, [row.dueAt, at])))
  await tx
    .delete(reportMails)
    .where(
      and(
        ofRun(scheduleId, dueAt),
        eq(reportMails.state, 'waits'),
        notInArray(reportMails.address, [...addresses]),
      ),
    )
  await tx
    .insert(reportMails)
    .values(addresses.map(address => ({ companyId, scheduleId, dueAt: at, address })))
    .onConflictDoNothing()
}

/** Gives up the addressees a run has not reached. */
export const giveUp = (tx: Tx, id: number, dueAt: Date) =>
  tx
    .update(reportMails)
    .set({ state: 'failed' })
    .where(and(ofRun(id, dueAt), eq(reportMails.state, 'waits')))

/** Whether a report is still what its run began with: nobody paused, deleted or readdressed it. */
async function isAsBegun(app: Workspace, row: ReportScheduleRow): Promise<boolean> {
  const [now] = await app.db.select().from(reportSchedules).where(eq(reportSchedules.id, row.id))
  const said = ({ active, userIds, addresses }: ReportScheduleRow): string =>
    JSON.stringify([active, userIds, addresses])
  return now !== undefined && said(now) === said(row)
}

/**
 * Sends the waiting mails of a run, those with the fewest tries first.
 * @param dueAt names the run; the period lies before it.
 * @param ending aborts it; the next run sends the rest. A report that is changed meanwhile is sent to nobody else.
 * @returns every mail of the run as it stands then.
 * @throws ApiError ERR_REPORT_STOPPED, ERR_COMPANY_EXPIRED, ERR_MAIL_NOT_SET_UP; what making the report throws.
 */
export async function sendRun(
  app: Workspace,
  row: ReportScheduleRow,
  dueAt: Date,
  ending?: AbortSignal,
): Promise<ReportMail[]> {
  const [company] = await app.db
    .select({ status: companies.status, dueDate: companies.dueDate })
    .from(companies)
    .where(eq(companies.id, row.companyId))
  if (!company || !isActive(company)) throw new ApiError('ERR_COMPANY_EXPIRED')
  const owner = await ownerOf(app, row)
  const { addresseesOf, letterOf } = await import('./letter')
  const addresses = await addresseesOf(app, row)
  if (addresses.length === 0) throw new ApiError('ERR_REPORT_STOPPED')
  const db = app.db.company(row.companyId)
  await db.write(tx => note(tx, row, dueAt, addresses))
  const run = () =>
    app.db
      .select()
      .from(reportMails)
      .where(ofRun(row.id, dueAt))
      .orderBy(asc(reportMails.attempts), asc(reportMails.id))
  const waiting = (await run()).filter(({ state }) => state === 'waits')
  if (waiting.length === 0) return await run()
  const letter = await within(LETTER_MS, () => letterOf(app, row, owner, dueAt), ending)
  /** Stores a try, unless another process has begun one. */
  const take = async (id: number, attempts: number): Promise<boolean> => {
    const taken = await db
      .update(reportMails)
      .set({ attempts: attempts + 1, triedAt: new Date().toISOString() })
      .where(and(eq(reportMails.id, id), eq(reportMails.state, 'waits'), eq(reportMails.attempts, attempts)))
      .returning({ id: reportMails.id })
    return taken.length > 0
  }
  let inARow = 0
  for (const { id, address, attempts } of waiting) {
    const keep = (values: Partial<ReportMail>) =>
      db.update(reportMails).set(values).where(eq(reportMails.id, id))
    if (!(await isAsBegun(app, row))) break
    await ownerOf(app, row)
    if (!(await take(id, attempts))) continue
    // A Message-ID that is the same for each try and unique to the mail; it does not reveal the address.
    const mail = { ...letter, to: address, name: `report-${row.id}-${dueAt.getTime()}-${id}` }
    try {
      await within(ONE_MS, () => sendMail(app, mail), ending)
      await keep({ state: 'sent', why: '' })
      inARow = 0
    } catch (error) {
      if (ending?.aborted || !(error instanceof MailRefused)) throw error
      await keep({ state: error.forGood ? 'failed' : 'waits', why: failureReason(error) })
      inARow = error.ofAddress ? 0 : inARow + 1
      if (inARow >= FAILURES_IN_A_ROW) break
    }
  }
  return await run()
}
