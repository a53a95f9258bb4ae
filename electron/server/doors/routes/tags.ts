/** Tags, and tagging a ticket. */

import { keptTags, laneTags, tagPage } from '../../desk/tickets/company-tags'
import { changeTags } from '../../desk/tickets/tags'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const tagHandlers: HandlersOf<'tags'> = {
  ...serve('tags', keptTags, 'list', 'get'),
  'tags.kanban': async ({ app, me }) => ({ lista: await laneTags(app.db, me) }),
  'tags.page': ({ app, me, query }) => tagPage(app.db, me, query),
  'tags.sync': ({ app, me, body }) =>
    changeTags(app, me, body.ticketId, () => body.tags.map(tag => tag.id), body.expected),
}
