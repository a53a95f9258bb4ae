/** Quick messages: the composer's list and their screen (docs/specification.md 3.2 to 3.7). */

import {
  createQuickMessage,
  quickMessageOf,
  quickMessagePage,
  quickMessagesOf,
  removeQuickMessage,
  setQuickMessageFile,
  updateQuickMessage,
} from '../../desk/messages/quick-messages'
import type { HandlersOf } from '../../platform/http/handlers'

export const quickMessageHandlers: HandlersOf<'quickMessages'> = {
  // Company and user are the caller's, whatever is in the query.
  'quickMessages.list': ({ app, me }) => quickMessagesOf(app.db, me),
  'quickMessages.page': ({ app, me, query }) => quickMessagePage(app.db, me, query),
  'quickMessages.get': ({ app, me, params }) => quickMessageOf(app.db, me, params.id),
  'quickMessages.create': ({ app, me, body }) => createQuickMessage(app, me, body),
  'quickMessages.update': ({ app, me, params, body }) => updateQuickMessage(app, me, params.id, body),
  'quickMessages.remove': ({ app, me, params }) => removeQuickMessage(app, me, params.id),
  'quickMessages.attach': ({ app, me, params, files }) => setQuickMessageFile(app, me, params.id, files),
  'quickMessages.detach': ({ app, me, params }) => setQuickMessageFile(app, me, params.id, null),
}
