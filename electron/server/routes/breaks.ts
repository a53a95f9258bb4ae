/** Breaks people take (electron/server/people/breaks.ts). */

import type { HandlersOf } from '../http/handlers'
import { finishBreak, startBreak } from '../people/breaks'

export const breakHandlers: HandlersOf<'breaks'> = {
  'breaks.start': ({ app, me, body }) => startBreak(app, me, body.reason, body.minutes ?? null),

  'breaks.end': ({ app, me }) => finishBreak(app, me),
}
