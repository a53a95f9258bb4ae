/**
 * Whether what a server took in is really there. A legacy server answers a send with nothing, and its
 * message comes back as an event; one that died in between has answered yes and lost it. So what has no echo is asked for,
 * and what is not in its thread a minute after it was taken in is shown to a person.
 */
import type { Message } from '../../../src/contract'
import type { Log } from '../log/log'
import type { Clock, OutboxRecord } from './types'

/** When the thread is asked, in milliseconds from the moment the server took the entry; the last answer decides. */
const ASK_AT_MS = [8_000, 25_000, 60_000] as const
const DECIDED_MS = Math.max(...ASK_AT_MS)
/** A program that starts with an old unconfirmed entry asks after this long: the echo may be on its way. */
const SOON_MS = 3_000
/** Between two tries of a question that got no answer: without one nothing is shown. */
const AGAIN_MS = 30_000

interface ConfirmDeps {
  clock: Clock
  /** Runs work once, unless the outbox is stopped before. */
  later(ms: number, work: () => void): void
  /** The message in the entry's thread; null when it is not there. Rejects when the server could not be asked. */
  lookUp(record: OutboxRecord): Promise<Message | null>
  /** Whether the entry is still taken in and without a message. */
  isOpen(record: OutboxRecord): boolean
  onFound(record: OutboxRecord, message: Message): void
  onMissing(record: OutboxRecord): void
  log: Log
}

/** @returns what watches over an entry that was taken in, until it is found or missing. */
export function createConfirming(deps: ConfirmDeps): (record: OutboxRecord) => void {
  const { clock, later, log } = deps
  const ageOf = (record: OutboxRecord): number => clock.now() - (record.sentAt ?? record.createdAt)

  const ask = async (record: OutboxRecord): Promise<void> => {
    if (!deps.isOpen(record)) return
    // The age counts from before the question: what came while it travelled is asked for once more.
    const decided = ageOf(record) >= DECIDED_MS
    try {
      const message = await deps.lookUp(record)
      if (!deps.isOpen(record)) return
      if (message) deps.onFound(record, message)
      else if (decided) deps.onMissing(record)
      else watch(record)
    } catch (error) {
      log.warn('outbox: thread could not be asked', { error, ticketId: record.ticketId })
      later(AGAIN_MS, () => void ask(record))
    }
  }

  const watch = (record: OutboxRecord): void => {
    const age = ageOf(record)
    const at = ASK_AT_MS.find(ms => ms > age)
    later(at === undefined ? SOON_MS : at - age, () => void ask(record))
  }
  return watch
}
