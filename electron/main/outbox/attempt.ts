/**
 * One attempt to get an entry to the server, and the truth about how it ended: what a failed request means for it.
 *
 * "Unsure" is the heart of it: from the moment a request may have been carried out until an answer shows it, the entry is
 * marked unsure on the disk. A server that knows client ids is simply sent the same id again and makes one message of
 * both; any other is asked first what it has.
 */
import { errorCodeOf, isRefreshableError, type Message } from '../../../src/contract'
import { MainError } from '../errors'
import { type Failure, type OutboxRecord, SendFailure, type Transport } from './types'

/**
 * Codes after which trying again by itself is right although the status is a 4xx: the WhatsApp connection of the
 * ticket is down or starting (docs/look.md section 5).
 */
const CONNECTION_DOWN = new Set<string>([
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_WAPP_FOUND',
])

/**
 * Refusals in a row (about three seconds) after which a ticket is closed indeed: whoever accepts and answers at once may have the
 * answer at the server before the acceptance, by another connection.
 */
const NOT_OPEN_MAX = 3

/** Answers "500" in a row (about two minutes of backoff) after which a person is asked. */
const SERVER_ERRORS_MAX = 8

/** Connection errors that happen before a byte of the request leaves this computer (Node and Chromium names). */
const NEVER_LEFT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_INTERNET_DISCONNECTED|ERR_NAME_NOT_RESOLVED|ERR_CONNECTION_REFUSED|ERR_ADDRESS_UNREACHABLE|ERR_PROXY_CONNECTION_FAILED|ERR_CERT_|ERR_SSL_/

function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 10 * 60_000) : null
}

/**
 * Reads a refusing answer.
 * @param text the `error` or `message` member of its body, or the body when it is no JSON; may be "".
 */
export function failureOf(
  status: number,
  text: string,
  retryAfterHeader: string | null,
  now: number,
): Failure {
  const code = errorCodeOf(text) ?? `HTTP_${status}`
  const base = {
    code,
    text: text.slice(0, 500),
    retryAfterMs: retryAfter(retryAfterHeader, now),
    giveUpAfter: null,
  }
  if (status === 401 || isRefreshableError(status, text)) {
    return { ...base, kind: 'signedOut', mayHaveArrived: false }
  }
  if (CONNECTION_DOWN.has(code)) return { ...base, kind: 'later', mayHaveArrived: false }
  if (code === 'ERR_TICKET_NOT_OPEN')
    return { ...base, kind: 'later', mayHaveArrived: false, giveUpAfter: NOT_OPEN_MAX }
  if (status === 408 || status === 425 || status === 429)
    return { ...base, kind: 'later', mayHaveArrived: false }
  // A proxy whose server is away answers 502 to 504 for as long as that lasts; a server that stumbles over this very
  // message answers 500 for ever, and must not hold up the ticket for ever.
  if (status === 502 || status === 503 || status === 504)
    return { ...base, kind: 'later', mayHaveArrived: true }
  if (status >= 500) return { ...base, kind: 'later', mayHaveArrived: true, giveUpAfter: SERVER_ERRORS_MAX }
  // A redirect (captive portal, moved server) never carried the message out; time or settings mend it.
  if (status >= 300 && status < 400) return { ...base, kind: 'later', mayHaveArrived: false }
  return { ...base, kind: 'never', mayHaveArrived: false }
}

function wordsOf(error: unknown): string {
  const parts: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    parts.push(String((current as { code?: unknown }).code ?? ''), current.message)
    // Several addresses tried at once fail as one AggregateError.
    if (current instanceof AggregateError) current = current.errors[0]
    else current = current.cause
  }
  return parts.join(' ')
}

/** Reads whatever a transport threw. Never throws itself. */
export function failureOfError(error: unknown): Failure {
  if (error instanceof SendFailure) return error.failure
  if (error instanceof MainError && error.code === 'OUTBOX_FILE_MISSING') {
    return {
      kind: 'never',
      code: error.code,
      text: '',
      mayHaveArrived: false,
      retryAfterMs: null,
      giveUpAfter: null,
    }
  }
  if (error instanceof MainError && error.code === 'ERR_SESSION_EXPIRED') {
    return {
      kind: 'signedOut',
      code: error.code,
      text: '',
      mayHaveArrived: false,
      retryAfterMs: null,
      giveUpAfter: null,
    }
  }
  return {
    kind: 'later',
    code:
      error instanceof MainError && error.code === 'SERVER_CERTIFICATE' ? error.code : 'SERVER_UNREACHABLE',
    text: '',
    mayHaveArrived: !NEVER_LEFT.test(wordsOf(error)),
    retryAfterMs: null,
    giveUpAfter: null,
  }
}

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
