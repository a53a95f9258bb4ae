/** One act on many tickets, one after the other. */
import type { StoredTicket } from './model'

export interface ManyProgress {
  done: number
  total: number
}

export interface ManyOutcome {
  /** As they were before. */
  done: StoredTicket[]
  failed: { ticket: StoredTicket; error: unknown }[]
  /** Nobody had come to these when it was stopped. */
  left: number
}

/**
 * Does it with each of them; one that cannot be done keeps the others from nothing.
 * @param signal stops it between two of them.
 */
export async function withEach(
  tickets: readonly StoredTicket[],
  work: (ticket: StoredTicket) => Promise<unknown>,
  onProgress: (progress: ManyProgress) => void,
  signal: AbortSignal,
): Promise<ManyOutcome> {
  const outcome: ManyOutcome = { done: [], failed: [], left: 0 }
  for (const [index, ticket] of tickets.entries()) {
    if (signal.aborted) return { ...outcome, left: tickets.length - index }
    onProgress({ done: index, total: tickets.length })
    try {
      await work(ticket)
      outcome.done.push(ticket)
    } catch (error) {
      outcome.failed.push({ ticket, error })
    }
  }
  return outcome
}
