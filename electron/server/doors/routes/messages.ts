/** Message calls. */

import { askNumber } from '../../desk/messages/ask-number'
import { deleteMessage, editMessage, react } from '../../desk/messages/change'
import { forwardMessage } from '../../desk/messages/forward'
import { messagePage, touchMessage } from '../../desk/messages/page'
import { searchConversation } from '../../desk/messages/search'
import { sendMessage } from '../../desk/messages/send'
import { sendUtility } from '../../desk/messages/send-utility'
import { showTyping } from '../../desk/messages/typing'
import { sendTemplate } from '../../desk/templates/send'
import type { HandlersOf } from '../../platform/http/handlers'

export const messageHandlers: HandlersOf<'messages'> = {
  'messages.list': ({ app, me, params, query }) => messagePage(app, me, params.ticketId, query),

  'messages.search': ({ app, me, params, query }) =>
    searchConversation(app.db, me, params.ticketId, { ...query, searchParam: query.searchParam?.trim() }),

  'messages.send': async ({ app, me, params, body, files, fields }) => {
    const captions = fields.get('body') ?? []
    const { clientId, quotedMsg, again, expected, original, originalLanguage, menu } = body
    const translations = original && originalLanguage ? { [originalLanguage]: original } : null
    const draft = {
      ...{ body: body.body, clientId, quotedMsgId: quotedMsg?.id ?? null },
      ...{ again, expected, translations, menu },
    }
    // One caption belongs to the first file; several belong to the files in their order.
    const messages = await sendMessage(
      app,
      me,
      params.ticketId,
      draft,
      files,
      captions.length > 1 ? captions : [],
    )
    return { message: messages[0] ?? null, messages }
  },

  'messages.typing': async ({ app, me, params }) => {
    await showTyping(app, me, params.ticketId)
    return null
  },
  'messages.askNumber': async ({ app, me, params, body }) => ({
    message: await askNumber(app, me, params.ticketId, body.expected),
  }),
  'messages.sendTemplate': async ({ app, me, params, body, files }) => ({
    message: await sendTemplate(app, me, params.ticketId, body, files[0]),
  }),

  'messages.sendUtility': async ({ app, me, params, body }) => ({
    message: await sendUtility(app, me, params.ticketId, body),
  }),

  'messages.edit': async ({ app, me, params, body }) => ({
    message: await editMessage(app, me, params.id, body.body),
  }),

  'messages.touch': async ({ app, me, params }) => {
    await touchMessage(app, me, params.id)
    return null
  },

  'messages.remove': async ({ app, me, params }) => {
    await deleteMessage(app, me, params.id)
    return null
  },

  'messages.react': async ({ app, me, params, body }) => ({
    reactions: (await react(app, me, params.id, body.type)).reactions ?? [],
  }),

  'messages.forward': ({ app, me, body }) => forwardMessage(app, me, body),
}
