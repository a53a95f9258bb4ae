/** Internal chats (docs/specification.md 1.7, 3.6 and 3.7). */
import {
  chatMessagePage,
  chatPage,
  createChat,
  readChat,
  removeChat,
  sendChatMessage,
  updateChat,
} from '../../desk/chats/chats'
import type { HandlersOf } from '../../platform/http/handlers'

export const chatHandlers: HandlersOf<'chats'> = {
  'chats.list': ({ app, me, query }) => chatPage(app.db, me, query),
  'chats.create': ({ app, me, body }) => createChat(app, me, body),
  'chats.update': ({ app, me, params, body }) => updateChat(app, me, params.id, body),
  'chats.remove': ({ app, me, params }) => removeChat(app, me, params.id),
  'chats.messages': ({ app, me, params, query }) => chatMessagePage(app.db, me, params.id, query.pageNumber),
  'chats.send': ({ app, me, params, body }) => sendChatMessage(app, me, params.id, body),
  'chats.read': ({ app, me, params, body }) => readChat(app, me, params.id, body.userId),
}
