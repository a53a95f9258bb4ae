/** Forwarding several messages, one by one with a pause. */
import {
  type ExpectedTicket,
  FORWARD_UNDO_MS,
  type Message,
  type Outgoing,
  type Result,
  signsForward,
} from '@contract'

export interface ForwardJob {
  /** Ticket in whose thread the messages were chosen; a failure shows there. */
  ticketId: number
  /** In the order they are to arrive. */
  messages: readonly Message[]
  contactId: number
  /** The signing choice of the composer. */
  signMessage: boolean
  /** What the contact's conversation is taken to be. */
  expected: ExpectedTicket
}

interface Ways {
  enqueue: (item: Outgoing) => Promise<Result<unknown>>
  newId: () => string
}

/**
 * Hands every message to the outbox, held back long enough to be taken back; the outbox lets them go 900 ms apart.
 * @returns the ids the outbox accepted, in order; it stops at the first one it refuses, so that none is skipped in the
 *   middle.
 */
export async function forwardAll(job: ForwardJob, ways: Ways): Promise<string[]> {
  const accepted: string[] = []
  for (const message of job.messages) {
    const id = ways.newId()
    const answer = await ways.enqueue({
      id,
      ticketId: job.ticketId,
      kind: 'forward',
      body: message.body.slice(0, 70_000),
      forward: {
        messageId: message.id,
        contactId: job.contactId,
        signMessage: signsForward(message, job.signMessage),
      },
      expected: job.expected,
      holdMs: FORWARD_UNDO_MS,
    })
    if (!answer.ok) break
    accepted.push(id)
  }
  return accepted
}

/**
 * Takes a forward back.
 * @returns how many of its messages had left already and stay sent.
 */
export async function takeForwardBack(
  ids: readonly string[],
  takeBack: (id: string) => Promise<Result<{ removed: boolean }>>,
): Promise<number> {
  let left = 0
  // The last first: while the earlier ones are being asked about, none behind them may leave.
  for (const id of ids.toReversed()) {
    const answer = await takeBack(id)
    if (!answer.ok || !answer.value.removed) left += 1
  }
  return left
}
