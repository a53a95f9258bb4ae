/** Reports sent by mail as they are kept and as they travel. */
import type { ReportSchedule } from '@contract'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
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

/** Those that meet a condition, by name. */
export async function readSchedules(
  db: Reader,
  where: SQL | undefined,
  { companyId }: Me,
): Promise<ReportSchedule[]> {
  const rows = await db
    .select({ row: reportSchedules, owner: users.name })
    .from(reportSchedules)
    .leftJoin(users, eq(users.id, reportSchedules.userId))
    .where(where)
    .orderBy(asc(noCase(reportSchedules.name)), asc(reportSchedules.id))
  const ids = rows.map(({ row }) => row.id)
  const mails = await db
    .select()
    .from(reportMails)
    .where(and(eq(reportMails.companyId, companyId), inArray(reportMails.scheduleId, ids)))
    .orderBy(asc(reportMails.id))
  return rows.map(({ row, owner }) =>
    scheduleView(
      row,
      owner,
      mails.filter(({ scheduleId }) => scheduleId === row.id),
    ),
  )
}
