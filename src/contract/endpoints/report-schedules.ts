/** Reports that leave by mail by themselves: an admin sees all of the company, a supervisor one's own. */
import { z } from 'zod'
import { reportSchedule, reportScheduleForm } from '../report-files'
import { listOf } from '../scalars'
import { crud } from './crud'
import { endpoint } from './define'

const REFUSED = ['ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND', 'ERR_NO_WAPP_FOUND'] as const
const FOUND = 'ERR_NO_REPORT_SCHEDULE_FOUND'

export const reportScheduleEndpoints = {
  'reportSchedules.list': endpoint('GET', '/report-schedules', {
    summary: 'Reports sent by mail, by name',
    access: 'reports:view',
    response: () => z.object({ schedules: listOf('reportSchedules', reportSchedule) }),
  }),
  ...crud('reportSchedules', '/report-schedules', {
    access: 'reports:view',
    record: reportSchedule,
    form: reportScheduleForm,
    missing: FOUND,
    create: [
      'Have a report sent by mail each week or month; it holds what the caller may see at that time',
      ...REFUSED,
      'ERR_TOO_MANY_REPORT_SCHEDULES',
    ],
    update: [
      'Change, pause or take up again a report sent by mail; whose owner may not see reports any more, it becomes the caller’s',
      ...REFUSED,
    ],
    remove: ['Send a report by mail no more', 'ERR_NO_PERMISSION'],
  }),
  'reportSchedules.send': endpoint('POST', '/report-schedules/:id/send', {
    summary: 'Send a report by mail now, of the period before today; its next time stays',
    access: 'reports:view',
    response: reportSchedule,
    errors: [
      'ERR_NO_PERMISSION',
      FOUND,
      'ERR_MAIL_NOT_SET_UP',
      'ERR_MAIL_REFUSED',
      'ERR_REPORT_STOPPED',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
} as const
