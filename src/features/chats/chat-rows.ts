/** The rows of an internal chat: messages, what has not arrived, days and the line above what is new. Pure. */
import type { ChatMessage } from '@contract'
import type { UnsentMessage } from '@/stores/chat-words'

export type ChatRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'message'; key: string; message: ChatMessage; first: boolean; last: boolean }
  | { kind: 'unsent'; key: string; unsent: UnsentMessage; first: boolean; last: boolean }

/** Messages of one person within this time stand together (design: grouped within five minutes). */
const GROUP_MS = 5 * 60_000

const dayOf = (at: string): string => new Date(at).toDateString()

/**
 * The first message above which "unread" stands: the last so many that are not one's own.
 * @param whole the conversation's beginning is here: there are no further ones to count.
 * @returns null when there are none, or not all of them are here yet.
 */
export function firstUnread(
  messages: readonly ChatMessage[],
  unread: number,
  me: number,
  whole: boolean,
): number | null {
  let left = unread
  let found: number | null = null
  for (const message of messages.toReversed()) {
    if (left === 0) break
    if (message.senderId === me) continue
    found = message.id
    left -= 1
  }
  return left === 0 || whole ? found : null
}

/**
 * @param unreadId message above which the line stands; null for none.
 * @param me whose chat it is: unsent messages are this person's.
 */
export function rowsOf(
  messages: readonly ChatMessage[],
  unsent: readonly UnsentMessage[],
  unread: { id: number | null; count: number },
  me: number,
): ChatRow[] {
  const said = [
    ...messages.map(message => ({ message, unsent: null, by: message.senderId, at: message.createdAt })),
    ...unsent.map(one => ({ message: null, unsent: one, by: me as number | null, at: one.at })),
  ]
  const joins = (a: number, b: number): boolean => {
    const [one, other] = [said[a], said[b]]
    if (!one || !other || one.by !== other.by || one.by === null) return false
    if (other.message && other.message.id === unread.id) return false
    return dayOf(one.at) === dayOf(other.at) && Date.parse(other.at) - Date.parse(one.at) < GROUP_MS
  }
  return said.flatMap((entry, at): ChatRow[] => {
    const before = said[at - 1]
    const joints = { first: !joins(at - 1, at), last: !joins(at, at + 1) }
    const heads: ChatRow[] = []
    if (!before || dayOf(before.at) !== dayOf(entry.at))
      heads.push({ kind: 'day', key: `day ${entry.message?.id ?? entry.unsent?.clientId}`, at: entry.at })
    if (entry.message && entry.message.id === unread.id)
      heads.push({ kind: 'unread', key: 'unread', count: unread.count })
    return [
      ...heads,
      entry.message
        ? { kind: 'message', key: `m${entry.message.id}`, message: entry.message, ...joints }
        : { kind: 'unsent', key: entry.unsent.clientId, unsent: entry.unsent, ...joints },
    ]
  })
}
