/** Quick messages, announcements and internal chats. Every row names its company. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, stamps, yesNo } from './columns'
import { companyId, users } from './schema-organisation'

export const quickMessages = sqliteTable(
  'quick_messages',
  {
    id: countedKey('id'),
    companyId: companyId(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    shortcode: text('shortcode').notNull(),
    message: text('message').notNull().default(''),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    /** For the whole company, not only its author. */
    geral: yesNo('geral').notNull().default(false),
    /** The queues whose tickets it is offered in; none: all. */
    queueIds: text('queue_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
    ...stamps(),
  },
  t => [index('quick_messages_company').on(t.companyId, t.shortcode)],
)

export const announcements = sqliteTable(
  'announcements',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** 1 red, 2 orange, 3 grey. */
    priority: integer('priority').notNull().default(3),
    title: text('title').notNull(),
    text: text('text').notNull(),
    status: yesNo('status').notNull().default(true),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    ...stamps(),
  },
  t => [index('announcements_created').on(t.createdAt)],
)

export const chats = sqliteTable(
  'chats',
  {
    id: countedKey('id'),
    uuid: text('uuid').notNull().unique(),
    companyId: companyId(),
    title: text('title').notNull(),
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'set null' }),
    lastMessage: text('last_message').notNull().default(''),
    ...stamps(),
  },
  t => [index('chats_company').on(t.companyId, t.updatedAt)],
)

export const chatUsers = sqliteTable(
  'chat_users',
  {
    companyId: companyId(),
    chatId: partOf('chat_id', () => chats.id),
    userId: partOf('user_id', () => users.id),
    unreads: integer('unreads').notNull().default(0),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [primaryKey({ columns: [t.chatId, t.userId] }), index('chat_users_user').on(t.userId)],
)

export const chatMessages = sqliteTable(
  'chat_messages',
  {
    id: countedKey('id'),
    companyId: companyId(),
    chatId: partOf('chat_id', () => chats.id),
    senderId: integer('sender_id').references(() => users.id, { onDelete: 'set null' }),
    /** The sender's name then: it stays readable when they leave. */
    senderName: text('sender_name').notNull().default(''),
    message: text('message').notNull().default(''),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    /** Id the sending console gave it; a second message with it is the same message. */
    clientId: text('client_id'),
    ...stamps(),
  },
  t => [
    index('chat_messages_chat').on(t.chatId, t.id),
    uniqueIndex('chat_messages_client').on(t.chatId, t.clientId),
  ],
)
