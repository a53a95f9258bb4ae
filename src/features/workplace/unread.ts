/**
 * Which tickets the notifications tell of: mine and those that wait in my queues or in none, as long as something in them is
 * unread, and those a colleague gave to me until I open them. Pure.
 */
import type { Viewer } from '@contract'
import { maySee } from '@contract'
import { redAt, type StoredTicket } from '@/stores/tickets'

export interface UnreadTickets {
  /** Latest message first. */
  mine: StoredTicket[]
  /** Whose clock is red first: without deadlines the longest waiting one. */
  waiting: StoredTicket[]
}

const waitStart = (ticket: StoredTicket): number => {
  const at = redAt(ticket) ?? Number.NaN
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at
}

const isMine = (ticket: StoredTicket, viewer: Viewer): boolean =>
  ticket.status === 'open' && ticket.userId === viewer.id

/** Somebody who looks after the company sees all that waits, and is called to none of it. */
const waitsForMe = (ticket: StoredTicket, viewer: Viewer): boolean =>
  ticket.status === 'pending' &&
  maySee(viewer, ticket) &&
  (ticket.queueId === null || viewer.queueIds.includes(ticket.queueId))

type Handed = Pick<ReadonlySet<number>, 'has'>
const NONE: Handed = new Set<number>()

/**
 * Whether the notifications tell of a ticket.
 * @param openId the ticket on screen, which is being read and therefore not unread; null when none is.
 * @param handed tickets a colleague gave to the viewer, not opened since.
 */
export const isUnread = (
  ticket: StoredTicket,
  viewer: Viewer,
  openId: number | null,
  handed: Handed = NONE,
): boolean =>
  (ticket.unreadMessages > 0 || handed.has(ticket.id)) &&
  ticket.id !== openId &&
  (isMine(ticket, viewer) || waitsForMe(ticket, viewer))

/**
 * Sorts known tickets into the two groups of the popover.
 * @param openId the ticket on screen, which is being read and therefore not unread; null when none is.
 */
export function unreadTickets(
  known: Iterable<StoredTicket>,
  viewer: Viewer | null,
  openId: number | null,
  handed: Handed = NONE,
): UnreadTickets {
  const mine: StoredTicket[] = []
  const waiting: StoredTicket[] = []
  if (!viewer) return { mine, waiting }
  for (const ticket of known) {
    if (isUnread(ticket, viewer, openId, handed)) (isMine(ticket, viewer) ? mine : waiting).push(ticket)
  }
  mine.sort((a, b) => b.activityAt - a.activityAt || b.id - a.id)
  waiting.sort((a, b) => {
    const [first, second] = [waitStart(a), waitStart(b)]
    return first === second ? b.activityAt - a.activityAt || b.id - a.id : first < second ? -1 : 1
  })
  return { mine, waiting }
}
