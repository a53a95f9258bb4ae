/** Company, plan, user, queue, tag, connection, setting: who works here and through what. */
import { z } from 'zod'
import { ASSIGN_MODES, AWAY_RULES } from '../assignment'
import {
  figure,
  flag,
  id,
  instant,
  listOf,
  maybe,
  maybeFigure,
  maybeId,
  maybeInstant,
  maybeName,
  maybeText,
  name,
  text,
} from '../scalars'

export const scheduleDay = z.object({ weekday: text, weekdayEn: text, startTime: text, endTime: text })
export type ScheduleDay = z.output<typeof scheduleDay>

/** One key/value row of a company's settings. */
export const setting = z.object({ key: z.string(), value: text, companyId: maybeId })
export type Setting = z.output<typeof setting>

/** Optional features a plan switches on. */
export const planFlags = z.object({
  useCampaigns: flag,
  useKanban: flag,
  useOpenAi: flag,
  useIntegrations: flag,
  useSchedules: flag,
  useInternalChat: flag,
  useExternalApi: flag,
})
export type PlanFlags = z.output<typeof planFlags>

export const plan = planFlags.extend({
  id,
  name,
  users: figure,
  connections: figure,
  queues: figure,
  /** Reais a month. */
  value: figure,
  /** For the platform's own use: nobody who signs up is offered it. */
  useInternal: flag,
  /** Companies that have it; null where a server does not count them. */
  companiesCount: maybeFigure,
})
export type Plan = z.output<typeof plan>

export const company = z.object({
  id,
  name,
  email: maybeText,
  phone: maybeText,
  status: flag,
  dueDate: maybeInstant,
  /** Day of the month the due date is meant for, where months are too short for it; null where a server keeps none. */
  dueDay: maybeFigure,
  recurrence: maybeText,
  planId: maybeId,
  plan: maybe(plan),
  schedules: listOf('company.schedules', scheduleDay),
  settings: listOf('company.settings', setting),
  /** When the time to try it ends; null for companies that never tried. */
  trialExpiration: maybeInstant,
  billingName: maybeText,
  addressZipCode: maybeText,
  addressStreet: maybeText,
  addressState: maybeText,
  addressCity: maybeText,
  addressDistrict: maybeText,
  createdAt: maybeInstant,
})
export type Company = z.output<typeof company>

/** A queue as tickets, users and lists carry it. */
export const queueRef = z.object({ id, name, color: text })
export type QueueRef = z.output<typeof queueRef>

const assignMode = z.enum(ASSIGN_MODES).catch('hand')
const assignAway = z.enum(AWAY_RULES).catch('stay')

export const queue = queueRef.extend({
  greetingMessage: text,
  outOfHoursMessage: text,
  orderQueue: maybeFigure,
  integrationId: maybeId,
  promptId: maybeId,
  schedules: listOf('queue.schedules', scheduleDay),
  mediaPath: maybeText,
  mediaName: maybeName,
  /** How it hands out its tickets (../assignment); other words of a server read as none. */
  assignMode,
  /** Open tickets of a person who has no ceiling of their own. */
  assignCeiling: maybeFigure,
  assignAway,
  /** Hours in which a customer goes back to who knew them. */
  assignStickyHours: figure,
  /** Minutes after which a ticket goes to somebody without the skill; null: never. */
  assignSkillMinutes: maybeFigure,
  /** Tickets in it that are not resolved; only where one queue is asked for, null elsewhere. */
  openTickets: maybeFigure,
})
export type Queue = z.output<typeof queue>

/** A person as tickets and notes name one. */
export const userRef = z.object({ id, name })
export type UserRef = z.output<typeof userRef>

/** A break somebody is on: its reason is a key of languages or a company's own words; minutes as expected, null: open. */
export const userBreak = z.object({ reason: name, minutes: maybeFigure, startedAt: instant })
export type UserBreak = z.output<typeof userBreak>

/**
 * A user of a company. `profile` stays open text: servers know "admin", "supervisor", "user" and may store others;
 * anything unknown has the rights of a plain agent.
 */
export const user = z.object({
  id,
  name,
  email: text,
  profile: text,
  super: flag,
  companyId: maybeId,
  company: maybe(company),
  whatsappId: maybeId,
  queues: listOf('user.queues', queueRef),
  allTicket: flag,
  online: flag,
  /** Open tickets up to which queues hand them more; null: as the queue says. */
  ticketCeiling: maybeFigure,
  /** Tags of tickets they are skilled in. */
  skillIds: listOf('user.skillIds', id),
  /** The break they are on. */
  break: maybe(userBreak),
  /** Whether they sign in with a second step (../two-factor). */
  twoFactor: flag,
  createdAt: maybeInstant,
})
export type User = z.output<typeof user>

export const tag = z.object({
  id,
  name,
  color: text,
  kanban: figure,
  userId: maybeId,
  ticketsCount: figure,
})
export type Tag = z.output<typeof tag>

/** Statuses of a WhatsApp connection; PENDING is what legacy servers add. */
export const CONNECTION_STATUSES = [
  'CONNECTED',
  'qrcode',
  'PAIRING',
  'DISCONNECTED',
  'TIMEOUT',
  'OPENING',
  'PENDING',
] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]
/** Statuses that raise the badge on the connections entry. */
export const ALERTING_CONNECTION_STATUSES: readonly string[] = [
  'qrcode',
  'PAIRING',
  'DISCONNECTED',
  'TIMEOUT',
  'OPENING',
  'PENDING',
]

/** How far a paired number may begin conversations with people it has not written with. */
export const newChats = z.object({
  /** `locked`, `capped`: none at all; `warned`: few are left. */
  state: z.enum(['free', 'warned', 'capped', 'locked']).catch('free'),
  /** When that ends; null where WhatsApp does not say. */
  until: maybeInstant,
  used: maybeFigure,
  total: maybeFigure,
})
export type NewChats = z.output<typeof newChats>

/** What holds a number back at a moment (milliseconds since the epoch); null where nothing does, or its end is past. */
export const heldBack = (now: number, state: NewChats | null): NewChats | null =>
  state === null || state.state === 'free' || (state.until !== null && Date.parse(state.until) <= now)
    ? null
    : state

/**
 * What a campaign of a number waits for: a lock or a used quota whose end is known. A single refusal names no end and may be
 * about its recipient alone, so that a campaign would wait for nothing.
 */
export function campaignPause(now: number, state: NewChats | null): NewChats | null {
  const held = heldBack(now, state)
  return held && held.state !== 'warned' && held.until !== null ? held : null
}

/**
 * A WhatsApp connection. Session credentials that some servers send along are not part of the shape and never survive
 * parsing; the token of the external messages API reaches those who may change connections.
 */
export const whatsapp = z.object({
  id,
  name,
  number: maybeText,
  status: text,
  qrcode: text,
  retries: figure,
  isDefault: flag,
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  transferMessage: text,
  token: text,
  provider: text,
  expiresInactiveMessage: text,
  /** Minutes, like the three below; null or 0: never. */
  expiresTicket: maybeFigure,
  timeUseBotQueues: maybeFigure,
  timeToTransfer: maybeFigure,
  /** How often a customer is shown the queue menu; null: the default. */
  maxUseBotQueues: maybeFigure,
  transferQueueId: maybeId,
  promptId: maybeId,
  integrationId: maybeId,
  queues: listOf('whatsapp.queues', queueRef),
  updatedAt: instant,
  /** Since when the status is what it is; null where a server does not keep it. */
  statusSince: maybeInstant,
  /** Why the connection is down (a key of CONNECTION_REASONS); "" while it is not, or where it is not known. */
  statusReason: text,
  /** When the code that is shown ends and the next one comes; null while none is, or where a server does not say. */
  qrcodeUntil: maybeInstant,
  /** What WhatsApp lets it begin; null where nothing is known of it. */
  newChats: maybe(newChats),
  /** Agents may send utility text without a template, and when Meta last refused that to the account. */
  directSend: z.boolean().default(false).catch(false),
  directSendRefusedAt: maybeInstant,
  /** Automatic texts that follow each other leave as one message. */
  joinsTexts: z.boolean().default(false).catch(false),
  /** What the number can do (CHANNEL_CAPABILITIES); null where it is not said: nothing is held back then. */
  capabilities: z.array(z.string()).nullable().default(null).catch(null),
})
export type Whatsapp = z.output<typeof whatsapp>

/** Why a connection went down, as far as the workspace knows. */
export const CONNECTION_REASONS = [
  'signedOut',
  'codeExpired',
  /** A second code ended unused: the phone may ask for a passkey, which this way cannot give. */
  'passkey',
  'lost',
  'refused',
  'restart',
  'stopped',
  /** No way to WhatsApp is installed in this workspace. */
  'noProvider',
  /** It is up, and the provider delivers nothing that costs: nobody pays for it. */
  'unpaid',
  /** It is not set up yet: identifiers or secrets are missing. */
  'noCredentials',
  /** The provider does not take the access token (any more). */
  'tokenRefused',
  /** The token is good and may not use this number. */
  'noRight',
  /** The provider has locked the account. */
  'locked',
  /** The provider does not answer; it is tried again. */
  'unreachable',
  /** The same session was opened on another computer. */
  'replaced',
  /** WhatsApp has blocked the number. */
  'banned',
  /** WhatsApp does not take this version of the package any more. */
  'outdated',
  /** The keys of the session do not fit any longer. */
  'badSession',
  /** The package this way needs is not installed on the server. */
  'noPackage',
] as const
export type ConnectionReason = (typeof CONNECTION_REASONS)[number]

/** Messages of one connection by hour: 24 figures each way, the last one the present hour. */
export const connectionHours = z.object({
  whatsappId: id,
  incoming: z.array(z.number()),
  outgoing: z.array(z.number()),
})
export type ConnectionHours = z.output<typeof connectionHours>

/** Conversations that answer from one connection, by where they stand. */
export const connectionTickets = z.object({ open: figure, pending: figure, closed: figure })
export type ConnectionTickets = z.output<typeof connectionTickets>

export const whatsappRef = z.object({ id: maybeId, name })
export type WhatsappRef = z.output<typeof whatsappRef>
