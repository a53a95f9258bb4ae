/** What a snapshot of the server shows of the time in which no event came. Pure. */
import type { Ticket } from '../../../src/contract'
import { type Mine, type Moment, Next, putTicket, ticketKey, type Work } from './work'

/** Words for me that no event announced. Live messages that came since have notices of their own. */
function putMissed(next: Next, ticket: Ticket, before: Mine | undefined, moment: Moment, gap: boolean): void {
  const mine = next.mine.get(ticket.id)
  const key = ticketKey(ticket.id)
  if (!mine || !before || mine.unread <= before.unread) return
  if (next.eventNotices.has(key) || moment.watched.has(mine.id) || moment.localChanges.has(mine.id)) return
  next.eventNotices.set(key, {
    key,
    kind: 'message',
    at: moment.now,
    count: mine.unread - before.unread,
    ticketId: mine.id,
    name: mine.name,
    words: ticket.lastMessage,
    mediaType: null,
    mute: mine.isGroup && !next.self.groupSounds,
    away: gap,
    upTo: mine.unread,
  })
}

/** How a snapshot came about, and what happened since it was asked for. */
export interface SnapshotContext {
  /** Nothing in it is new: it is what the agent signs in to. */
  first: boolean
  /** No event came before it; otherwise it was only its turn, and an event may still be on its way. */
  gap: boolean
  /** Tickets that events have changed since: the events are newer. */
  touched: ReadonlySet<number>
  /** Tickets of which words came live since: they were notified, and may have been seen. */
  receivedLive: ReadonlySet<number>
  /** What was mine then: more unread words than then came while no event came. */
  before: ReadonlyMap<number, Mine>
  /** Tickets that are missing and may be there all the same. */
  skipped: ReadonlySet<number>
}

/** Tickets that are known and not listed. */
export function unlisted(work: Work, tickets: readonly Ticket[]): Set<number> {
  const listed = new Set(tickets.map(ticket => ticket.id))
  return new Set([...work.pending.keys(), ...work.mine.keys()].filter(id => !listed.has(id)))
}

/** The server's own account of what waits and what is mine. */
export function applySnapshot(
  work: Work,
  tickets: readonly Ticket[],
  moment: Moment,
  context: SnapshotContext,
): Work {
  const { first, gap, touched, receivedLive, before, skipped } = context
  const next = new Next(work)
  for (const id of unlisted(work, tickets)) if (!touched.has(id) && !skipped.has(id)) next.forget(id)
  for (const ticket of tickets) {
    if (!touched.has(ticket.id)) putTicket(next, ticket, moment, first)
    if (!first && !receivedLive.has(ticket.id)) putMissed(next, ticket, before.get(ticket.id), moment, gap)
  }
  return next.done()
}
