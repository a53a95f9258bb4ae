/** Breaks people take (electron/server/assignment/breaks.ts). */
import { finishBreak, startBreak } from '../assignment/breaks'
import type { HandlersOf } from '../http/handlers'

export const breakHandlers: HandlersOf<'breaks'> = {
  'breaks.start': ({ app, me, body }) => startBreak(app, me, body.reason, body.minutes ?? null),

  'breaks.end': ({ app, me }) => finishBreak(app, me),
}
