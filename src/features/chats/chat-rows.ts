/** The rows of an internal chat: messages and what has not arrived, with the day and the line that stand above them. Pure. */
import type { ChatMessage } from '@contract'
import type { UnsentMessage } from '@/stores/chat-words'

interface Head {
  /** Stays when the server's copy takes the place of what was sent. */
  key: string
  /** Set on the first row of a day: an instant of that day, ISO-8601. */
  day: string | null
  /** Set where the line above what was not read stands: how many there were. */
  unread: number | null
  /** Begins, or ends, what one person said in one go. */
  first: boolean
  last: boolean
}
export type ChatRow = Head &
  ({ kind: 'message'; message: ChatMessage } | { kind: 'unsent'; unsent: UnsentMessage })

/** Messages of one person within this time stand together. */
const GROUP_MS = 5 * 60_000

/** Names the day of an instant by its midnight here; the bounds of the last day are kept, thousands share it. */
function dayMatcher(): (ms: number) => number {
  let [from, to] = [0, 0]
  return ms => {
    if (ms < from || ms >= to) {
      const midnight = new Date(ms)
      midnight.setHours(0, 0, 0, 0)
      from = midnight.getTime()
      midnight.setDate(midnight.getDate() + 1)
      to = midnight.getTime()
    }
    return from
  }
}

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
  for (let at = messages.length - 1; at >= 0 && left > 0; at -= 1) {
    const message = messages[at]
    if (!message || message.senderId === me) continue
    found = message.id
    left -= 1
  }
  return left === 0 || whole ? found : null
}

/**
 * What is drawn, from the oldest. While older messages are still to come, the first one that is here stays back: whether
 * a name or a day is above it is known with the one before it only, and no row may change its height later.
 * @param unread message above which the line stands, null for none, and how many there were.
 * @param me whose chat it is: unsent messages are this person's.
 * @param whole the conversation's beginning is here.
 */
export function rowsOf(
  messages: readonly ChatMessage[],
  unsent: readonly UnsentMessage[],
  unread: { id: number | null; count: number },
  me: number,
  whole: boolean,
): ChatRow[] {
  const dayOf = dayMatcher()
  // Sent, arrived and read here, and its answer lost: it is one message until its console hears so too.
  const arrived = new Set(unsent.length > 0 ? messages.map(message => message.clientId) : [])
  const chatEntries = [
    ...messages.map(message => ({ message, unsent: null, by: message.senderId, at: message.createdAt })),
    ...unsent
      .filter(one => !arrived.has(one.clientId))
      .map(one => ({ message: null, unsent: one, by: me as number | null, at: one.at })),
  ].map(entry => {
    const ms = Date.parse(entry.at)
    return { ...entry, ms, day: dayOf(ms) }
  })
  type ChatEntry = (typeof chatEntries)[number]
  const joins = (one: ChatEntry | undefined, other: ChatEntry | undefined): boolean => {
    if (!one || !other || one.by !== other.by || one.by === null) return false
    if (other.message && other.message.id === unread.id) return false
    return one.day === other.day && other.ms - one.ms < GROUP_MS
  }
  const rows = chatEntries.map((entry, at): ChatRow => {
    const before = chatEntries[at - 1]
    const head = {
      day: before?.day === entry.day ? null : entry.at,
      unread: entry.message && entry.message.id === unread.id ? unread.count : null,
      first: !joins(before, entry),
      last: !joins(entry, chatEntries[at + 1]),
    }
    return entry.message
      ? {
          kind: 'message',
          key: entry.message.clientId ?? `m${entry.message.id}`,
          message: entry.message,
          ...head,
        }
      : { kind: 'unsent', key: entry.unsent.clientId, unsent: entry.unsent, ...head }
  })
  return whole || messages.length < 2 ? rows : rows.slice(1)
}
