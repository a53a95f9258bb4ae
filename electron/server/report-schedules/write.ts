/** Keeping reports that are sent by mail. */
import { holds, REPORT_SCHEDULE, type ReportSchedule, type ReportScheduleForm } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { queues, reportSchedules, users, whatsapps } from '../db/schema'
import { ApiError } from '../errors'
import { records } from '../records/records'
import { writerOf } from '../schedules/writer'
import { timeZoneOf } from '../settings'
import type { Me } from '../workspace'
import { readSchedules } from './rows'
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

const seesAll = ({ profile, super: isSuper }: Me): boolean => isSuper || profile === 'admin'

/** Reports that somebody may see, by name: an admin all of the company, a supervisor one's own. The next time is counted from now. */
export const keptReportSchedules = records({
  table: reportSchedules,
  read: readSchedules,
  missing: 'ERR_NO_REPORT_SCHEDULE_FOUND',
  visible: (me: Me) => (seesAll(me) ? undefined : eq(reportSchedules.userId, me.id)),
  check: (tx, me, form: ReportScheduleForm, before) => refuseForeign(tx, me.companyId, form, before),
  most: { count: REPORT_SCHEDULE.most, code: 'ERR_TOO_MANY_REPORT_SCHEDULES' },
  async columns(form, me, before, { tx }) {
    const dueAt = nextTime(await timeZoneOf(tx, me.companyId), form, new Date()).toISOString()
    const owner = before && (await writerOf(tx, { userId: before.ownerId, companyId: me.companyId }))
    const userId = owner && holds(owner, 'reports:view') ? owner.id : me.id
    return { ...form, dueAt, nextAt: dueAt, attempts: 0, userId }
  },
  // The screen that keeps them reads them again itself.
  announce: null,
})
