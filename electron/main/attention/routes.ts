/** Where a notice leads. Pure. */
import { SUMMARY_KEY } from './policy'
import type { Work } from './work'

export const LIST_PATH = '/tickets'
export const ticketPath = (uuid: string): string => `${LIST_PATH}/${encodeURIComponent(uuid)}`

/** A ticket's number in a key, null for other keys. */
export const ticketOfKey = (key: string): number | null => {
  const found = /^ticket:(\d+)$/.exec(key)?.[1]
  return found === undefined ? null : Number(found)
}

/**
 * The console's path for a notice that is pressed now: the ticket it is about, of a queue whoever waits longest in it by
 * now. Null when a ticket is not known here any more (asked for elsewhere then).
 */
export function pathOfKey(key: string, work: Work | null): string | null {
  const id = ticketOfKey(key)
  if (id !== null) {
    const uuid = work?.mine.get(id)?.uuid ?? work?.pending.get(id)?.uuid
    return uuid ? ticketPath(uuid) : null
  }
  if (key.startsWith('queue:')) {
    const waiting = [...(work?.pending.values() ?? [])].filter(
      one => `queue:${one.queueId ?? 'none'}` === key,
    )
    const [oldest] = waiting.sort((a, b) => a.since - b.since || a.id - b.id)
    return oldest ? ticketPath(oldest.uuid) : LIST_PATH
  }
  const chat = /^chat:(\d+)$/.exec(key)?.[1]
  if (chat) return `/chats/${chat}`
  if (key.startsWith('connection:')) return '/connections'
  return key === SUMMARY_KEY ? LIST_PATH : '/'
}
