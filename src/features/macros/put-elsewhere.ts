/** Where a ticket went that a macro had put into a queue: a rule may put it elsewhere at once. */
import { ticketById, useTicketsStore } from '@/stores/tickets'

/** A rule acts within seconds; what comes later is somebody's. Milliseconds. */
const WATCH_MS = 15_000

/**
 * Watches for a moment whether a ticket stays in the queue it was put into.
 * @param tell hears once which other queue it is in.
 */
export function whenPutElsewhere(ticketId: number, queueId: number, tell: (queueId: number) => void): void {
  const end = (): void => {
    clearTimeout(timer)
    leave()
  }
  const look = (): void => {
    const now = ticketById(ticketId)
    if (!now || now.queueId === null || now.queueId === queueId) return
    end()
    tell(now.queueId)
  }
  const leave = useTicketsStore.subscribe(look)
  const timer = setTimeout(end, WATCH_MS)
  look()
}
