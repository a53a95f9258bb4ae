/** Stored answers of the messages API, webhooks and their log. Every row names its company. */
import { DELIVERY_STATUSES, type WebhookEvent } from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, yesNo } from './columns'
import { messages, tickets } from './schema-conversation'
import { companyId, whatsappId } from './schema-organisation'

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    messages: yesNo('messages').notNull().default(false),
    acks: yesNo('acks').notNull().default(false),
    tickets: yesNo('tickets').notNull().default(false),
    active: yesNo('active').notNull().default(true),
    /** The secret its calls are signed with, sealed (auth/seal.ts). */
    secret: text('secret').notNull(),
    /** Since when every delivery has failed; null while it works. */
    failingSince: instant('failing_since'),
    /** Switched off because it kept failing. */
    gaveUp: yesNo('gave_up').notNull().default(false),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [index('webhooks_company').on(t.companyId, t.active)],
)

/** The queue and the log of webhooks in one (automation/webhooks/hear.ts writes the rows of events). */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: countedKey('id'),
    companyId: companyId(),
    webhookId: partOf('webhook_id', () => webhooks.id),
    event: text('event').$type<WebhookEvent>().notNull(),
    messageSeq: integer('message_seq').references(() => messages.seq, { onDelete: 'cascade' }),
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'cascade' }),
    /** What was to be seen when it happened, as JSON: ack and failure, or the ticket before and after. */
    detail: text('detail').notNull().default('{}'),
    /** The body as first sent; every retry sends the same. */
    payload: text('payload'),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at'),
    answerStatus: integer('answer_status'),
    answer: text('answer').notNull().default(''),
    failure: text('failure').notNull().default(''),
    durationMs: integer('duration_ms'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    deliveredAt: instant('delivered_at'),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [
    index('webhook_deliveries_due').on(t.webhookId, t.nextAt).where(sql`status = 'waiting'`),
    index('webhook_deliveries_company').on(t.companyId, t.id),
    index('webhook_deliveries_status').on(t.companyId, t.status, t.id),
    index('webhook_deliveries_webhook').on(t.webhookId, t.status, t.id),
    index('webhook_deliveries_message').on(t.messageSeq),
    index('webhook_deliveries_ticket').on(t.ticketId),
    index('webhook_deliveries_created').on(t.createdAt),
    index('webhook_deliveries_order').on(t.webhookId, t.ticketId, t.id).where(sql`status = 'waiting'`),
  ],
)

/** Calls of the messages API that named an idempotency key. */
export const apiRequests = sqliteTable(
  'api_requests',
  {
    id: countedKey('id'),
    companyId: companyId(),
    whatsappId: whatsappId(),
    key: text('key').notNull(),
    /** SHA-256 of the request. */
    fingerprint: text('fingerprint').notNull(),
    /** The answer as JSON; null until the message was accepted. */
    answer: text('answer'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('api_requests_key').on(t.whatsappId, t.key),
    index('api_requests_company').on(t.companyId),
    index('api_requests_created').on(t.createdAt),
  ],
)
