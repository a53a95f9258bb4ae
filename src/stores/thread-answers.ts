/**
 * What the newest page of a thread says of its ticket: the page brings the ticket along, so whoever needs it as well does
 * not ask the server for it again.
 */
import type { Ticket } from '@contract'

export type ThreadAnswer =
  /** @property position of the page among the events (`placed`). */
  | { ticketId: number; ticket: Ticket | null; position: number }
  /** The page could not be read. */
  | { ticketId: number; error: unknown }

const listeners = new Set<(answer: ThreadAnswer) => void>()

/** Hears the answer to each request for a newest page. @returns how to stop. */
export function onThreadAnswer(listener: (answer: ThreadAnswer) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Passes an answer on. */
export function noteThreadAnswer(answer: ThreadAnswer): void {
  for (const listener of [...listeners]) listener(answer)
}
