/** Tags (docs/specification.md 3.5 to 3.7), and tagging a ticket (docs/specification.md 1.7). */

import {
  createTag,
  laneTags,
  removeTag,
  tagOf,
  tagPage,
  tagsOf,
  updateTag,
} from '../../desk/tickets/company-tags'
import { changeTags } from '../../desk/tickets/tags'
import type { HandlersOf } from '../../platform/http/handlers'

export const tagHandlers: HandlersOf<'tags'> = {
  'tags.list': ({ app, me }) => tagsOf(app.db, me),
  'tags.kanban': async ({ app, me }) => ({ lista: await laneTags(app.db, me) }),
  'tags.page': ({ app, me, query }) => tagPage(app.db, me, query),
  'tags.get': ({ app, me, params }) => tagOf(app.db, me, params.id),
  'tags.create': ({ app, me, body }) => createTag(app, me, body),
  'tags.update': ({ app, me, params, body }) => updateTag(app, me, params.id, body),
  'tags.remove': ({ app, me, params }) => removeTag(app, me, params.id),
  'tags.sync': ({ app, me, body }) =>
    changeTags(app, me, body.ticketId, () => body.tags.map(tag => tag.id), body.expected),
}
