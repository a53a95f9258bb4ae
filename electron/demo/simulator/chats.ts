/** The chats of the simulated customers, each one connection and one number. */
import type { OutgoingMessage } from '../../server/desk/channel/channel'
import type { Directory } from './directory'
import { type Person, person } from './people'
import type { Random } from './random'
import { freshMind, type Mind } from './talk/brain'
import { newCase, QUEUE_OF, TOPICS, type Topic } from './talk/cases'

/** How many are remembered; the longest silent one is forgotten first and read from the workspace when it goes on. */
const MOST_CHATS = 2_000

export interface Chat {
  companyId: number
  whatsappId: number
  number: string
  isGroup: boolean
  /** As the workspace calls the customer, when it does. */
  name: string
  mind: Mind
  /** Agent's messages nobody has opened yet, and since when there are any (milliseconds since the epoch). */
  unopened: OutgoingMessage[]
  unopenedSince: number
  /** Takes back what the customer was about to do. */
  cancel: () => void
}

export function createChats(random: Random, directory: Directory) {
  const chats = new Map<string, Chat>()
  const keyOf = (whatsappId: number, number: string): string => `${whatsappId}:${number}`

  const topicOf = (queue: string | null): Topic => {
    const fitting = TOPICS.filter(topic => QUEUE_OF[topic] === queue)
    return random.pick(fitting.length > 0 ? fitting : TOPICS)
  }

  /** A person of this name. */
  const named = (name: string, number: string): Person => {
    const somebody = person(random)
    const first = name.split(' ', 1)[0] ?? name
    return { ...somebody, name, first, female: first.endsWith('a'), number }
  }

  const remember = (chat: Chat): Chat => {
    const key = keyOf(chat.whatsappId, chat.number)
    chats.delete(key)
    chats.set(key, chat)
    const oldest = chats.size > MOST_CHATS ? chats.keys().next().value : undefined
    if (oldest !== undefined) {
      chats.get(oldest)?.cancel()
      chats.delete(oldest)
    }
    return chat
  }

  /** Begins a chat, in place of one with the same number. */
  const open = (chat: Omit<Chat, 'unopened' | 'unopenedSince' | 'cancel'>): Chat => {
    chats.get(keyOf(chat.whatsappId, chat.number))?.cancel()
    return remember({ ...chat, unopened: [], unopenedSince: 0, cancel: () => {} })
  }

  return {
    named,
    open,
    /** The chat with a number, begun from what the workspace knows where it is not remembered. */
    async chatOf(companyId: number, whatsappId: number, number: string, isGroup: boolean): Promise<Chat> {
      const known = chats.get(keyOf(whatsappId, number))
      if (known) return remember(known)
      const background = await directory.background(companyId, number)
      const meanwhile = chats.get(keyOf(whatsappId, number))
      if (meanwhile) return remember(meanwhile)
      const who = named(background?.name ?? `+${number}`, number)
      const mind = freshMind(newCase(random, topicOf(background?.queue ?? null), who))
      return open({ companyId, whatsappId, number, isGroup, name: who.name, mind })
    },
    clear() {
      for (const chat of chats.values()) chat.cancel()
      chats.clear()
    },
  }
}
