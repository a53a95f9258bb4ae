/**
 * Looking again at tickets that were just accepted, on servers that do not refuse a second taker: there the last one
 * wins, and nobody tells the other, who would go on writing to somebody else's customer.
 */
import { capability } from '../servers'
import { atSessionEnd } from '../session-end'
import { fetchTicketById } from './load'

/** When to look after accepting, in milliseconds: an accept that crossed this one has arrived by then. */
const LOOKS_MS = [1_000, 4_000, 12_000] as const

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
  // A look that brings no answer says nothing; the next one may.
  const timers = LOOKS_MS.map(ms => setTimeout(() => void look().catch(() => undefined), ms))
  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer)
  }
  watched.set(id, stop)
}

atSessionEnd('accepted tickets', () => {
  for (const id of [...watched.keys()]) releaseAccepted(id)
})
