/** Where a notice leads. Pure. */
import { AWAY_KEY, inLine, SUMMARY_KEY, WAITING_KEY } from './policy'
import type { Work } from './work'

export const LIST_PATH = '/tickets'
/** Where people see their reminders and mentions. */
const TODO_PATH = '/todolist'
/** @param messageId where the conversation is opened. */
export const ticketPath = (uuid: string, messageId: string | null = null): string =>
  `${LIST_PATH}/${encodeURIComponent(uuid)}${messageId === null ? '' : `?message=${encodeURIComponent(messageId)}`}`

/** Whether a key is that of an alarm: its notice leads to the live floor, which has a window of its own. */
export const isAlarmKey = (key: string): boolean => key.startsWith('alarm:')

/** A ticket's number in a key, null for other keys. */
export const ticketOfKey = (key: string): number | null => {
  const found = /^ticket:(\d+)$/.exec(key)?.[1]
  return found === undefined ? null : Number(found)
}

/**
 * The console's path for a notice that is pressed now: the ticket it is about, or whoever waits longest by now. Null when a ticket is not known here any more (asked for elsewhere then).
 */
export function pathOfKey(key: string, work: Work | null): string | null {
  const id = ticketOfKey(key)
  if (id !== null) {
    const uuid = work?.mine.get(id)?.uuid ?? work?.pending.get(id)?.uuid
    return uuid ? ticketPath(uuid) : null
  }
  const notice = work?.eventNotices.get(key)
  if (notice?.kind === 'reminder') return ticketPath(notice.reminder.ticketUuid, notice.reminder.messageId)
  if (notice?.kind === 'mention') return ticketPath(notice.mention.ticketUuid, notice.mention.messageId)
  if (key.startsWith('reminder:') || key.startsWith('mention:')) return TODO_PATH
  if (key === WAITING_KEY) {
    const line = work ? inLine(work) : []
    const oldest = line.find(one => !one.withBot) ?? line[0]
    return oldest ? ticketPath(oldest.uuid) : LIST_PATH
  }
  const chat = /^chat:(\d+)$/.exec(key)?.[1]
  if (chat) return `/chats/${chat}`
  if (key.startsWith('connection:')) return '/connections'
  return key === SUMMARY_KEY || key === AWAY_KEY ? LIST_PATH : '/'
}
