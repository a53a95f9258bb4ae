/**
 * Looking again at tickets that were just accepted, on servers that do not refuse a second taker: there the last one
 * wins, and nobody tells the other, who would go on writing to somebody else's customer.
 */
import { capability } from '../servers'
import { atSessionEnd } from '../session-end'
import { fetchTicketById } from './load'

/**
 * When to look after accepting, in milliseconds: an accept that crossed this one has arrived by then. Once: that the ticket
 * went to somebody else is told by an event as well, and such servers answer one question after the other.
 */
const LOOK_AFTER_MS = 4_000

const watched = new Map<number, () => void>()

/** This console itself changes the ticket: whoever holds it next was meant to. */
export function releaseAccepted(id: number): void {
  watched.get(id)?.()
  watched.delete(id)
}

/**
 * Looks whether an accepted ticket stays the actor's.
 * @param onLost hears, once, who holds it instead; null when the name is unknown.
 */
export function watchAccepted(id: number, actorId: number, onLost: (by: string | null) => void): void {
  if (capability('soleAccept') === 'native') return
  releaseAccepted(id)
  const look = async (): Promise<void> => {
    const ticket = await fetchTicketById(id)
    if (watched.get(id) !== stop || ticket.status !== 'open') return
    if (ticket.userId === actorId || ticket.userId === null) return
    releaseAccepted(id)
    onLost(ticket.user?.name ?? null)
  }
  // A look that brings no answer says nothing.
  const timer = setTimeout(() => void look().catch(() => undefined), LOOK_AFTER_MS)
  const stop = (): void => clearTimeout(timer)
  watched.set(id, stop)
}

atSessionEnd('accepted tickets', () => {
  for (const id of [...watched.keys()]) releaseAccepted(id)
})
