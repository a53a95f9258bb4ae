/** Messages to be sent later. */

import { scheduleCalendar, scheduleCounts, scheduleOf, schedulePage } from '../../automation/schedules/list'
import {
  attachPicture,
  createSchedule,
  detachPicture,
  removeSchedule,
  updateSchedule,
} from '../../automation/schedules/write'
import type { HandlersOf } from '../../platform/http/handlers'
import { inPlan } from './in-plan'

export const scheduleHandlers: HandlersOf<'schedules'> = {
  // Existing messages may be deleted whatever the plan.
  'schedules.remove': ({ app, me, params }) => removeSchedule(app, me, params.id),

  ...inPlan<Exclude<keyof HandlersOf<'schedules'>, 'schedules.remove'>>('useSchedules', {
    'schedules.list': ({ app, me, query }) => schedulePage(app.db, me, query),
    'schedules.calendar': ({ app, me, query }) => scheduleCalendar(app.db, me, query),
    'schedules.counts': ({ app, me }) => scheduleCounts(app.db, me),
    'schedules.get': ({ app, me, params }) => scheduleOf(app.db, me, params.id),
    'schedules.create': ({ app, me, body }) => createSchedule(app, me, body),
    'schedules.update': ({ app, me, params, body }) => updateSchedule(app, me, params.id, body),
    'schedules.attach': ({ app, me, params, files }) => attachPicture(app, me, params.id, files[0]),
    'schedules.detach': ({ app, me, params }) => detachPicture(app, me, params.id),
  }),
}
