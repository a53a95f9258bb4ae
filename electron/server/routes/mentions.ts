/** Where people are named in notes. */
import type { HandlersOf } from '../http/handlers'
import { markMentions, mentionsOf } from '../mentions/mentions'

export const mentionHandlers: HandlersOf<'mentions'> = {
  'mentions.list': ({ app, me }) => mentionsOf(app.db, me),

  'mentions.mark': ({ app, me, body: { ids, read, done } }) => markMentions(app, me, ids, { read, done }),
}
