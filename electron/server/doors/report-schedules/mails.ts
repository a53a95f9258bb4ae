/**
 * The mails of one run of a report: each addressee gets one of their own, so that nobody sees another's address and one that is not
 * taken holds up nobody. What becomes of each is kept: a try before it is handed over, its end right after. A kill between the two
 * sends it again under the same Message-ID.
 */
import { and, asc, eq, notInArray } from 'drizzle-orm'
import { within } from '../../../time-limit'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { isActive } from '../../platform/auth/company-active'
import type { Tx } from '../../platform/db/client'
import { companies, reportMails } from '../../platform/db/schema'
import { MailRefused, sendMail } from '../../platform/mail/send'
import type { Workspace } from '../../workspace'
import { ownerOf } from './owner'
import type { ReportScheduleRow } from './rows'

/** Making a report, milliseconds. */
const LETTER_MS = 3 * 60_000
/** Handing one mail over, milliseconds; longer than the mail server itself is waited for. */
const ONE_MS = 70_000
/** A mail server that failed so often in a row is left alone until the next turn. */
const FAILURES_IN_A_ROW = 3
const WHY_CHARS = 300

export type ReportMail = typeof reportMails.$inferSelect

/** Why something was not sent: a code, or the mail server's words. */
export const failureReason = (error: unknown): string =>
  (error instanceof ApiError
    ? error.code === 'ERR_MAIL_REFUSED'
      ? String(error.details.reason)
      : error.code
    : reasonOf(error)
  ).slice(0, WHY_CHARS)

const ofRun = (id: number, dueAt: Date) =>
  and(eq(reportMails.scheduleId, id), eq(reportMails.dueAt, dueAt.toISOString()))

/** Notes whom a run goes to, once; those of older runs go, and who is no addressee any more is not waited for. */
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

/** Gives up whom a run has not reached. */
export const giveUp = (tx: Tx, id: number, dueAt: Date) =>
  tx
    .update(reportMails)
    .set({ state: 'failed' })
    .where(and(ofRun(id, dueAt), eq(reportMails.state, 'waits')))

/**
 * Sends what waits of a run: who was tried least comes first.
 * @param dueAt names the run; the period lies before it. @param ending given up: what waits is sent by the next turn.
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
  /** Notes a try, unless somebody else has begun one. */
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
    if (!(await take(id, attempts))) continue
    // The same for each try, and no other mail's; the address cannot be read from it.
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
