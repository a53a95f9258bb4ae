/** The live floor. */

import type { HandlersOf } from '../../platform/http/handlers'
import { alarmsOf, createAlarm, noteAlarms, removeAlarm, updateAlarm } from '../floor/alarms'
import { floorNow } from '../floor/now'

export const floorHandlers: HandlersOf<'floor'> & HandlersOf<'floorAlarms'> = {
  'floor.now': ({ app, me }) => floorNow(app, me, Date.now()),

  'floorAlarms.list': ({ app, me }) => alarmsOf(app.db, me),

  'floorAlarms.create': ({ app, me, body }) => createAlarm(app, me, body),

  'floorAlarms.note': async ({ app, me }) => {
    await noteAlarms(app, me)
    return null
  },

  'floorAlarms.update': ({ app, me, params, body }) => updateAlarm(app, me, params.id, body),

  'floorAlarms.remove': async ({ app, me, params }) => {
    await removeAlarm(app, me, params.id)
    return null
  },
}
