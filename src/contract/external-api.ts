/**
 * The messages API that other programs call, and the webhooks that tell them what happened (specification 3 sections 2, 5
 * and 7; webhooks are beyond it). What stands here is shared by the server, its OpenAPI description and the page.
 */
import { LANGUAGES } from './constants'
import type { ServerErrorCode } from './errors'

/** Calls one token may make in `windowMs`, and how long an answer is kept for its idempotency key. */
export const EXTERNAL_API = {
  calls: 60,
  windowMs: 60_000,
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
  'ticket.created',
  'ticket.updated',
  'ticket.deleted',
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

type Said = Record<(typeof LANGUAGES)[number], string>

/** What a refused call of the messages API reads beside its code, for whoever reads logs. */
export const API_ERRORS = {
  ERR_API_TOKEN: {
    pt: 'Acesso não permitido: o token não é de nenhuma conexão.',
    en: 'Access denied: no connection has this token.',
    es: 'Acceso no permitido: ninguna conexión tiene este token.',
  },
  ERR_COMPANY_EXPIRED: {
    pt: 'A assinatura da empresa venceu.',
    en: 'The company’s subscription has expired.',
    es: 'La suscripción de la empresa venció.',
  },
  ERR_PLAN_LACKS: {
    pt: 'O plano da empresa não inclui a API de mensagens.',
    en: 'The company’s plan does not include the messages API.',
    es: 'El plan de la empresa no incluye la API de mensajes.',
  },
  ERR_RATE_LIMIT: {
    pt: 'Chamadas demais: espere os segundos de Retry-After.',
    en: 'Too many calls: wait the seconds given in Retry-After.',
    es: 'Demasiadas llamadas: espere los segundos de Retry-After.',
  },
  ERR_VALIDATION: {
    pt: 'Um campo falta ou não é válido.',
    en: 'A field is missing or not valid.',
    es: 'Falta un campo o no es válido.',
  },
  ERR_WAPP_INVALID_CONTACT: {
    pt: 'Este número não está no WhatsApp.',
    en: 'This number is not on WhatsApp.',
    es: 'Este número no está en WhatsApp.',
  },
  ERR_WAPP_CHECK_CONTACT: {
    pt: 'Não foi possível verificar o número agora.',
    en: 'The number could not be checked now.',
    es: 'No se pudo verificar el número ahora.',
  },
  ERR_WAPP_NOT_INITIALIZED: {
    pt: 'A conexão não está conectada.',
    en: 'The connection is not connected.',
    es: 'La conexión no está conectada.',
  },
  ERR_SENDING_WAPP_MSG: {
    pt: 'Não foi possível enviar a mensagem, tente novamente em alguns instantes.',
    en: 'The message could not be sent, try again in a moment.',
    es: 'No se pudo enviar el mensaje, intente de nuevo en unos instantes.',
  },
  ERR_MESSAGE_TOO_LONG: {
    pt: 'A mensagem é longa demais.',
    en: 'The message is too long.',
    es: 'El mensaje es demasiado largo.',
  },
  ERR_FILE_TOO_LARGE: {
    pt: 'Um arquivo passa do limite.',
    en: 'A file is larger than allowed.',
    es: 'Un archivo supera el límite.',
  },
  ERR_CONTENT_TYPE: {
    pt: 'Envie application/json ou multipart/form-data.',
    en: 'Send application/json or multipart/form-data.',
    es: 'Envíe application/json o multipart/form-data.',
  },
  ERR_IDEMPOTENCY_KEY: {
    pt: 'Esta chave de idempotência já foi usada com outro conteúdo.',
    en: 'This idempotency key was used with another content.',
    es: 'Esta clave de idempotencia ya se usó con otro contenido.',
  },
} as const satisfies Partial<Record<ServerErrorCode, Said>>

/**
 * The words beside a code, in the first language of an Accept-Language header that there is; Portuguese otherwise.
 * @returns null for a code that has none.
 */
export function apiErrorText(code: string, accept = ''): string | null {
  if (!Object.hasOwn(API_ERRORS, code)) return null
  const wanted = accept
    .toLowerCase()
    .split(',')
    .map(part => part.trim().slice(0, 2))
  const language = wanted.flatMap(tag => LANGUAGES.filter(known => known === tag))[0] ?? 'pt'
  return API_ERRORS[code as keyof typeof API_ERRORS][language]
}
