/** Contacts, tickets, messages and what belongs to them. Every row names its company. */
import {
  PRIORITIES,
  type PressedMenu,
  type Referral,
  THREAD_HOLDERS,
  type TicketDeadline,
  type Translations,
  WAKE_REASONS,
} from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, stamps, wordOf, yesNo } from './columns'
import type { KeptPreview } from './link-preview'
import { companyId, queues, tags, users, whatsapps } from './schema-organisation'
import type { StoredTemplate } from './template'

export const contacts = sqliteTable(
  'contacts',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    /**
     * Digits only; a group's id for groups; the address of a customer without a visible phone
     * (src/contract/addresses.ts).
     */
    number: text('number').notNull(),
    /** The user name, without the "@". It can change hands, so it never identifies a contact. */
    username: text('username'),
    email: text('email').notNull().default(''),
    profilePicUrl: text('profile_pic_url'),
    isGroup: yesNo('is_group').notNull().default(false),
    active: yesNo('active').notNull().default(true),
    /** The connection that first brought this contact. */
    whatsappId: integer('whatsapp_id').references(() => whatsapps.id, { onDelete: 'set null' }),
    /** fold(name + number + username + email): what searches look into. Kept by contactSearchText (db/search.ts). */
    search: text('search').notNull().default(''),
    ...stamps(),
  },
  t => [
    uniqueIndex('contacts_company_number').on(t.companyId, t.number),
    index('contacts_company_search').on(t.companyId, t.search, t.id),
    index('contacts_created').on(t.companyId, t.createdAt, t.isGroup),
  ],
)

export const contactCustomFields = sqliteTable(
  'contact_custom_fields',
  {
    id: countedKey('id'),
    companyId: companyId(),
    contactId: partOf('contact_id', () => contacts.id),
    name: text('name').notNull(),
    value: text('value').notNull().default(''),
  },
  t => [index('contact_custom_fields_contact').on(t.contactId)],
)

const PRIORITY_KEY = sql`((case priority when 'urgent' then 0 when 'high' then 1 when 'low' then 3 else 2 end) * 10000000000000 + coalesce(waiting_since, 9999999999999))`

export const tickets = sqliteTable(
  'tickets',
  {
    id: countedKey('id'),
    uuid: text('uuid').notNull().unique(),
    companyId: companyId(),
    /** Protocol number shown to the customer. */
    code: text('code').notNull().default(''),
    status: text('status', { enum: ['pending', 'open', 'closed'] }).notNull(),
    unreadMessages: integer('unread_messages').notNull().default(0),
    lastMessage: text('last_message').notNull().default(''),
    lastMessageType: text('last_message_type'),
    lastMessageAt: instant('last_message_at'),
    /** Whether the last message was ours. */
    fromMe: yesNo('from_me').notNull().default(false),
    /** Which colleague wrote it; null for customers, automatic answers and messages from the phone. */
    lastAuthorId: integer('last_author_id'),
    isGroup: yesNo('is_group').notNull().default(false),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    contactId: partOf('contact_id', () => contacts.id),
    whatsappId: integer('whatsapp_id').references(() => whatsapps.id, { onDelete: 'set null' }),
    chatbot: yesNo('chatbot').notNull().default(false),
    queueOptionId: integer('queue_option_id'),
    amountUsedBotQueues: integer('amount_used_bot_queues').notNull().default(0),
    /** When the queue menu was last sent; a connection may suppress it for a while afterwards. */
    botMenuAt: instant('bot_menu_at'),
    useIntegration: yesNo('use_integration').notNull().default(false),
    promptId: integer('prompt_id'),
    integrationId: integer('integration_id'),
    /** The first customer message nobody has answered; written by tickets/waiting.ts only. */
    waitingSince: instant('waiting_since'),
    /**
     * When a person answered, while that is the last human message: null once the customer writes or the ticket changes
     * hands.
     */
    answeredAt: instant('answered_at'),
    /** The clock and the unread messages when the ticket was closed; reopening restores them. */
    closedWaitingSince: instant('closed_waiting_since'),
    closedUnread: integer('closed_unread').notNull().default(0),
    handoverNote: text('handover_note'),
    handoverFromId: integer('handover_from_id').references(() => users.id, { onDelete: 'set null' }),
    handoverAt: instant('handover_at'),
    /** When the rating question was sent; the next answer 1 to 3 is the rating. */
    ratingAskedAt: instant('rating_asked_at'),
    closedAt: instant('closed_at'),
    /** The ticket this one was merged into because two contacts were one person: messages to it go there. */
    mergedInto: integer('merged_into'),
    priority: text('priority', { enum: PRIORITIES }).notNull().default('normal'),
    /** Since when it is snoozed; written by tickets/snoozed.ts only, like the next two. */
    snoozedAt: instant('snoozed_at'),
    /** Until when it is snoozed or, with `wokenBy`, was snoozed; null: until the customer writes. */
    snoozedUntil: instant('snoozed_until'),
    /** Why it came back, until somebody acts on it. */
    wokenBy: text('woken_by', { enum: WAKE_REASONS }),
    /** The customer's language (ISO 639) while the conversation is translated. */
    translatedFrom: text('translated_from'),
    /** Who else answers it (tickets/holder.ts), null: we do; and since when, null: nobody else ever did. */
    heldBy: wordOf(THREAD_HOLDERS)('held_by'),
    heldAt: instant('held_at'),
    /** When a person last answered, regardless of later messages. */
    lastAnsweredAt: instant('last_answered_at'),
    /**
     * Its first deadline (JSON), and the instants of it; written by service-levels/settle.ts only. null while it is
     * snoozed.
     */
    deadline: text('deadline', { mode: 'json' }).$type<TicketDeadline>(),
    warnAt: instant('warn_at'),
    dueAt: instant('due_at'),
    ...stamps(),
  },
  t => [
    index('tickets_queue').on(t.companyId, t.queueId, t.status, t.updatedAt),
    index('tickets_created').on(t.companyId, t.createdAt),
    index('tickets_contact').on(t.contactId, t.whatsappId, t.status),
    index('tickets_list').on(
      t.companyId,
      t.status,
      t.updatedAt,
      t.id,
      t.queueId,
      t.userId,
      t.isGroup,
      t.unreadMessages,
    ),
    index('tickets_waiting').on(
      t.companyId,
      t.status,
      sql`coalesce(waiting_since, 8640000000000000)`,
      t.id,
      t.queueId,
      t.userId,
      t.isGroup,
    ),
    index('tickets_user').on(
      t.companyId,
      t.userId,
      t.status,
      t.updatedAt,
      t.id,
      t.queueId,
      t.isGroup,
      t.unreadMessages,
    ),
    index('tickets_whatsapp').on(t.whatsappId, t.status),
    index('tickets_unread')
      .on(t.companyId, t.updatedAt, t.id, t.queueId, t.userId, t.status, t.unreadMessages)
      .where(sql`unread_messages > 0`),
    index('tickets_groups')
      .on(t.companyId, t.status, t.updatedAt, t.id, t.queueId, t.userId)
      .where(sql`is_group = 1`),
    index('tickets_updated').on(t.companyId, t.updatedAt, t.id, t.queueId, t.userId, t.status, t.isGroup),
    index('tickets_priority').on(t.companyId, t.status, PRIORITY_KEY, t.id, t.queueId, t.userId, t.isGroup),
    index('tickets_prioritised')
      .on(t.companyId, t.updatedAt, t.id, t.queueId, t.userId, t.status, t.priority)
      .where(sql`priority <> 'normal'`),
    index('tickets_snoozed')
      .on(
        t.companyId,
        sql`coalesce(snoozed_until, 8640000000000000)`,
        t.id,
        t.queueId,
        t.userId,
        t.status,
        t.isGroup,
      )
      .where(sql`snoozed_at is not null`),
    index('tickets_wake').on(t.snoozedUntil).where(sql`snoozed_at is not null`),
    index('tickets_due').on(
      t.companyId,
      t.status,
      sql`coalesce(due_at, 8640000000000000)`,
      t.id,
      t.queueId,
      t.userId,
      t.isGroup,
    ),
  ],
)

/** One row per service cycle of a ticket: what waiting and support averages are computed from. */
export const ticketTrackings = sqliteTable(
  'ticket_trackings',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    whatsappId: integer('whatsapp_id').references(() => whatsapps.id, { onDelete: 'set null' }),
    /** When the cycle began: the customer wrote, or an agent opened the ticket. */
    queuedAt: instant('queued_at').notNull(),
    /** When a person first accepted it; null while nobody has. */
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    ratingAt: instant('rating_at'),
    /** How often a person passed it to another queue, person or number. */
    transfers: integer('transfers').notNull().default(0),
    /** When the chatbot or AI first answered, and when it handed over to people. */
    botAt: instant('bot_at'),
    handedAt: instant('handed_at'),
    /** When the customer was asked for a rating. */
    ratingAskedAt: instant('rating_asked_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('ticket_trackings_ticket').on(t.ticketId, t.finishedAt),
    index('ticket_trackings_company').on(t.companyId, t.createdAt),
    index('ticket_trackings_queued').on(
      t.companyId,
      t.queuedAt,
      t.startedAt,
      t.finishedAt,
      t.userId,
      t.ticketId,
    ),
    index('ticket_trackings_unfinished')
      .on(t.companyId, t.finishedAt, t.queuedAt, t.ticketId)
      .where(sql`finished_at is null`),
    // When people held conversations (reports/presence.ts).
    index('ticket_trackings_finished').on(t.companyId, t.finishedAt, t.startedAt, t.userId, t.id),
  ],
)

export const messages = sqliteTable(
  'messages',
  {
    /** Order of arrival: pages are cut by it, so that new rows move nothing. */
    seq: countedKey('seq'),
    /** The channel's id; unique in a company (two companies may have the same WhatsApp message). */
    id: text('id').notNull(),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    /** The customer; null on own messages. */
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'cascade' }),
    /** The agent who sent it; null on customers' and automatic messages. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    /** The id the sending client gave; a second message with it is the same message. */
    clientId: text('client_id'),
    body: text('body').notNull().default(''),
    /** fold(body); indexed by message_index through triggers. */
    search: text('search').notNull().default(''),
    fromMe: yesNo('from_me').notNull().default(false),
    read: yesNo('read').notNull().default(false),
    ack: integer('ack').notNull().default(0),
    mediaType: text('media_type'),
    /** File name below TURNO_DATA/media/<companyId>/; the answer's mediaUrl is `/media/<companyId>/<mediaFile>`. */
    mediaFile: text('media_file'),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    mediaSize: integer('media_size'),
    mediaWidth: integer('media_width'),
    mediaHeight: integer('media_height'),
    mediaDuration: integer('media_duration'),
    quotedMsgId: text('quoted_msg_id'),
    isDeleted: yesNo('is_deleted').notNull().default(false),
    isEdited: yesNo('is_edited').notNull().default(false),
    isForwarded: yesNo('is_forwarded').notNull().default(false),
    failure: text('failure'),
    /** The buttons, list or link, where the number can show them; the body has the same in words (JSON). */
    menu: text('menu', { mode: 'json' }).$type<PressedMenu>(),
    /** The template it was made from. */
    template: text('template', { mode: 'json' }).$type<StoredTemplate>(),
    /** The advertisement or link that brought the customer (JSON). */
    referral: text('referral', { mode: 'json' }).$type<Referral>(),
    /** Translations by language; of an own message the original text (JSON). */
    translations: text('translations', { mode: 'json' }).$type<Translations>(),
    /** The link to be previewed; null for none. */
    link: text('link'),
    /** What the page said, or that it said nothing; null while it has not been read. */
    linkPreview: text('link_preview', { mode: 'json' }).$type<KeptPreview>(),
    ...stamps(),
  },
  t => [
    uniqueIndex('messages_company_id').on(t.companyId, t.id),
    uniqueIndex('messages_company_client').on(t.companyId, t.clientId).where(sql`client_id is not null`),
    index('messages_ticket').on(t.ticketId, t.seq),
    index('messages_unread').on(t.ticketId).where(sql`read = 0 and from_me = 0`),
    index('messages_contact_media').on(t.contactId, t.seq).where(sql`media_file is not null`),
    index('messages_contact').on(t.contactId, t.seq),
    index('messages_link_due')
      .on(t.companyId, t.link, t.seq)
      .where(sql`link is not null and link_preview is null`),
    index('messages_link').on(t.companyId, t.link, t.seq).where(sql`link_preview is not null`),
  ],
)

export const reactions = sqliteTable(
  'reactions',
  {
    id: countedKey('id'),
    companyId: companyId(),
    messageSeq: integer('message_seq')
      .notNull()
      .references(() => messages.seq, { onDelete: 'cascade' }),
    /** `u<userId>` or `c<contactId>`; one reaction each. */
    actor: text('actor').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'cascade' }),
    fromMe: yesNo('from_me').notNull().default(false),
    type: text('type').notNull(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('reactions_message_actor').on(t.messageSeq, t.actor),
    index('reactions_contact').on(t.contactId),
  ],
)

export const ticketTags = sqliteTable(
  'ticket_tags',
  {
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    tagId: partOf('tag_id', () => tags.id),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [primaryKey({ columns: [t.ticketId, t.tagId] }), index('ticket_tags_tag').on(t.tagId, t.ticketId)],
)
