/** Internal chats of the user, as the list of their screen has them. */
import { type Chat, type ChatMessage, fold } from '@contract'
import { createPagedList, newestFirst, pagesOf } from './paged-list'
import { useSession } from './session'

const myId = (): number | null => useSession.getState().user?.id ?? null

/** Unread messages of a user in a chat. */
export const unreadIn = (chat: Chat, userId: number): number =>
  chat.users.find(member => member.userId === userId)?.unreads ?? 0

/** Name of a chat; without a title the names of the others. */
export function chatName(chat: Chat, userId: number): string {
  if (chat.title.trim() !== '') return chat.title
  return chat.users
    .filter(member => member.userId !== userId)
    .map(member => member.user?.name ?? '')
    .filter(Boolean)
    .join(', ')
}

/** A chat after a message, where the server did not send it along. */
export function withLastMessage(chat: Chat, message: ChatMessage, userId: number | null): Chat {
  const { message: words, sender, senderId, createdAt } = message
  return {
    ...chat,
    lastMessage: sender ? `${sender.name}: ${words}` : words,
    updatedAt: createdAt,
    users: chat.users.map(member =>
      member.userId === userId && senderId !== userId ? { ...member, unreads: member.unreads + 1 } : member,
    ),
  }
}

/** Latest activity first. */
export const chatsList = createPagedList<Chat>({
  name: 'chats',
  order: newestFirst(chat => chat.updatedAt),
  matches: ({ title, lastMessage }, search) => fold(`${title} ${lastMessage}`).includes(fold(search)),
  // Legacy servers tell of a new chat without its members now and then: those that were known stay.
  merge: (known, update) => (update.users.length > 0 ? update : { ...update, users: known.users }),
  read: pagesOf('chats.list'),
  onEvent: ({ channel, data }, { rows }) => {
    if (channel !== 'chat') return null
    if (data.action === 'delete') return { remove: data.id }
    const me = myId()
    if (data.chat) {
      const { chat } = data
      const member = chat.users.length === 0 || chat.users.some(({ userId }) => userId === me)
      return member ? { put: chat, fresh: data.action === 'create' } : { remove: chat.id }
    }
    if (data.action !== 'new-message') return null
    const { newMessage } = data
    const known = rows.find(chat => chat.id === newMessage.chatId)
    return known ? { put: withLastMessage(known, newMessage, me) } : null
  },
})
