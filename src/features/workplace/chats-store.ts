/** Internal chats of the user for the popover: newest activity first, kept true by live events. */
import type { Chat, FeedEvent } from '@contract'
import { withLastMessage } from '@/stores/chats'
import { eventsOf, registerFeed } from '@/stores/feed'
import { firstChats } from '@/stores/first-chats'
import { createSessionStore } from '@/stores/session-end'

export interface ChatsState {
  chats: readonly Chat[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: unknown
}

const EMPTY: ChatsState = { chats: [], status: 'idle', error: null }

export const useChats = createSessionStore<ChatsState>('chats', () => EMPTY)
const { getState, setState } = useChats

const lastFirst = (a: Chat, b: Chat): number =>
  Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || b.id - a.id

const put = (chats: readonly Chat[], chat: Chat): Chat[] =>
  [...chats.filter(other => other.id !== chat.id), chat].sort(lastFirst)

/**
 * Pure: what live events make of the list.
 * @param userId whose list it is: chats without this member leave it.
 */
export function withChatEvents(
  chats: readonly Chat[],
  events: readonly FeedEvent[],
  userId: number,
): readonly Chat[] {
  let list = chats
  for (const data of eventsOf(events, 'chat')) {
    if (data.action === 'delete') {
      list = list.filter(chat => chat.id !== data.id)
    } else if (data.chat) {
      const { chat } = data
      const member = chat.users.some(({ userId: id }) => id === userId)
      list = member ? put(list, chat) : list.filter(other => other.id !== chat.id)
    } else if (data.action === 'new-message') {
      const { newMessage } = data
      const known = list.find(chat => chat.id === newMessage.chatId)
      if (known) list = put(list, withLastMessage(known, newMessage, userId))
    }
  }
  return list
}

/** Reads the first page; what is shown stays until the answer is here. */
export async function loadChats(userId: number): Promise<void> {
  setState(({ status }) => ({ status: status === 'ready' ? 'ready' : 'loading' }))
  try {
    const chats = await firstChats(userId)
    setState({ chats: [...chats].sort(lastFirst), status: 'ready', error: null })
  } catch (error) {
    setState(({ status }) => (status === 'ready' ? { error } : { status: 'failed', error }))
  }
}

/** Follows the chats of a user until the returned function is called; it also forgets them. */
export function followChats(userId: number): () => void {
  void loadChats(userId)
  const leave = registerFeed({
    name: 'chats-popover',
    applyEvents(events) {
      const { chats, status } = getState()
      if (status !== 'ready') return
      const next = withChatEvents(chats, events, userId)
      if (next !== chats) setState({ chats: next })
    },
    refetch: () => loadChats(userId),
  })
  return () => {
    leave()
    setState(EMPTY)
  }
}
