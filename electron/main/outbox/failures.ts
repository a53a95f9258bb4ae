/** What a failed request means for the entry that made it. Pure. */
import { errorCodeOf, isRefreshableError } from '../../../src/contract'
import { MainError } from '../errors'
import { type Failure, SendFailure } from './types'

/** Codes after which trying again by itself is right although the status is a 4xx: the ticket's connection is down or starting. */
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
