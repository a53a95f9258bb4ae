/** Failures of calls to the server, in the one shape every screen handles. */
import { type ErrorCode, errorCodeOf } from '@contract'

/**
 * refused: the server said no; unreachable: nobody answered; unreadable: an answer that is not what the contract says;
 * aborted: the caller took the request back, or is no longer signed in.
 */
export type FailureKind = 'refused' | 'unreachable' | 'unreadable' | 'aborted'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly kind: FailureKind,
    /** Code of the catalogue, null when the server only gave words. */
    readonly code: ErrorCode | null,
    /** The server's own words; "" when it gave none that people could read. */
    readonly text: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The whole error body: some errors say more than a code (who holds a ticket, which ticket is open). */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(code ?? (text || kind))
  }
}

/** Whether nobody waits for the answer any more. */
export const isAborted = (error: unknown): boolean => error instanceof ApiError && error.kind === 'aborted'

/** Longest raw text shown to a person. */
const MOST_CHARS = 300

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const looksLikeMarkup = (text: string): boolean => /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)

/** Reads JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * The words of an error: `{error}`, `{error: {message}}`, `{message}`, or a short plain text. Pages of markup and
 * stack traces are not for people and read as "".
 */
export function errorText(body: string): string {
  const json = parseJson(body)
  const from = record(json)
  const nested = record(from.error)
  const candidates = [from.error, nested.message, from.message, json]
  const messageText = candidates.find((value): value is string => typeof value === 'string')
  const text = (messageText ?? (json === undefined && !looksLikeMarkup(body) ? body : '')).trim()
  if (looksLikeMarkup(text)) return ''
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}

/** What a status means where the server gave no words. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  401: 'ERR_SESSION_EXPIRED',
  403: 'ERR_NO_PERMISSION',
  404: 'ERR_NOT_FOUND',
  413: 'ERR_FILE_TOO_LARGE',
  429: 'ERR_TOO_MANY_ATTEMPTS',
  502: 'SERVER_UNREACHABLE',
  503: 'SERVER_UNREACHABLE',
  504: 'SERVER_UNREACHABLE',
}

/** Refused before the request was read: whatever words come along are for programmers, in English. */
const TOO_LONG = new Set([414, 431])

/** The failure an answer with an error status stands for. */
export function apiErrorOf(status: number, body: string): ApiError {
  if (TOO_LONG.has(status)) return new ApiError('refused', 'SERVER_REQUEST_TOO_LONG', '', status)
  const text = errorText(body)
  const code =
    errorCodeOf(text) ?? (text ? null : (CODE_OF_STATUS[status] ?? (status >= 500 ? 'ERR_INTERNAL' : null)))
  const details = record(parseJson(body))
  const unreachable = code === 'SERVER_UNREACHABLE' || code === 'SERVER_CERTIFICATE'
  return new ApiError(unreachable ? 'unreachable' : 'refused', code, text, status, details)
}
