/**
 * One attempt to get an entry to the server, and the truth about how it ended.
 *
 * "Unsure" is the heart of it: from the moment a request may have been carried out until an answer shows it, the entry is
 * marked unsure on the disk. A server that knows client ids is simply sent the same id again and makes one message of
 * both; any other is asked first what it has.
 */
import { errorCodeOf, type Message } from '../../../src/contract'
import { failureOfError } from './failures'
import { type Failure, type OutboxRecord, SendFailure, type Transport } from './types'

export type Outcome = { kind: 'sent'; message: Message | null } | { kind: 'refused'; failure: Failure }

export interface AttemptDeps {
  transport: Transport
  signal: AbortSignal
  /** Whether the server makes one message of the same client id sent twice. */
  clientIds: boolean
  now: () => number
  /** Writes the record to the disk. */
  persist(record: OutboxRecord): Promise<void>
  /** Looks for the entry among the messages the server has. */
  lookUp(record: OutboxRecord, signal: AbortSignal): Promise<Message | null>
  /** Called when the upload is about to be complete: from here on it cannot be taken back. */
  onLeft(): void
  onProgress(share: number): void
}

const DISK: Failure = {
  kind: 'later',
  code: 'BRIDGE_FAILED',
  text: '',
  mayHaveArrived: false,
  retryAfterMs: null,
  giveUpAfter: null,
}

async function persisted(record: OutboxRecord, deps: AttemptDeps): Promise<void> {
  try {
    await deps.persist(record)
  } catch {
    // Without a trace on the disk nothing may leave: a crash could send it twice.
    throw new SendFailure(DISK)
  }
}

async function send(record: OutboxRecord, deps: AttemptDeps): Promise<Message | null> {
  const { transport, signal } = deps
  if (record.kind === 'text') return (await transport.sendText(record, signal)).message
  if (record.kind === 'forward') {
    const { message, ticketId } = await transport.sendForward(record, signal)
    // Where it went is where it can be looked for.
    if (ticketId && record.forward) record.forward = { ...record.forward, ticketId }
    return message
  }
  const watch = {
    progress: (sent: number, total: number) => deps.onProgress(total > 0 ? sent / total : 0),
    async leaving() {
      signal.throwIfAborted()
      deps.onLeft()
      record.unsure = true
      await persisted(record, deps)
    },
  }
  return (await transport.sendMedia(record, watch, signal)).message
}

/** A server may store a message it could not hand to the channel: that is a failure, whatever the status is. */
function answered(message: Message | null): Outcome {
  if (!message?.failure) return { kind: 'sent', message }
  const code = errorCodeOf(message.failure) ?? 'ERR_SENDING_WAPP_MSG'
  return { kind: 'refused', failure: { ...DISK, kind: 'never', code, text: message.failure } }
}

/**
 * Runs one attempt. Changes `unsure`, `attempts` and the attempt times of the record, and writes them before anything
 * leaves. Never throws.
 */
export async function attempt(record: OutboxRecord, deps: AttemptDeps): Promise<Outcome> {
  const canLookUp = record.kind !== 'forward' || Boolean(record.forward?.ticketId)
  let earlier = record.unsure
  try {
    if (earlier && !deps.clientIds && canLookUp) {
      const found = await deps.lookUp(record, deps.signal)
      earlier = false
      record.unsure = false
      if (found) return answered(found)
    }
    record.attempts += 1
    record.lastAttemptAt = deps.now()
    record.firstAttemptAt ??= record.lastAttemptAt
    // A text is gone with its first byte; a file only with its last.
    record.unsure = earlier || record.kind !== 'media'
    await persisted(record, deps)
    const outcome = answered(await send(record, deps))
    record.unsure = false
    record.asked = false
    return outcome
  } catch (error) {
    const failure = failureOfError(error)
    if (failure.mayHaveArrived) record.asked = false
    const left = record.kind !== 'media' || record.unsure
    record.unsure = earlier || (left && failure.mayHaveArrived)
    const exhausted = failure.giveUpAfter !== null && record.streak + 1 >= failure.giveUpAfter
    if (failure.kind !== 'never' && !exhausted) return { kind: 'refused', failure }
    return certain(record, deps, { ...failure, kind: 'never' }, canLookUp)
  }
}

/** "Refused" is only set on an entry that is certainly not there: an earlier attempt may have made it. */
async function certain(
  record: OutboxRecord,
  deps: AttemptDeps,
  failure: Failure,
  canLookUp: boolean,
): Promise<Outcome> {
  if (!record.unsure || !canLookUp) {
    record.unsure = false
    return { kind: 'refused', failure }
  }
  try {
    const found = await deps.lookUp(record, deps.signal)
    record.unsure = false
    if (found && !found.failure) return { kind: 'sent', message: found }
    return { kind: 'refused', failure }
  } catch (error) {
    return { kind: 'refused', failure: { ...failureOfError(error), kind: 'later' } }
  }
}
