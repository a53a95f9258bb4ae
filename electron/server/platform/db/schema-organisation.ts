/**
 * Companies, plans, people, sessions, queues, connections, tags, settings. Every row except plans and helps names its
 * company.
 */
import { ASSIGN_MODES, AWAY_RULES, type NewChats, type ScheduleDay } from '@contract'
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, stamps, yesNo } from './columns'

export const plans = sqliteTable('plans', {
  id: countedKey('id'),
  name: text('name').notNull().unique(),
  users: integer('users').notNull().default(0),
  connections: integer('connections').notNull().default(0),
  queues: integer('queues').notNull().default(0),
  value: real('value').notNull().default(0),
  useCampaigns: yesNo('use_campaigns').notNull().default(true),
  useKanban: yesNo('use_kanban').notNull().default(true),
  useOpenAi: yesNo('use_open_ai').notNull().default(true),
  useIntegrations: yesNo('use_integrations').notNull().default(true),
  useSchedules: yesNo('use_schedules').notNull().default(true),
  useInternalChat: yesNo('use_internal_chat').notNull().default(true),
  useExternalApi: yesNo('use_external_api').notNull().default(true),
  /** For the platform's own use: not offered at sign-up. */
  useInternal: yesNo('use_internal').notNull().default(false),
  ...stamps(),
})

export const companies = sqliteTable(
  'companies',
  {
    id: countedKey('id'),
    name: text('name').notNull().unique(),
    email: text('email'),
    phone: text('phone'),
    status: yesNo('status').notNull().default(true),
    dueDate: instant('due_date'),
    /** Day of the month the due date is meant for; null until it moves for the first time. */
    dueDay: integer('due_day'),
    recurrence: text('recurrence'),
    planId: integer('plan_id').references(() => plans.id),
    schedules: text('schedules', { mode: 'json' }).$type<ScheduleDay[]>().notNull().default([]),
    trialExpiration: instant('trial_expiration'),
    billingName: text('billing_name'),
    addressZipCode: text('address_zip_code'),
    addressStreet: text('address_street'),
    addressState: text('address_state'),
    addressCity: text('address_city'),
    addressDistrict: text('address_district'),
    /** The list of first steps: 'shown', 'away', or null for a company that never had one. */
    firstSteps: text('first_steps', { enum: ['shown', 'away'] }),
    ...stamps(),
  },
  t => [index('companies_plan').on(t.planId), index('companies_due').on(t.dueDate)],
)

/** One row once it is decided what the workspace is for; a demo never becomes a company's, nor the reverse. */
export const workspace = sqliteTable(
  'workspace',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: ['demo', 'company'] }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  () => [check('workspace_once', sql`id = 1`)],
)

/** Help videos, the same for everybody. */
export const helps = sqliteTable('helps', {
  id: countedKey('id'),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  /** Code of the video in its address. */
  video: text('video').notNull().default(''),
  link: text('link'),
  ...stamps(),
})

/** The company of a row; the row is deleted with it. */
export const companyId = () => partOf('company_id', () => companies.id)
/** The connection of a row. */
export const whatsappId = () => partOf('whatsapp_id', () => whatsapps.id)

export const settings = sqliteTable(
  'settings',
  {
    id: countedKey('id'),
    companyId: companyId(),
    key: text('key').notNull(),
    value: text('value').notNull().default(''),
    ...stamps(),
  },
  t => [uniqueIndex('settings_company_key').on(t.companyId, t.key)],
)

export const users = sqliteTable(
  'users',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    /** Lower case; unique over all companies, because people sign in with it. */
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    /** 'user' | 'supervisor' | 'admin' (src/contract/permissions.ts). */
    profile: text('profile').notNull().default('user'),
    super: yesNo('super').notNull().default(false),
    /** Whether the person also sees tickets without a queue. */
    allTicket: yesNo('all_ticket').notNull().default(false),
    whatsappId: integer('whatsapp_id'),
    online: yesNo('online').notNull().default(false),
    /** 'online' | 'idle' | 'offline', from the userStatus heartbeat. */
    presence: text('presence').notNull().default('offline'),
    lastSeenAt: instant('last_seen_at'),
    /** Most open tickets a queue may hand out to the person; null: as the queue says. */
    ticketCeiling: integer('ticket_ceiling'),
    /** When the tickets of an absent person were moved on; null: they were not. */
    handedOnAt: instant('handed_on_at'),
    /** Raised by a password change or a forced sign-out: older access tokens are refused. */
    tokenVersion: integer('token_version').notNull().default(0),
    ...stamps(),
  },
  t => [index('users_company_name').on(t.companyId, t.name)],
)

/** One row per issued refresh token that has not expired. A family is one sign-in. */
export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    id: countedKey('id'),
    companyId: companyId(),
    userId: partOf('user_id', () => users.id),
    family: text('family').notNull(),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    /** When it was exchanged; a second use after a short grace period revokes the family. */
    rotatedAt: instant('rotated_at'),
    revokedAt: instant('revoked_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [index('refresh_tokens_family').on(t.family), index('refresh_tokens_user').on(t.userId)],
)

/** Networks somebody has signed in from (auth/places.ts). */
export const signInPlaces = sqliteTable(
  'sign_in_places',
  {
    userId: partOf('user_id', () => users.id),
    companyId: companyId(),
    /** Keyed hash of the network. */
    place: text('place').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.place] }),
    index('sign_in_places_seen').on(t.userId, t.seenAt),
    index('sign_in_places_company').on(t.companyId),
  ],
)

export const queues = sqliteTable(
  'queues',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    greetingMessage: text('greeting_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    orderQueue: integer('order_queue'),
    integrationId: integer('integration_id'),
    promptId: integer('prompt_id'),
    schedules: text('schedules', { mode: 'json' }).$type<ScheduleDay[]>().notNull().default([]),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    assignMode: text('assign_mode', { enum: ASSIGN_MODES }).notNull().default('hand'),
    assignCeiling: integer('assign_ceiling'),
    assignAway: text('assign_away', { enum: AWAY_RULES }).notNull().default('stay'),
    assignStickyHours: integer('assign_sticky_hours').notNull().default(0),
    /** null: never to anybody without the skill. */
    assignSkillMinutes: integer('assign_skill_minutes'),
    ...stamps(),
  },
  t => [
    uniqueIndex('queues_company_name').on(t.companyId, t.name),
    uniqueIndex('queues_company_color').on(t.companyId, t.color),
    index('queues_assigning').on(t.companyId).where(sql`assign_mode <> 'hand' or assign_away <> 'stay'`),
  ],
)

export const userQueues = sqliteTable(
  'user_queues',
  {
    companyId: companyId(),
    userId: partOf('user_id', () => users.id),
    queueId: partOf('queue_id', () => queues.id),
  },
  t => [primaryKey({ columns: [t.userId, t.queueId] }), index('user_queues_queue').on(t.queueId)],
)

export const whatsapps = sqliteTable(
  'whatsapps',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    number: text('number'),
    /** CONNECTED, qrcode, PAIRING, DISCONNECTED, TIMEOUT, OPENING, PENDING. */
    status: text('status').notNull().default('DISCONNECTED'),
    qrcode: text('qrcode').notNull().default(''),
    retries: integer('retries').notNull().default(0),
    isDefault: yesNo('is_default').notNull().default(false),
    greetingMessage: text('greeting_message').notNull().default(''),
    farewellMessage: text('farewell_message').notNull().default(''),
    complationMessage: text('complation_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    ratingMessage: text('rating_message').notNull().default(''),
    transferMessage: text('transfer_message').notNull().default(''),
    /** External API token of this connection; a secret that agents never see. */
    token: text('token').notNull().default(''),
    provider: text('provider').notNull().default('beta'),
    transferQueueId: integer('transfer_queue_id'),
    /** Minutes. */
    timeToTransfer: integer('time_to_transfer'),
    promptId: integer('prompt_id'),
    integrationId: integer('integration_id'),
    maxUseBotQueues: integer('max_use_bot_queues'),
    /** Minutes. */
    timeUseBotQueues: integer('time_use_bot_queues'),
    /** Minutes. */
    expiresTicket: integer('expires_ticket'),
    expiresInactiveMessage: text('expires_inactive_message').notNull().default(''),
    /** Since when it has this status. */
    statusSince: instant('status_since'),
    /** A key of CONNECTION_REASONS while the connection is down; else "". */
    statusReason: text('status_reason').notNull().default(''),
    /** When the shown code expires; null while there is none. */
    qrcodeUntil: instant('qrcode_until'),
    /** WhatsApp's limit for starting conversations (channel/web/new-chats.ts). */
    newChats: text('new_chats', { mode: 'json' }).$type<NewChats>(),
    /** Agents may send utility text without a template; and when the provider last refused that to the account. */
    directSend: yesNo('direct_send').notNull().default(false),
    directSendRefusedAt: instant('direct_send_refused_at'),
    /** Automatic texts that follow each other leave as one message. */
    joinsTexts: yesNo('joins_texts').notNull().default(false),
    ...stamps(),
  },
  t => [
    index('whatsapps_company').on(t.companyId),
    uniqueIndex('whatsapps_token').on(t.token).where(sql`token <> ''`),
  ],
)

/** Messages in and out of a connection, by hour (hours since the epoch). */
export const connectionHours = sqliteTable(
  'connection_hours',
  {
    companyId: companyId(),
    whatsappId: whatsappId(),
    hour: integer('hour').notNull(),
    incoming: integer('incoming').notNull().default(0),
    outgoing: integer('outgoing').notNull().default(0),
  },
  t => [primaryKey({ columns: [t.whatsappId, t.hour] })],
)

/** The chatbot tree of a queue; options without a parent are the first ones offered. */
export const queueOptions = sqliteTable(
  'queue_options',
  {
    id: countedKey('id'),
    companyId: companyId(),
    queueId: partOf('queue_id', () => queues.id),
    parentId: integer('parent_id').references((): AnySQLiteColumn => queueOptions.id, {
      onDelete: 'cascade',
    }),
    title: text('title').notNull(),
    message: text('message').notNull().default(''),
    /** Its position among its siblings, from 1: what the customer types. */
    position: integer('position').notNull().default(1),
    exitChatbot: yesNo('exit_chatbot').notNull().default(false),
    forwardQueueId: integer('forward_queue_id').references(() => queues.id, { onDelete: 'set null' }),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    ...stamps(),
  },
  t => [
    index('queue_options_queue').on(t.queueId, t.parentId, t.position),
    index('queue_options_parent').on(t.parentId),
  ],
)

/** Days with other hours, or closed. */
export const holidays = sqliteTable(
  'holidays',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** YYYY-MM-DD in the company's time zone. */
    day: text('day').notNull(),
    name: text('name').notNull(),
    /** HH:mm; both empty: closed all day. */
    startTime: text('start_time').notNull().default(''),
    endTime: text('end_time').notNull().default(''),
    ...stamps(),
  },
  t => [uniqueIndex('holidays_company_day').on(t.companyId, t.day)],
)

export const whatsappQueues = sqliteTable(
  'whatsapp_queues',
  {
    companyId: companyId(),
    whatsappId: whatsappId(),
    queueId: partOf('queue_id', () => queues.id),
  },
  t => [primaryKey({ columns: [t.whatsappId, t.queueId] }), index('whatsapp_queues_queue').on(t.queueId)],
)

export const tags = sqliteTable(
  'tags',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    color: text('color').notNull().default('#A4CCCC'),
    /** 1: a column of the kanban. */
    kanban: integer('kanban').notNull().default(0),
    userId: integer('user_id'),
    ...stamps(),
  },
  t => [index('tags_company_name').on(t.companyId, t.name)],
)
