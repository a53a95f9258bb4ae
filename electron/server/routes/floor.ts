/** The live floor. */
import { keptAlarms, noteAlarms } from '../floor/alarms'
import { floorNow } from '../floor/now'
import type { HandlersOf } from '../http/handlers'
import { serve } from '../records/serve'

export const floorHandlers: HandlersOf<'floor'> & HandlersOf<'floorAlarms'> = {
  'floor.now': ({ app, me }) => floorNow(app, me, Date.now()),
  ...serve('floorAlarms', keptAlarms),
  'floorAlarms.list': ({ app, me }) => keptAlarms.list(app, me),
  'floorAlarms.note': ({ app, me }) => noteAlarms(app, me),
}
