/**
 * The waiting clock, defined once: the time since the first customer message that nobody has answered. Pure.
 */
import type { Message, Ticket } from './entities'

type Waiter = Pick<Ticket, 'status' | 'fromMe' | 'lastMessage' | 'waitingSince' | 'updatedAt'>
type Spoken = Pick<Message, 'fromMe' | 'createdAt'>

/**
 * When the customer of a ticket began to wait.
 * @param ticket as the server tells it.
 * @param known.serverKeepsClock the server fills `waitingSince` itself, so null means "nobody waits".
 * @param known.messages the newest messages of the thread in order of time, for servers without the field.
 * @param known.previous what was known before, for servers without the field.
 * @returns ISO-8601 instant, or null when nothing waits. Closed tickets never wait; snoozed ones do.
 */
export function waitingSince(
  ticket: Waiter,
  known: { serverKeepsClock?: boolean; messages?: readonly Spoken[]; previous?: string | null } = {},
): string | null {
  if (ticket.status === 'closed') return null
  if (ticket.waitingSince !== null) return ticket.waitingSince
  if (known.serverKeepsClock) return null
  if (known.messages && known.messages.length > 0) {
    let first: string | null = null
    for (const message of known.messages) {
      if (message.fromMe) first = null
      else first ??= message.createdAt
    }
    return first
  }
  if (ticket.fromMe || ticket.lastMessage === '') return null
  return known.previous ?? ticket.updatedAt
}

/**
 * Whether the next word is ours: the customer waits, or wrote last and nobody has read it. Such a ticket is put aside until a time
 * alone: a customer who has written already will not write to wake it.
 */
export const owesAnswer = ({
  waitingSince: since,
  unreadMessages,
  fromMe,
}: Pick<Ticket, 'waitingSince' | 'unreadMessages' | 'fromMe'>): boolean =>
  since !== null || (unreadMessages > 0 && !fromMe)
