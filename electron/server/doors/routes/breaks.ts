/** Breaks people take (electron/server/platform/people/breaks.ts). */

import type { HandlersOf } from '../../platform/http/handlers'
import { finishBreak, startBreak } from '../../platform/people/breaks'

export const breakHandlers: HandlersOf<'breaks'> = {
  'breaks.start': ({ app, me, body }) => startBreak(app, me, body.reason, body.minutes ?? null),

  'breaks.end': ({ app, me }) => finishBreak(app, me),
}
