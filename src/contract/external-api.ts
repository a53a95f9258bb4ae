/**
 * The messages API that other programs call, and the webhooks that tell them what happened. What stands here is shared by the
 * server, its OpenAPI description and the page.
 */
import type { ServerErrorCode } from './errors'

/** Calls one token may make in `windowMs`, and how long an answer is kept for its idempotency key. */
export const EXTERNAL_API = {
  calls: 60,
  windowMs: 60_000,
  /** Of these, calls for figures: each adds up a period. */
  reports: 20,
  /** Refused tokens from one network address in `windowMs`: guessing is slowed down. */
  strangers: 30,
  maxFiles: 10,
  keyMaxChars: 200,
  keyLifeMs: 24 * 60 * 60_000,
} as const

/** Header with a key of the caller's choice: the same key twice is one message and one answer. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** On an answer that was given before. */
export const REPLAYED_HEADER = 'idempotent-replayed'
/**
 * Carries the token of a connection from a window to main, which sends it as the bearer token of this one call
 * (`Authorization` from a window is never passed on).
 */
export const CONNECTION_TOKEN_HEADER = 'x-connection-token'

/** What a webhook may receive. */
export const WEBHOOK_TOPICS = ['messages', 'acks', 'tickets'] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

export const WEBHOOK_EVENTS = [
  'message.created',
  'message.updated',
  'message.ack',
  'message.transcribed',
  'ticket.created',
  'ticket.updated',
  'ticket.deleted',
  'ticket.summarised',
  'ping',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOK_HEADERS = {
  event: 'x-turno-event',
  delivery: 'x-turno-delivery',
  /** Seconds since the epoch, of this attempt. */
  timestamp: 'x-turno-timestamp',
  /** `v1=` and the HMAC-SHA256 of `<timestamp>.<body>` under the webhook's secret, in hexadecimal. */
  signature: 'x-turno-signature',
} as const

/** `waiting`: not delivered yet, tried again at its time; `failed`: given up. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Pauses before each further try of a delivery, in seconds: about a day together. */
export const WEBHOOK_BACKOFF_S = [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800] as const

export const WEBHOOK = {
  /** Most webhooks of a company. */
  most: 20,
  nameMax: 50,
  urlMax: 500,
  timeoutMs: 10_000,
  /** Most of an answer that is kept, in characters. */
  answerChars: 2_000,
  /** A webhook that has failed for so long without one success is switched off. */
  giveUpMs: 24 * 60 * 60_000,
  /** How long deliveries are kept in the log. */
  keptMs: 14 * 24 * 60 * 60_000,
} as const

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Whether an address may be a webhook's: https, or plain http to this computer itself; without a user in it. */
export function isWebhookAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** Codes of refused calls of the messages API; their words are in `src/locales/…/apiErrors.json`. */
export const API_ERRORS = [
  'ERR_NO_ARTICLE_FOUND',
  'ERR_NO_PERMISSION',
  'ERR_NO_QUEUE_FOUND',
  'ERR_API_TOKEN',
  'ERR_COMPANY_EXPIRED',
  'ERR_PLAN_LACKS',
  'ERR_RATE_LIMIT',
  'ERR_VALIDATION',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_SENDING_WAPP_MSG',
  'ERR_MESSAGE_TOO_LONG',
  'ERR_MENU_EMPTY',
  'ERR_MENU_TOO_LONG',
  'ERR_MENU_TOO_MANY',
  'ERR_MENU_ALIKE',
  'ERR_MENU_ADDRESS',
  'ERR_FILE_TOO_LARGE',
  'ERR_CONTENT_TYPE',
  'ERR_IDEMPOTENCY_KEY',
] as const satisfies readonly ServerErrorCode[]
export type ApiErrorCode = (typeof API_ERRORS)[number]
