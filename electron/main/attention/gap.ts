/** What the server's own account tells of the time in which no event came. Pure. */
import type { Ticket } from '../../../src/contract'
import { type Mine, type Moment, Next, putTicket, ticketKey, type Work } from './work'

/** Words for me that no event announced. Live messages that came since have notices of their own. */
function putMissed(next: Next, ticket: Ticket, before: Mine | undefined, moment: Moment): void {
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
    away: true,
  })
}

/**
 * The server's own account of what waits and what is mine.
 * @param first nothing in it is new: it is what the agent signs in to. Later ones tell what a gap has hidden.
 * @param touched tickets that events have changed since the snapshot was asked for: the events are newer.
 * @param before what was mine when it was asked for: more unread words than then came while no event came.
 */
export function applySnapshot(
  work: Work,
  tickets: readonly Ticket[],
  moment: Moment,
  {
    first,
    touched,
    before,
  }: { first: boolean; touched: ReadonlySet<number>; before: ReadonlyMap<number, Mine> },
): Work {
  const next = new Next(work)
  const listed = new Set(tickets.map(ticket => ticket.id))
  for (const id of [...next.pending.keys(), ...next.mine.keys()])
    if (!listed.has(id) && !touched.has(id)) next.forget(id)
  for (const ticket of tickets) {
    if (!touched.has(ticket.id)) putTicket(next, ticket, moment, first)
    if (!first) putMissed(next, ticket, before.get(ticket.id), moment)
  }
  return next.done()
}
