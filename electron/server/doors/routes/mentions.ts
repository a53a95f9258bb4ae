/** Where people are named in notes. */

import { markMentions, mentionsOf } from '../../desk/mentions/mentions'
import type { HandlersOf } from '../../platform/http/handlers'

export const mentionHandlers: HandlersOf<'mentions'> = {
  'mentions.list': ({ app, me }) => mentionsOf(app.db, me),

  'mentions.mark': ({ app, me, body: { ids, read, done } }) => markMentions(app, me, ids, { read, done }),
}
