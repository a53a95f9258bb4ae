/** The live floor. */

import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'
import { keptAlarms, noteAlarms } from '../floor/alarms'
import { floorNow } from '../floor/now'

export const floorHandlers: HandlersOf<'floor'> & HandlersOf<'floorAlarms'> = {
  'floor.now': ({ app, me }) => floorNow(app, me, Date.now()),
  ...serve('floorAlarms', keptAlarms, 'list'),
  'floorAlarms.note': ({ app, me }) => noteAlarms(app, me),
}
