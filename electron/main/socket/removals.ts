/**
 * Legacy servers take a ticket from every list and put it back a moment later whenever its agent or status
 * changes (tests/compat/differences.md). A removal that is followed at once by the ticket itself is none: rows and the
 * open conversation must not flap.
 */
import type { ServerFeedEvent } from '../../../src/contract'

/** How long a removal waits for the ticket that may follow. Milliseconds. */
const FOLLOWS_MS = 300

export interface DebouncedRemovals {
  /** @returns whether the event is held back; it is passed on later unless its ticket follows. */
  holds(event: ServerFeedEvent): boolean
  clear(): void
}

/** @param pass gets what was held back and turned out to be true. */
export function debounceRemovals(
  pass: (event: ServerFeedEvent) => void,
  holdMs = FOLLOWS_MS,
): DebouncedRemovals {
  const held = new Map<number, NodeJS.Timeout>()
  const drop = (ticketId: number) => {
    clearTimeout(held.get(ticketId))
    held.delete(ticketId)
  }
  return {
    holds(event) {
      if (event.channel !== 'ticket') return false
      if ('ticket' in event.data) {
        drop(event.data.ticket.id)
        return false
      }
      if (event.data.action !== 'removeFromList') return false
      const { ticketId } = event.data
      drop(ticketId)
      const timer = setTimeout(() => {
        held.delete(ticketId)
        pass(event)
      }, holdMs)
      held.set(ticketId, timer)
      return true
    },
    clear() {
      for (const timer of held.values()) clearTimeout(timer)
      held.clear()
    },
  }
}
