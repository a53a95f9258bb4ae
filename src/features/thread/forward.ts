/** Forwarding several messages, one by one with a pause (specification 1 section 4, forward mode). */
import { FORWARD_PAUSE_MS, type Message, type Outgoing, type Result } from '@contract'

export interface ForwardJob {
  /** Ticket in whose thread the messages were chosen; a failure shows there. */
  ticketId: number
  /** In the order they are to arrive. */
  messages: readonly Message[]
  contactId: number
  /** The signing choice of the composer. */
  signMessage: boolean
}

interface Ways {
  enqueue: (item: Outgoing) => Promise<Result<unknown>>
  pause: (ms: number) => Promise<void>
  newId: () => string
}

/**
 * Hands every message to the outbox, 900 ms apart.
 * @returns how many the outbox accepted; it stops at the first one it refuses, so that none is skipped in the middle.
 */
export async function forwardAll(job: ForwardJob, ways: Ways): Promise<number> {
  let accepted = 0
  for (const message of job.messages) {
    if (accepted > 0) await ways.pause(FORWARD_PAUSE_MS)
    const answer = await ways.enqueue({
      id: ways.newId(),
      ticketId: job.ticketId,
      kind: 'forward',
      body: message.body.slice(0, 70_000),
      forward: { messageId: message.id, contactId: job.contactId, signMessage: job.signMessage },
    })
    if (!answer.ok) break
    accepted += 1
  }
  return accepted
}
