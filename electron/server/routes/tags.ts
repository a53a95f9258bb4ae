/** Tags, and tagging a ticket. */
import type { HandlersOf } from '../http/handlers'
import { serve } from '../records/serve'
import { keptTags, laneTags, tagPage } from '../tickets/company-tags'
import { changeTags } from '../tickets/tags'

export const tagHandlers: HandlersOf<'tags'> = {
  ...serve('tags', keptTags),
  'tags.list': ({ app, me }) => keptTags.list(app, me),
  'tags.kanban': async ({ app, me }) => ({ lista: await laneTags(app.db, me) }),
  'tags.page': ({ app, me, query }) => tagPage(app.db, me, query),
  'tags.get': ({ app, me, params }) => keptTags.one(app, me, params.id),
  'tags.sync': ({ app, me, body }) =>
    changeTags(app, me, body.ticketId, () => body.tags.map(tag => tag.id), body.expected),
}
