/** Open tickets of the signed-in person that somebody else closed, handed on, gave back put aside or deleted. */
import type { FeedEvent } from '@contract'
import type { StoredTicket } from './model'
import type { TicketsState } from './state'
import { whenTicketsChange } from './store'

export interface TakenAway {
  /** As it was. */
  ticket: StoredTicket
  by: string
  /** `assumed`: who did it has it now; `moved`: it is where this person does not see it. */
  how: 'resolved' | 'handed' | 'assumed' | 'returned' | 'snoozed' | 'moved' | 'deleted'
  /** Who has it now, where it was handed on. */
  to: string | null
}

/**
 * Tickets of a batch of events that the viewer lost by somebody else's hand. Pure.
 * @param before the store before the batch. @param after the store after it.
 */
function takenFrom(before: TicketsState, after: TicketsState, events: readonly FeedEvent[]): TakenAway[] {
  const { viewer } = after
  if (!viewer) return []
  const found: TakenAway[] = []
  for (const { channel, data } of events) {
    if (channel !== 'ticket' || !data.by || data.by.id === viewer.id) continue
    const isGone = !('ticket' in data)
    const id = 'ticket' in data ? data.ticket.id : data.ticketId
    const was = before.byId.get(id)
    const wasMine = was?.status === 'open' && was.userId === viewer.id && !was.isGroup
    if (!wasMine || found.some(({ ticket }) => ticket.id === id)) continue
    const now = after.byId.get(id)
    const gone = data.action === 'delete' ? 'deleted' : 'moved'
    const how = isGone || !now ? gone : howLost(was, now, data.by.id, viewer.id)
    if (how) found.push({ ticket: was, by: data.by.name, how, to: now?.user?.name ?? null })
  }
  return found
}

function howLost(was: StoredTicket, now: StoredTicket, by: number, me: number): TakenAway['how'] | null {
  if (now.status === 'closed') return 'resolved'
  if (now.status === 'pending') return 'returned'
  if (now.userId !== me) return now.userId === by ? 'assumed' : 'handed'
  return was.snoozedAt === null && now.snoozedAt !== null ? 'snoozed' : null
}

let announce: (taken: TakenAway) => void = () => {}

/** Sets who says that a ticket was taken away (one per window). @returns how to leave. */
export function whenTakenAway(tell: (taken: TakenAway) => void): () => void {
  announce = tell
  return () => {
    if (announce === tell) announce = () => {}
  }
}

whenTicketsChange((before, after, events) => {
  for (const one of takenFrom(before, after, events)) announce(one)
})
