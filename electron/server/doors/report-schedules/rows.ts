/** Reports sent by mail as they are kept and as they travel. */
import type { ReportSchedule } from '@contract'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { noCase } from '../../platform/db/engine/words'
import { reportMails, reportSchedules, users } from '../../platform/db/schema'
import type { Me } from '../../workspace'

export type ReportScheduleRow = typeof reportSchedules.$inferSelect

type Mails = readonly (typeof reportMails.$inferSelect)[]

/** The mails of the run that was tried last. */
function lastRun(mails: Mails): Mails {
  const latest = mails.reduce<Mails[number] | null>(
    (found, one) => ((one.triedAt ?? '') > (found?.triedAt ?? '') ? one : found),
    null,
  )
  return mails.filter(({ dueAt }) => dueAt === latest?.dueAt)
}

const scheduleView = (row: ReportScheduleRow, ownerName: string | null, mails: Mails): ReportSchedule => ({
  id: row.id,
  name: row.name,
  period: row.period,
  day: row.day,
  hour: row.hour,
  userIds: row.userIds,
  addresses: row.addresses,
  tables: row.tables,
  queueIds: row.queueIds,
  agentIds: row.agentIds,
  whatsappIds: row.whatsappIds,
  clock: row.clock,
  language: row.language,
  active: row.active,
  ownerId: row.userId,
  ownerName: ownerName ?? '',
  nextAt: row.nextAt,
  last:
    row.lastAt === null || row.lastOutcome === null
      ? null
      : {
          at: row.lastAt,
          outcome: row.lastOutcome,
          why: row.lastWhy,
          mails: lastRun(mails).map(({ address, state, attempts, why }) => ({
            address,
            state,
            attempts,
            why,
          })),
        },
})

const seesAll = ({ profile, super: isSuper }: Me): boolean => isSuper || profile === 'admin'

/** Those somebody may see: an admin all of the company, a supervisor one's own. By name. */
export async function schedulesOf(db: Reader, me: Me, which?: SQL): Promise<ReportSchedule[]> {
  const rows = await db
    .select({ row: reportSchedules, owner: users.name })
    .from(reportSchedules)
    .leftJoin(users, eq(users.id, reportSchedules.userId))
    .where(
      and(
        eq(reportSchedules.companyId, me.companyId),
        seesAll(me) ? undefined : eq(reportSchedules.userId, me.id),
        which,
      ),
    )
    .orderBy(asc(noCase(reportSchedules.name)), asc(reportSchedules.id))
  const mails = await db
    .select()
    .from(reportMails)
    .where(
      and(
        eq(reportMails.companyId, me.companyId),
        inArray(
          reportMails.scheduleId,
          rows.map(({ row }) => row.id),
        ),
      ),
    )
    .orderBy(asc(reportMails.id))
  return rows.map(({ row, owner }) =>
    scheduleView(
      row,
      owner,
      mails.filter(({ scheduleId }) => scheduleId === row.id),
    ),
  )
}

/** @throws ApiError ERR_NO_REPORT_SCHEDULE_FOUND, also for one that is not the person's to see. */
export async function scheduleFor(db: Reader, me: Me, id: number): Promise<ReportSchedule> {
  const [found] = await schedulesOf(db, me, eq(reportSchedules.id, id))
  if (!found) throw new ApiError('ERR_NO_REPORT_SCHEDULE_FOUND')
  return found
}
