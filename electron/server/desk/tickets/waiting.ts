/**
 * The waiting clock, defined once: since when the customer waits for a person. Set by the first unanswered message,
 * cleared by a human reply or closing; automatic messages do not count. Closing is not an answer: a reopened ticket
 * waits since the same moment (`closedWaitingSince`).
 */

export type WaitingEvent = { kind: 'customer'; at: string } | { kind: 'reply' } | { kind: 'closed' }

/** waitingSince after an event; ISO text or null. */
export function waitingAfter(current: string | null, event: WaitingEvent): string | null {
  return event.kind === 'customer' ? (current ?? event.at) : null
}
