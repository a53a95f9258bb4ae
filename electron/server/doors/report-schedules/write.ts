/** Keeping reports that are sent by mail. */
import { holds, REPORT_SCHEDULE, type ReportSchedule, type ReportScheduleForm } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import { writerOf } from '../../automation/schedules/writer'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { queues, reportSchedules, users, whatsapps } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { scheduleFor } from './rows'
import { nextTime } from './times'

const KNOWN = [
  ['queueIds', queues, 'ERR_NO_QUEUE_FOUND'],
  ['agentIds', users, 'ERR_NO_USER_FOUND'],
  ['userIds', users, 'ERR_NO_USER_FOUND'],
  ['whatsappIds', whatsapps, 'ERR_NO_WAPP_FOUND'],
] as const

/** What a form names for the first time has to be of the company; what is gone since may stay. */
async function refuseForeign(
  tx: Tx,
  companyId: number,
  form: ReportScheduleForm,
  before: ReportSchedule | null,
): Promise<void> {
  for (const [field, table, code] of KNOWN) {
    const fresh = [...new Set(form[field])].filter(id => id !== 0 && !before?.[field].includes(id))
    if (fresh.length === 0) continue
    const own = await tx.$count(table, and(eq(table.companyId, companyId), inArray(table.id, fresh)))
    if (own < fresh.length) throw new ApiError(code)
  }
}

/**
 * Adds or changes one; its next time is counted from now.
 * @param id null adds one.
 * @throws ApiError ERR_NO_REPORT_SCHEDULE_FOUND, ERR_TOO_MANY_REPORT_SCHEDULES, and for what is not of the company.
 */
export async function saveSchedule(
  app: Workspace,
  me: Me,
  id: number | null,
  form: ReportScheduleForm,
): Promise<ReportSchedule> {
  const zone = await timeZoneOf(app.db, me.companyId)
  return await app.db.company(me.companyId).write(async tx => {
    const before = id === null ? null : await scheduleFor(tx, me, id)
    await refuseForeign(tx, me.companyId, form, before)
    const own = eq(reportSchedules.companyId, me.companyId)
    if (!before && (await tx.$count(reportSchedules, own)) >= REPORT_SCHEDULE.most)
      throw new ApiError('ERR_TOO_MANY_REPORT_SCHEDULES')
    const dueAt = nextTime(zone, form, new Date()).toISOString()
    const times = { dueAt, nextAt: dueAt, attempts: 0 }
    if (!before) {
      const [row] = await tx
        .insert(reportSchedules)
        .values({ ...form, ...times, companyId: me.companyId, userId: me.id })
        .returning({ id: reportSchedules.id })
      return await scheduleFor(tx, me, row?.id ?? 0)
    }
    const owner = await writerOf(tx, { userId: before.ownerId, companyId: me.companyId })
    const userId = owner && holds(owner, 'reports:view') ? owner.id : me.id
    await tx
      .update(reportSchedules)
      .set({ ...form, ...times, userId })
      .where(eq(reportSchedules.id, before.id))
    return await scheduleFor(tx, me, before.id)
  })
}

/** @throws ApiError ERR_NO_REPORT_SCHEDULE_FOUND */
export async function removeSchedule(app: Workspace, me: Me, id: number): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    await scheduleFor(tx, me, id)
    await tx.delete(reportSchedules).where(eq(reportSchedules.id, id))
  })
}
