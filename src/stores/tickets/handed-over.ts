/** Tickets that somebody else gave to the signed-in person and that were not opened since. */
import type { FeedEvent, Viewer } from '@contract'
import { createSessionStore } from '../session-end'
import type { StoredTicket } from './model'
import { isOwnChange } from './own-changes'
import type { TicketsState } from './state'
import { useTicketsStore, whenTicketsChange } from './store'

export interface HandedOver {
  ticketId: number
  /** Who gave it, when the server says so. */
  from: string | null
}

/** By ticket, in the order they came. */
export const useHandedOver = createSessionStore<{ tickets: ReadonlyMap<number, HandedOver> }>(
  'handed over',
  () => ({ tickets: new Map() }),
)

const isMine = (ticket: StoredTicket | undefined, viewer: Viewer): boolean =>
  ticket?.status === 'open' && ticket.userId === viewer.id

/**
 * Tickets of a batch of events that became the viewer's by somebody else's hand. Pure.
 * @param before the store before the batch. @param after the store after it.
 * @param own whether a change of a ticket is the viewer's own.
 */
export function newlyAssigned(
  before: TicketsState,
  after: TicketsState,
  events: readonly FeedEvent[],
  own: (id: number) => boolean,
): HandedOver[] {
  const { viewer } = after
  if (!viewer) return []
  const found: HandedOver[] = []
  for (const event of events) {
    if (event.channel !== 'ticket' || !('ticket' in event.data) || event.data.action !== 'update') continue
    const { id } = event.data.ticket
    const [was, is] = [before.byId.get(id), after.byId.get(id)]
    if (!is || !isMine(is, viewer) || own(id) || found.some(one => one.ticketId === id)) continue
    const fresh = is.handover !== null && is.handover.at !== was?.handover?.at ? is.handover : null
    if (fresh?.from?.id === viewer.id) continue
    const { assigned } = before.lists
    // A ticket that is not known here may have been the viewer's all along, on a page that was not read yet.
    const change = was
      ? !isMine(was, viewer)
      : fresh !== null || (assigned.status === 'ready' && !assigned.hasMore)
    if (change) found.push({ ticketId: id, from: fresh?.from?.name ?? null })
  }
  return found
}

let announce: (handed: readonly HandedOver[]) => void = () => {}

/** Sets who says which tickets were handed over at once (one per window). @returns how to leave. */
export function whenHandedOver(tell: (handed: readonly HandedOver[]) => void): () => void {
  announce = tell
  return () => {
    if (announce === tell) announce = () => {}
  }
}

whenTicketsChange((before, after, events) => {
  const handed = newlyAssigned(before, after, events, isOwnChange).filter(
    ({ ticketId }) => ticketId !== after.selectedId,
  )
  if (handed.length === 0) return
  const tickets = new Map(useHandedOver.getState().tickets)
  for (const one of handed) tickets.set(one.ticketId, one)
  useHandedOver.setState({ tickets })
  announce(handed)
})

// Opened, given on or closed: it is not new any more.
useTicketsStore.subscribe(({ byId, selectedId, viewer }) => {
  const { tickets } = useHandedOver.getState()
  if (tickets.size === 0) return
  const left = [...tickets].filter(([id]) => id !== selectedId && viewer && isMine(byId.get(id), viewer))
  if (left.length < tickets.size) useHandedOver.setState({ tickets: new Map(left) })
})
