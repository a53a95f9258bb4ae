/** Messages to be sent later (docs/specification.md 2.7, "Schedules"). */

import { scheduleCalendar, scheduleCounts, scheduleOf, schedulePage } from '../../automation/schedules/list'
import { changeableSchedule, refuseWithoutPlan } from '../../automation/schedules/rows'
import {
  attachPicture,
  createSchedule,
  detachPicture,
  removeSchedule,
  updateSchedule,
} from '../../automation/schedules/write'
import type { HandlersOf } from '../../platform/http/handlers'

export const scheduleHandlers: HandlersOf<'schedules'> = {
  'schedules.list': ({ app, me, query }) => schedulePage(app.db, me, query),
  'schedules.calendar': ({ app, me, query }) => scheduleCalendar(app.db, me, query),
  'schedules.counts': ({ app, me }) => scheduleCounts(app.db, me),
  'schedules.get': ({ app, me, params }) => scheduleOf(app.db, me, params.id),

  'schedules.create': async ({ app, me, body }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    return createSchedule(app, me, body)
  },

  'schedules.update': async ({ app, me, params, body }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    return updateSchedule(app, me, params.id, body)
  },

  'schedules.remove': ({ app, me, params }) => removeSchedule(app, me, params.id),

  'schedules.attach': async ({ app, me, params, files }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    await attachPicture(app, await changeableSchedule(app.db, me, params.id), files[0])
    return null
  },

  'schedules.detach': async ({ app, me, params }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    await detachPicture(app, await changeableSchedule(app.db, me, params.id))
    return null
  },
}
