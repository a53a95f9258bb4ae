/** Keeping reports that are sent by mail. */
import { holds, REPORT_SCHEDULE, type ReportScheduleForm } from '@contract'
import { eq } from 'drizzle-orm'
import { writerOf } from '../../automation/schedules/writer'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { reportSchedules } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'
import { readSchedules } from './rows'
import { nextTime } from './times'

const seesAll = ({ profile, super: isSuper }: Me): boolean => isSuper || profile === 'admin'

/**
 * Reports a person may see, by name: an admin all of the company's, a supervisor their own. The next time counts from
 * now.
 */
export const keptReportSchedules = records({
  table: reportSchedules,
  read: readSchedules,
  missing: 'ERR_NO_REPORT_SCHEDULE_FOUND',
  visible: (me: Me) => (seesAll(me) ? undefined : eq(reportSchedules.userId, me.id)),
  async check(tx, { companyId }, form: ReportScheduleForm, before) {
    await refuseUnknownRows(tx, companyId, 'queue', form.queueIds, before?.queueIds)
    await refuseUnknownRows(tx, companyId, 'user', form.agentIds, before?.agentIds)
    await refuseUnknownRows(tx, companyId, 'user', form.userIds, before?.userIds)
    await refuseUnknownRows(tx, companyId, 'whatsapp', form.whatsappIds, before?.whatsappIds)
  },
  most: { count: REPORT_SCHEDULE.most, code: 'ERR_TOO_MANY_REPORT_SCHEDULES' },
  async columns(form, me, before, { tx }) {
    const dueAt = nextTime(await timeZoneOf(tx, me.companyId), form, new Date()).toISOString()
    const owner = before && (await writerOf(tx, { userId: before.ownerId, companyId: me.companyId }))
    const userId = owner && holds(owner, 'reports:view') ? owner.id : me.id
    return { ...form, dueAt, nextAt: dueAt, attempts: 0, userId }
  },
  // The screen reloads the list itself.
  announce: null,
})
