/** The set-up of numbers of WhatsApp's Cloud API, how they stand with Meta, and the company's profile there. */
import { z } from 'zod'
import { CONNECTION_REASONS } from '../entities'
import { line, words } from '../requests'
import { listOf } from '../scalars'
import { endpoint } from './define'

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

/** Who answers on a number, as its deliveries showed: when each last did; null where they did not yet. */
const responders = z.object({
  metaAgentAt: z.string().nullable(),
  /** A service that is neither Meta's agent nor this server. */
  partnerAt: z.string().nullable(),
  /** A customer wrote straight to this server, in a conversation that nobody else ever had. */
  directAt: z.string().nullable().default(null),
  /** A conversation came from another responder, and one was taken by a person here. */
  handedAt: z.string().nullable(),
  takenAt: z.string().nullable(),
})
export type CloudResponders = z.output<typeof responders>

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
  /** null where the server does not keep it. */
  responders: responders.nullable().default(null),
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

/** The fields of Meta's webhook that are read: what a field brings is lost where it is not subscribed. */
export const CLOUD_FIELDS = [
  'messages',
  'standby',
  'messaging_handovers',
  'calls',
  'smb_message_echoes',
  'smb_app_state_sync',
  'history',
  'user_preferences',
  'message_template_status_update',
  'template_category_update',
  'message_template_quality_update',
  'message_template_components_update',
  'business_capability_update',
  'phone_number_quality_update',
] as const
export type CloudField = (typeof CLOUD_FIELDS)[number]

const cloudProfile = z.object({
  /** Why Meta did not say; "" when it did. */
  reason: z.enum(['', ...CONNECTION_REASONS]),
  phone: cloudPhone.nullable(),
  /** Fields the app does not subscribe to: what they would bring is lost. null where Meta does not say. */
  missingFields: listOf('whatsapps.cloudProfile', z.enum(CLOUD_FIELDS)).nullable().default(null),
  /** Whether the business account delivers to the app at all; null where Meta does not say. */
  isSubscribed: z.boolean().nullable().default(null),
  /** Where Meta delivers this number instead of to the company's addresses here; null where it does not. */
  otherAddress: z.string().nullable().default(null),
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

const DENIED = ['ERR_NO_PERMISSION', 'ERR_NO_WAPP_FOUND'] as const

export const cloudSetUpEndpoints = {
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
}
