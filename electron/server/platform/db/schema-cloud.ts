/** Numbers of the WhatsApp Business Cloud API (channel/cloud). Every row names its company. */
import { COST_AUTHORS, type MessageTemplate } from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, yesNo } from './columns'
import { contacts } from './schema-conversation'
import { companies, companyId, whatsappId, whatsapps } from './schema-organisation'

/** How a connection is set up. Secrets are here sealed only (auth/seal.ts). */
export const cloudAccounts = sqliteTable(
  'cloud_accounts',
  {
    whatsappId: integer('whatsapp_id')
      .primaryKey()
      .references(() => whatsapps.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    phoneNumberId: text('phone_number_id').notNull().default(''),
    businessAccountId: text('business_account_id').notNull().default(''),
    /** Sealed, like the two below; "" for none. */
    accessToken: text('access_token').notNull().default(''),
    appSecret: text('app_secret').notNull().default(''),
    verifyToken: text('verify_token').notNull().default(''),
    /** Last part of the address the provider calls. */
    hook: text('hook').notNull(),
    /** When the provider last showed the verify token, and when it last delivered anything. */
    verifiedAt: instant('verified_at'),
    heardAt: instant('heard_at'),
    /** Since when Meta stops paid deliveries because nobody pays; null while it delivers. */
    unpaidAt: instant('unpaid_at'),
    /** Meta's id of the portfolio that owns the account; "" while it is not known. */
    portfolioId: text('portfolio_id').notNull().default(''),
    /** How many customers all numbers of the portfolio may write to first in 24 hours; -1 for any number, null: not told. */
    dailyLimit: integer('daily_limit'),
    dailyLimitAt: instant('daily_limit_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('cloud_accounts_hook').on(t.hook),
    index('cloud_accounts_company').on(t.companyId, t.phoneNumberId),
  ],
)

/** Own messages sent to the provider: stored before the request. */
export const cloudMessages = sqliteTable(
  'cloud_messages',
  {
    companyId: companyId(),
    /** The workspace's id of the message. */
    messageId: text('message_id').notNull(),
    whatsappId: whatsappId(),
    /** The provider's id; null while its answer is unknown. */
    wamid: text('wamid'),
    ack: integer('ack').notNull().default(0),
    failure: text('failure'),
    askedAt: instant('asked_at').notNull(),
    /** Meta's pricing information (./pricing in channel/cloud); null while there is none. */
    priceCategory: text('price_category'),
    priceType: text('price_type'),
    billable: yesNo('billable'),
    /** When it was added to the sums, which happens once. */
    countedAt: instant('counted_at'),
    /** Told when it was counted: it could have been part of the message before; a plain message could have replaced it. */
    joinable: yesNo('joinable').notNull().default(false),
    replaceable: yesNo('replaceable').notNull().default(false),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.messageId] }),
    index('cloud_messages_wamid').on(t.companyId, t.wamid),
    index('cloud_messages_whatsapp').on(t.whatsappId, t.askedAt),
    index('cloud_messages_counted').on(t.companyId, t.countedAt).where(sql`counted_at is not null`),
  ],
)

/** Delivered messages by Meta's price; ids are 0 for none and refer to no row. */
export const messageCosts = sqliteTable(
  'message_costs',
  {
    companyId: companyId(),
    whatsappId: whatsappId(),
    /** When it was delivered, on the company's clock: YYYY-MM-DD. */
    day: text('day').notNull(),
    category: text('category').notNull(),
    type: text('type').notNull(),
    billable: yesNo('billable').notNull(),
    author: text('author', { enum: COST_AUTHORS }).notNull(),
    queueId: integer('queue_id').notNull().default(0),
    userId: integer('user_id').notNull().default(0),
    campaignId: integer('campaign_id').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    /** Of them, as in `cloudMessages`. */
    joinable: integer('joinable').notNull().default(0),
    replaceable: integer('replaceable').notNull().default(0),
  },
  t => [
    primaryKey({
      columns: [
        t.whatsappId,
        t.day,
        t.category,
        t.type,
        t.billable,
        t.author,
        t.queueId,
        t.userId,
        t.campaignId,
      ],
    }),
    index('message_costs_company').on(t.companyId, t.day),
  ],
)

/** The company's own prices: Meta tells no amounts. */
export const cloudRates = sqliteTable('cloud_rates', {
  companyId: integer('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  currency: text('currency').notNull(),
  /** For a thousand messages, by category. */
  amounts: text('amounts', { mode: 'json' }).$type<Record<string, number>>().notNull(),
  updatedAt: instant('updated_at').notNull().$defaultFn(now),
})

/** Deliveries that were not understood (channel/cloud/unknown.ts). */
export const cloudUnknown = sqliteTable(
  'cloud_unknown',
  {
    id: countedKey('id'),
    companyId: companyId(),
    whatsappId: whatsappId(),
    /** Identifies the same part when it comes again. */
    key: text('key').notNull(),
    /** Meta's name of the field, or what is wrong. */
    what: text('what').notNull(),
    payload: text('payload').notNull(),
    times: integer('times').notNull().default(1),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  t => [
    uniqueIndex('cloud_unknown_key').on(t.whatsappId, t.key),
    index('cloud_unknown_last').on(t.lastAt),
    index('cloud_unknown_company').on(t.companyId),
  ],
)

/** When a customer last wrote to a number that may answer freely for a limited time (channel/window.ts). */
export const replyWindows = sqliteTable(
  'reply_windows',
  {
    whatsappId: whatsappId(),
    contactId: partOf('contact_id', () => contacts.id),
    companyId: companyId(),
    wroteAt: instant('wrote_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.whatsappId, t.contactId] }),
    index('reply_windows_contact').on(t.contactId),
    index('reply_windows_company').on(t.companyId),
  ],
)

/** A connection's templates as the provider last listed them. */
export const connectionTemplates = sqliteTable(
  'connection_templates',
  {
    whatsappId: integer('whatsapp_id')
      .primaryKey()
      .references(() => whatsapps.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    templates: text('templates', { mode: 'json' }).$type<MessageTemplate[]>().notNull().default([]),
    askedAt: instant('asked_at').notNull(),
  },
  t => [index('connection_templates_company').on(t.companyId)],
)
