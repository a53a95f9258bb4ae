/** What Meta's error numbers mean for a message and for its number. Pure. */
import type { ConnectionReason, ServerErrorCode } from '@contract'

export type Meaning =
  /** May be tried again later. */
  | { kind: 'busy'; scope: 'conversation' | 'number' }
  /** The number may not send at all until somebody sets it right. */
  | { kind: 'down'; reason: ConnectionReason }
  /** This message will never leave. */
  | { kind: 'refused'; code: Failure }

export type Failure = Extract<
  ServerErrorCode,
  | 'ERR_SENDING_WAPP_MSG'
  | 'ERR_WAPP_WINDOW_CLOSED'
  | 'ERR_WAPP_UNDELIVERABLE'
  | 'ERR_WAPP_NOT_ALLOWED'
  | 'ERR_WAPP_MEDIA'
  | 'ERR_WAPP_ACCOUNT'
>

/** Too many calls or messages of a number, or the API itself is away. */
const NUMBER_BUSY = new Set([1, 2, 4, 17, 80007, 130429, 131016, 131048, 131057, 133004])
/** Too many to one customer in a short time. */
const CONVERSATION_BUSY = new Set([131056])
const TOKEN = new Set([0, 190])
const NO_RIGHT = new Set([3, 10, 33, 131005, 133010])
const LOCKED = new Set([368, 131031])
const FAILURES: Readonly<Record<number, Failure>> = {
  131047: 'ERR_WAPP_WINDOW_CLOSED',
  131026: 'ERR_WAPP_UNDELIVERABLE',
  131049: 'ERR_WAPP_UNDELIVERABLE',
  131050: 'ERR_WAPP_UNDELIVERABLE',
  131021: 'ERR_WAPP_UNDELIVERABLE',
  131030: 'ERR_WAPP_NOT_ALLOWED',
  131042: 'ERR_WAPP_ACCOUNT',
  131045: 'ERR_WAPP_ACCOUNT',
  131051: 'ERR_WAPP_MEDIA',
  131052: 'ERR_WAPP_MEDIA',
  131053: 'ERR_WAPP_MEDIA',
}

/**
 * @param code Meta's number of the error.
 * @param status of the HTTP answer; 0 for an error that a delivery tells of.
 */
export function meaningOf(code: number, status = 0): Meaning {
  if (CONVERSATION_BUSY.has(code)) return { kind: 'busy', scope: 'conversation' }
  if (NUMBER_BUSY.has(code) || status === 429) return { kind: 'busy', scope: 'number' }
  if (TOKEN.has(code)) return { kind: 'down', reason: 'tokenRefused' }
  if (NO_RIGHT.has(code) || (code >= 200 && code <= 299)) return { kind: 'down', reason: 'noRight' }
  if (LOCKED.has(code)) return { kind: 'down', reason: 'locked' }
  return { kind: 'refused', code: FAILURES[code] ?? 'ERR_SENDING_WAPP_MSG' }
}

/** The error a failed message is left with, whatever the number's own trouble is. */
export function failureOf(code: number): Failure {
  const meaning = meaningOf(code)
  if (meaning.kind === 'refused') return meaning.code
  return meaning.kind === 'down' ? 'ERR_WAPP_ACCOUNT' : 'ERR_SENDING_WAPP_MSG'
}
