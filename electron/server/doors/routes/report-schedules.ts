/** Reports sent by mail. */
import type { HandlersOf } from '../../platform/http/handlers'
import { sendNow } from '../report-schedules/job'
import { schedulesOf } from '../report-schedules/rows'
import { removeSchedule, saveSchedule } from '../report-schedules/write'

export const reportScheduleHandlers: HandlersOf<'reportSchedules'> = {
  'reportSchedules.list': async ({ app, me }) => ({ schedules: await schedulesOf(app.db, me) }),

  'reportSchedules.create': ({ app, me, body }) => saveSchedule(app, me, null, body),

  'reportSchedules.update': ({ app, me, params, body }) => saveSchedule(app, me, params.id, body),

  'reportSchedules.remove': async ({ app, me, params }) => {
    await removeSchedule(app, me, params.id)
    return null
  },

  'reportSchedules.send': ({ app, me, params }) => sendNow(app, me, params.id),
}
