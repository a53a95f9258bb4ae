/** WhatsApp connections: reading, changing, and their sessions. */
import { z } from 'zod'
import { CONNECTION_NAME, MAX_BOT_MENU_TIMES, MINUTES_MAX } from '../constants'
import {
  CONNECTION_REASONS,
  connectionHours,
  connectionTickets,
  messageTemplate,
  whatsapp,
} from '../entities'
import { line, queryFlag, rowId, upTo, words } from '../requests'
import { listOf } from '../scalars'
import { done, endpoint } from './define'
import { firstConnectionEndpoints } from './first'
import { messageCostEndpoints } from './message-costs'
import { phoneDataEndpoints } from './phone-data'

/** A text sent to customers: empty means that nothing is sent. */
const sentText = words(4_096).trim().optional()
/** Minutes until something happens by itself; 0 or null switches it off. */
const minutes = z.number().int().min(0).max(MINUTES_MAX).nullish()

/**
 * Form of a connection. Only the name is demanded; what is left out of an update stays as it is.
 */
export const connectionForm = z.object({
  name: line(CONNECTION_NAME.max, 'Too Long!').min(CONNECTION_NAME.min, 'Too Short!'),
  isDefault: z.boolean().optional(),
  greetingMessage: sentText,
  complationMessage: sentText,
  outOfHoursMessage: sentText,
  ratingMessage: sentText,
  transferMessage: sentText,
  expiresInactiveMessage: sentText,
  /** Secret of the external messages API; empty: nobody can send through this connection from outside. */
  token: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\w.~+/=-]*$/, 'Invalid token')
    .optional(),
  provider: line(40).optional(),
  directSend: z.boolean().optional(),
  joinsTexts: z.boolean().optional(),
  expiresTicket: minutes,
  timeUseBotQueues: minutes,
  maxUseBotQueues: z.number().int().min(0).max(MAX_BOT_MENU_TIMES).nullish(),
  timeToTransfer: minutes,
  transferQueueId: rowId.nullish(),
  promptId: rowId.nullish(),
  integrationId: rowId.nullish(),
  queueIds: upTo(200, rowId).optional(),
})

/** An identifier Meta gives: figures alone. */
const metaId = z
  .string()
  .trim()
  .regex(/^\d{5,30}$/, 'Invalid identifier')
/** A secret: "" or left out, the one that is kept stays. */
const kept = (most: number) => line(most).optional()

/** What connects a number of WhatsApp's Cloud API. */
export const cloudForm = z.object({
  phoneNumberId: metaId,
  businessAccountId: z.union([metaId, z.literal('')]).default(''),
  accessToken: kept(1_000),
  appSecret: kept(200),
})

const cloudSetUp = z.object({
  phoneNumberId: z.string(),
  businessAccountId: z.string(),
  /** Secrets are written, never read back. */
  hasAccessToken: z.boolean(),
  hasAppSecret: z.boolean(),
  /** What Meta has to show once, and the address it calls: both are copied over there. */
  verifyToken: z.string(),
  webhookUrl: z.string(),
  /** Whether Meta can reach that address, as far as it shows: public with TLS, this computer, a private network, without TLS. */
  reach: z.enum(['https', 'loopback', 'private', 'http']),
  verifiedAt: z.string().nullable(),
  heardAt: z.string().nullable(),
  /** What was delivered and not understood, the latest first: Meta's name of it, or what is wrong; what it holds stays here. */
  unknown: z.array(z.object({ what: z.string(), times: z.number(), lastAt: z.string() })),
})
export type CloudSetUp = z.output<typeof cloudSetUp>

const cloudTest = z.object({
  /**
   * Why it does not work: the token, the right to that number, the account, nobody answered, nothing to ask with; "" when it
   * does.
   */
  reason: z.enum(['', 'tokenRefused', 'noRight', 'locked', 'unreachable', 'noCredentials']),
  /** Meta's number of the error; null without one. */
  code: z.number().nullable(),
  number: z.string(),
  name: z.string(),
  quality: z.string(),
  status: z.string(),
})
export type CloudTest = z.output<typeof cloudTest>

/** The phone that is paired by a code: with country and area code, however it is written. */
export const pairingForm = z.object({
  phone: z
    .string()
    .transform(written => written.replace(/\D/g, ''))
    .pipe(z.string().regex(/^\d{10,15}$/, 'Invalid number')),
})

/** What a company may say it does: Meta's own list. */
export const BUSINESS_VERTICALS = [
  'OTHER',
  'AUTO',
  'BEAUTY',
  'APPAREL',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GROCERY',
  'GOVT',
  'HOTEL',
  'HEALTH',
  'NONPROFIT',
  'PROF_SERVICES',
  'RETAIL',
  'TRAVEL',
  'RESTAURANT',
  'ALCOHOL',
  'ONLINE_GAMBLING',
  'PHYSICAL_GAMBLING',
  'OTC_DRUGS',
] as const

const website = line(256).pipe(
  z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'URL inválida' })]),
)

/** What customers see of the company behind a number, within Meta's bounds. */
export const cloudProfileForm = z.object({
  about: line(139).min(1, 'Required'),
  address: line(256),
  description: words(512).trim(),
  email: line(128).pipe(z.union([z.literal(''), z.email('Invalid email')])),
  website1: website,
  website2: website,
  /** One of BUSINESS_VERTICALS, or what Meta has besides; "" while none was chosen. */
  vertical: line(40),
})

const cloudPhone = z.object({
  number: z.string(),
  /** The name customers see, as Meta has verified it; "" for none. */
  name: z.string(),
  /** The rest is in Meta's words; "" where it does not say. */
  nameStatus: z.string(),
  quality: z.string(),
  status: z.string(),
  /** How many customers may be written to in a day, beyond those who wrote. */
  limit: z.string(),
  throughput: z.string(),
})
export type CloudPhone = z.output<typeof cloudPhone>

/** The fields of Meta's webhook this server reads, besides those that only tell of the account. */
export const CLOUD_FIELDS = [
  'messages',
  'standby',
  'messaging_handovers',
  'calls',
  'smb_message_echoes',
] as const
export type CloudField = (typeof CLOUD_FIELDS)[number]

const cloudProfile = z.object({
  /** Why Meta did not say; "" when it did. */
  reason: z.enum(['', ...CONNECTION_REASONS]),
  phone: cloudPhone.nullable(),
  /** Fields the app does not subscribe to: what they would bring is lost. null where Meta does not say. */
  missingFields: z.array(z.enum(CLOUD_FIELDS)).nullable().default(null),
  profile: z
    .object({
      about: z.string(),
      address: z.string(),
      description: z.string(),
      email: z.string(),
      website1: z.string(),
      website2: z.string(),
      vertical: z.string(),
    })
    .nullable(),
})
export type CloudProfile = z.output<typeof cloudProfile>

const connectionTemplates = z.object({
  templates: listOf('whatsapps.templates', messageTemplate),
  /** When the provider told of them; null: never. */
  askedAt: z.string().nullable(),
  /** Why it could not be asked now; "" when it could. */
  reason: z.enum(['', ...CONNECTION_REASONS]),
})
export type ConnectionTemplates = z.output<typeof connectionTemplates>

const DENIED = ['ERR_NO_PERMISSION', 'ERR_NO_WAPP_FOUND'] as const
const AUTOMATION = ['ERR_PLAN_LACKS', 'ERR_NO_PROMPT_FOUND', 'ERR_NO_INTEGRATION_FOUND'] as const

export const connectionEndpoints = {
  ...firstConnectionEndpoints,
  ...messageCostEndpoints,
  ...phoneDataEndpoints,
  'whatsapps.traffic': endpoint('GET', '/whatsapp-traffic', {
    summary: 'Messages in and out per hour of the last day, for each connection of the company',
    access: 'connections-page:actionButtons',
    response: () => listOf('whatsapps.traffic', connectionHours),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'whatsapps.create': endpoint('POST', '/whatsapp', {
    summary: 'Add a connection; it begins to pair at once',
    access: 'connections-page:addConnection',
    body: connectionForm,
    response: whatsapp,
    errors: [
      'ERR_NO_PERMISSION',
      'ERR_PLAN_LIMIT',
      'ERR_WAPP_NAME_TAKEN',
      'ERR_WAPP_TOKEN_TAKEN',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_NO_QUEUE_FOUND',
      ...AUTOMATION,
    ],
  }),
  'whatsapps.update': endpoint('PUT', '/whatsapp/:id', {
    summary: 'Change a connection',
    access: 'connections-page:editOrDeleteConnection',
    body: () => connectionForm.partial(),
    response: whatsapp,
    errors: [
      ...DENIED,
      'ERR_WAPP_NAME_TAKEN',
      'ERR_WAPP_TOKEN_TAKEN',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_NO_QUEUE_FOUND',
      ...AUTOMATION,
    ],
  }),
  'whatsapps.remove': endpoint('DELETE', '/whatsapp/:id', {
    summary: 'Delete a connection; its conversations stay, without a number to answer from',
    access: 'connections-page:editOrDeleteConnection',
    response: done,
    errors: [...DENIED],
  }),
  'whatsapps.tickets': endpoint('GET', '/whatsapp/:id/tickets', {
    summary: 'How many conversations answer from a connection: what deleting it would leave without a number',
    access: 'connections-page:editOrDeleteConnection',
    response: connectionTickets,
    errors: [...DENIED],
  }),
  'whatsapps.renewToken': endpoint('POST', '/whatsapp/:id/token', {
    summary: 'Give a connection a new secret for the external messages API; the old one ends at once',
    access: 'connections-page:editOrDeleteConnection',
    response: whatsapp,
    errors: [...DENIED, 'ERR_PLAN_LACKS'],
  }),
  'whatsapps.cloud': endpoint('GET', '/whatsapp/:id/cloud', {
    summary: 'How a number of the Cloud API is set up, without its secrets',
    access: 'connections-page:editOrDeleteConnection',
    response: cloudSetUp,
    errors: [...DENIED],
  }),
  'whatsapps.saveCloud': endpoint('PUT', '/whatsapp/:id/cloud', {
    summary: 'Set up a number of the Cloud API; it is connected anew',
    access: 'connections-page:editOrDeleteConnection',
    body: cloudForm,
    response: cloudSetUp,
    errors: [...DENIED],
  }),
  'whatsapps.testCloud': endpoint('POST', '/whatsapp/:id/cloud/test', {
    summary: 'Ask Meta for the number of a set-up, before or after it is saved',
    access: 'connections-page:editOrDeleteConnection',
    body: cloudForm,
    response: cloudTest,
    errors: [...DENIED],
  }),
  'whatsapps.cloudProfile': endpoint('GET', '/whatsapp/:id/cloud/profile', {
    summary: 'How a number of the Cloud API stands with Meta, and what customers see of the company',
    access: 'connections-page:editOrDeleteConnection',
    response: cloudProfile,
    errors: [...DENIED],
  }),
  'whatsapps.saveCloudProfile': endpoint('PUT', '/whatsapp/:id/cloud/profile', {
    summary: 'Change what customers see of the company behind a number of the Cloud API',
    access: 'connections-page:editOrDeleteConnection',
    body: cloudProfileForm,
    response: cloudProfile,
    errors: [...DENIED],
  }),
  'whatsapps.templates': endpoint('GET', '/whatsapp/:id/templates', {
    summary: 'Templates of a number, as they are kept or asked for anew',
    access: 'member',
    query: () => z.object({ refresh: queryFlag }),
    response: connectionTemplates,
    errors: ['ERR_NO_WAPP_FOUND'],
  }),
  'whatsapps.restart': endpoint('POST', '/whatsapp-restart', {
    summary: 'Restart every connection of the company that is not signed out',
    access: 'connections-page:actionButtons',
    response: done,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'whatsapps.connect': endpoint('POST', '/whatsappsession/:id', {
    summary: 'Try again to connect',
    access: 'connections-page:actionButtons',
    response: done,
    errors: [...DENIED],
  }),
  'whatsapps.newCode': endpoint('PUT', '/whatsappsession/:id', {
    summary: 'Forget the paired phone and show a new QR code',
    access: 'connections-page:actionButtons',
    response: done,
    errors: [...DENIED],
  }),
  'whatsapps.pairByCode': endpoint('POST', '/whatsappsession/:id/code', {
    summary: 'Forget the paired phone and show a code that is typed into another',
    access: 'connections-page:actionButtons',
    body: pairingForm,
    response: done,
    errors: [...DENIED, 'ERR_WAPP_UNSUPPORTED'],
  }),
  'whatsapps.disconnect': endpoint('DELETE', '/whatsappsession/:id', {
    summary: 'Sign the number out',
    access: 'connections-page:actionButtons',
    response: done,
    errors: [...DENIED],
  }),
} as const
