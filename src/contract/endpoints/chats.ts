/** Internal team chat. */
import { z } from 'zod'
import { CHAT_MESSAGE_MAX, CHAT_TITLE_MAX } from '../constants'
import { chat, chatMessage } from '../entities'
import { line, MOST_IDS, pageNumber, rowId, upTo, words } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { crud } from './crud'
import { done, endpoint } from './define'
import { firstChatEndpoints } from './first'
import { clientId } from './messages'

const lacking = ['ERR_PLAN_LACKS', 'ERR_NO_PERMISSION', 'ERR_NOT_FOUND'] as const

/** Form of a chat: title and members besides the owner, who is one in any case. */
export const chatForm = z.object({
  title: line(CHAT_TITLE_MAX, 'Too Long!').min(1, 'Por favor, preencha o título da conversa.'),
  users: upTo(MOST_IDS, z.object({ id: rowId, name: words(255).optional() })).refine(
    users => users.length > 0,
    'Por favor, selecione pelo menos um usuário.',
  ),
})

export const chatEndpoints = {
  ...firstChatEndpoints,
  ...crud('chats', '/chats', {
    access: 'member',
    record: chat,
    form: chatForm,
    create: ['A new internal chat; the caller owns it', 'ERR_PLAN_LACKS', 'ERR_NO_USER_FOUND'],
    update: ['Title and members of an internal chat of one’s own', ...lacking, 'ERR_NO_USER_FOUND'],
    remove: ['Delete an internal chat of one’s own, with its messages', ...lacking],
  }),
  'chats.messages': endpoint('GET', '/chats/:id/messages', {
    summary: 'A page of an internal chat, newest page first, each page in order of time',
    access: 'member',
    query: () => z.object({ pageNumber }),
    response: () => z.object({ records: listOf('chatMessages', chatMessage), count: rowCount, hasMore }),
    errors: [...lacking],
  }),
  'chats.send': endpoint('POST', '/chats/:id/messages', {
    summary: 'Write in an internal chat',
    access: 'member',
    body: () => z.object({ message: words(CHAT_MESSAGE_MAX).trim().min(1), clientId: clientId.optional() }),
    response: chatMessage,
    errors: [...lacking],
  }),
  'chats.read': endpoint('POST', '/chats/:id/read', {
    summary: 'Mark an internal chat read',
    access: 'member',
    body: () => z.object({ userId: rowId }),
    response: done,
    errors: [...lacking],
  }),
} as const
