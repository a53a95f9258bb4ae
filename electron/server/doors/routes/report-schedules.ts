/** Reports sent by mail. */
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'
import { sendNow } from '../report-schedules/job'
import { keptReportSchedules } from '../report-schedules/write'

export const reportScheduleHandlers: HandlersOf<'reportSchedules'> = {
  ...serve('reportSchedules', keptReportSchedules),
  'reportSchedules.list': async ({ app, me }) => ({ schedules: await keptReportSchedules.list(app, me) }),
  'reportSchedules.send': ({ app, me, params }) => sendNow(app, me, params.id),
}
