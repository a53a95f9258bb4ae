/** Campaigns, their recipients and their progress. Every row names its company. */
import type { CampaignTemplate } from '@contract'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, stamps, yesNo } from './columns'
import { tickets } from './schema-conversation'
import { contactListItems, contactLists, files } from './schema-marketing'
import { companyId, tags, users, whatsapps } from './schema-organisation'

const body = (column: string) => text(column).notNull().default('')

export const campaigns = sqliteTable(
  'campaigns',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    /** fold(name): what it is sorted by and searched in. */
    search: text('search').notNull(),
    message1: body('message1'),
    message2: body('message2'),
    message3: body('message3'),
    message4: body('message4'),
    message5: body('message5'),
    confirmationMessage1: body('confirmation_message1'),
    confirmationMessage2: body('confirmation_message2'),
    confirmationMessage3: body('confirmation_message3'),
    confirmationMessage4: body('confirmation_message4'),
    confirmationMessage5: body('confirmation_message5'),
    confirmation: yesNo('confirmation').notNull().default(false),
    status: text('status', { enum: ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] })
      .notNull()
      .default('INATIVA'),
    scheduledAt: instant('scheduled_at'),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    whatsappId: integer('whatsapp_id').references(() => whatsapps.id, { onDelete: 'set null' }),
    contactListId: integer('contact_list_id').references(() => contactLists.id, { onDelete: 'set null' }),
    /** The tag the contact list was made from. */
    tagListId: integer('tag_list_id').references(() => tags.id, { onDelete: 'set null' }),
    fileListId: integer('file_list_id').references(() => files.id, { onDelete: 'set null' }),
    /** Who made it. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    skipOpenTickets: yesNo('skip_open_tickets').notNull().default(false),
    /** The template sent instead of its messages (JSON). */
    template: text('template', { mode: 'json' }).$type<CampaignTemplate>(),
    mediaFile: text('media_file'),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    mediaType: text('media_type'),
    mediaSize: integer('media_size'),
    mediaWidth: integer('media_width'),
    mediaHeight: integer('media_height'),
    mediaDuration: integer('media_duration'),
    /** Why it was stopped automatically: 'connection' | 'rejections' | 'variables' | 'template' | ''. */
    stopReason: text('stop_reason').notNull().default(''),
    /** When the next recipient is due, and since when there was no longer pause (contract, campaign-pace). */
    nextAt: instant('next_at'),
    stretchAt: instant('stretch_at'),
    /** The last item of the list that became a recipient; null: all did. */
    preparedTo: integer('prepared_to').default(0),
    /** Rejections since the last accepted message. */
    refusedInRow: integer('refused_in_row').notNull().default(0),
    /** Since when its connection is down while it should send. */
    downSince: instant('down_since'),
    ...stamps(),
  },
  t => [
    index('campaigns_company').on(t.companyId, t.search, t.id),
    index('campaigns_due').on(t.status, t.scheduledAt),
    index('campaigns_list').on(t.contactListId),
  ],
)

/** One row for each recipient of a campaign; states in src/contract/campaign-states.ts. */
export const campaignRecipients = sqliteTable(
  'campaign_recipients',
  {
    id: countedKey('id'),
    companyId: companyId(),
    campaignId: partOf('campaign_id', () => campaigns.id),
    itemId: integer('item_id').references(() => contactListItems.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    number: text('number').notNull(),
    email: text('email').notNull().default(''),
    /** fold(name + number). */
    search: text('search').notNull(),
    state: text('state', {
      enum: ['waiting', 'asked', 'confirmed', 'sending', 'sent', 'delivered', 'failed', 'skipped'],
    })
      .notNull()
      .default('waiting'),
    reason: text('reason').notNull().default(''),
    /** Which of the five messages; chosen with the first try. */
    slot: integer('slot'),
    message: text('message').notNull().default(''),
    /** How often it was retried after a refusal. */
    retries: integer('retries').notNull().default(0),
    /** The conversation it is in. */
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    confirmationRequestedAt: instant('confirmation_requested_at'),
    confirmedAt: instant('confirmed_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    ...stamps(),
  },
  t => [
    uniqueIndex('campaign_recipients_number').on(t.campaignId, t.number),
    index('campaign_recipients_order').on(t.campaignId, t.id),
    index('campaign_recipients_state').on(t.campaignId, t.state, t.id),
    index('campaign_recipients_answer').on(t.companyId, t.number, t.state),
    index('campaign_recipients_item').on(t.itemId),
    index('campaign_recipients_ticket').on(t.ticketId),
  ],
)

/** People who opted out of a company's campaigns. */
export const campaignOptOuts = sqliteTable(
  'campaign_opt_outs',
  {
    id: countedKey('id'),
    companyId: companyId(),
    number: text('number').notNull(),
    name: text('name').notNull().default(''),
    /** The words they used. */
    word: text('word').notNull(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('campaign_opt_outs_number').on(t.companyId, t.number),
    index('campaign_opt_outs_company').on(t.companyId, t.createdAt, t.id),
  ],
)

export const campaignSettings = sqliteTable(
  'campaign_settings',
  {
    id: countedKey('id'),
    companyId: companyId(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    ...stamps(),
  },
  t => [uniqueIndex('campaign_settings_key').on(t.companyId, t.key)],
)
