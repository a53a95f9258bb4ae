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
import { cloudSetUpEndpoints } from './cloud-set-up'
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

/** The phone that is paired by a code: with country and area code, however it is written. */
export const pairingForm = z.object({
  phone: z
    .string()
    .transform(written => written.replace(/\D/g, ''))
    .pipe(z.string().regex(/^\d{10,15}$/, 'Invalid number')),
})

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
  ...cloudSetUpEndpoints,
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
