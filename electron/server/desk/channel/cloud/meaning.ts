/** The meaning of Meta's error numbers for a message and its number. Pure. */
import type { ConnectionReason, ServerErrorCode } from '@contract'
import { GraphError } from './graph'

export type Meaning =
  /** It may be retried later. */
  | { kind: 'busy'; scope: 'conversation' | 'number' }
  /** The number cannot send until somebody fixes it. */
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
  | 'ERR_WAPP_PAYMENT'
  | 'ERR_WAPP_OPTED_OUT'
  | 'ERR_WAPP_NEEDS_PHONE'
  | 'ERR_WAPP_CONTENT'
  | 'ERR_WAPP_GROUP'
  | 'ERR_WAPP_COUNTRY'
  | 'ERR_WAPP_LIMIT'
  | 'ERR_WAPP_NOT_OFFERED'
  | 'ERR_WAPP_NO_DIRECT_SEND'
  | 'ERR_TEMPLATE_MISSING'
  | 'ERR_TEMPLATE_PARAMETERS'
  | 'ERR_TEMPLATE_TOO_LONG'
  | 'ERR_TEMPLATE_POLICY'
  | 'ERR_TEMPLATE_PAUSED'
  | 'ERR_TEMPLATE_DISABLED'
>

/** What Meta has of conversations of several, and of calls. */
const GROUP = (code: number): boolean =>
  code === 131020 || code === 131041 || (code >= 131207 && code <= 131215)
const CALL = (code: number): boolean => code >= 138000 && code <= 138038

/** Too many calls or messages of a number, or the API is down. */
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
  131050: 'ERR_WAPP_OPTED_OUT',
  // WhatsApp excludes some users from marketing.
  130472: 'ERR_WAPP_UNDELIVERABLE',
  131021: 'ERR_WAPP_UNDELIVERABLE',
  131030: 'ERR_WAPP_NOT_ALLOWED',
  131042: 'ERR_WAPP_PAYMENT',
  131062: 'ERR_WAPP_NEEDS_PHONE',
  131008: 'ERR_WAPP_CONTENT',
  131009: 'ERR_WAPP_CONTENT',
  130497: 'ERR_WAPP_COUNTRY',
  131064: 'ERR_WAPP_LIMIT',
  131063: 'ERR_WAPP_NOT_OFFERED',
  139200: 'ERR_WAPP_NO_DIRECT_SEND',
  131037: 'ERR_WAPP_ACCOUNT',
  131045: 'ERR_WAPP_ACCOUNT',
  131051: 'ERR_WAPP_MEDIA',
  131052: 'ERR_WAPP_MEDIA',
  131053: 'ERR_WAPP_MEDIA',
  132000: 'ERR_TEMPLATE_PARAMETERS',
  132001: 'ERR_TEMPLATE_MISSING',
  132005: 'ERR_TEMPLATE_TOO_LONG',
  132007: 'ERR_TEMPLATE_POLICY',
  132012: 'ERR_TEMPLATE_PARAMETERS',
  132015: 'ERR_TEMPLATE_PAUSED',
  132016: 'ERR_TEMPLATE_DISABLED',
  132018: 'ERR_TEMPLATE_PARAMETERS',
}

/**
 * @param code Meta's number of the error.
 * @param status of the HTTP answer; 0 for an error in a delivery.
 */
export function meaningOf(code: number, status = 0): Meaning {
  if (CONVERSATION_BUSY.has(code)) return { kind: 'busy', scope: 'conversation' }
  if (NUMBER_BUSY.has(code) || status === 429) return { kind: 'busy', scope: 'number' }
  if (TOKEN.has(code)) return { kind: 'down', reason: 'tokenRefused' }
  if (NO_RIGHT.has(code) || (code >= 200 && code <= 299)) return { kind: 'down', reason: 'noRight' }
  if (LOCKED.has(code)) return { kind: 'down', reason: 'locked' }
  if (GROUP(code)) return { kind: 'refused', code: 'ERR_WAPP_GROUP' }
  if (CALL(code)) return { kind: 'refused', code: 'ERR_WAPP_NOT_OFFERED' }
  return { kind: 'refused', code: FAILURES[code] ?? 'ERR_SENDING_WAPP_MSG' }
}

/** Whether an upload was refused for its file type: the error has the number of any wrong parameter. */
export const refusesFile = (code: number): boolean => code === 100 || FAILURES[code] === 'ERR_WAPP_MEDIA'

/** The error shown on a failed message, whatever the number's trouble. */
export function failureOf(code: number): Failure {
  const meaning = meaningOf(code)
  if (meaning.kind === 'refused') return meaning.code
  return meaning.kind === 'down' ? 'ERR_WAPP_ACCOUNT' : 'ERR_SENDING_WAPP_MSG'
}

/** Why a call to Meta failed, as a reason for a connection's state. */
export function reasonOfError(error: unknown): ConnectionReason {
  if (!(error instanceof GraphError)) return 'unreachable'
  const meaning = meaningOf(error.code, error.status)
  if (meaning.kind === 'busy') return 'unreachable'
  return meaning.kind === 'down' ? meaning.reason : 'noRight'
}
