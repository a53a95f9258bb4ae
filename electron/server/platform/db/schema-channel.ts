/** What every channel to WhatsApp stores (channel/inbox.ts), and outgoing messages. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, stamps } from './columns'
import { messages } from './schema-conversation'
import { companyId, whatsappId } from './schema-organisation'

/** Incoming events: stored before they are acknowledged, processed afterwards. */
export const inbox = sqliteTable(
  'inbox',
  {
    id: countedKey('id'),
    companyId: companyId(),
    whatsappId: whatsappId(),
    /** Of the connection at that time: whose event it is. */
    provider: text('provider').notNull(),
    /** Identifies repeated deliveries of the same event. */
    key: text('key').notNull(),
    /** Events with the same value (one conversation) are processed one after the other. */
    chat: text('chat').notNull(),
    /** One event (channel/cloud/webhook.ts, channel/web/wire.ts) as JSON; "" once it is done. */
    payload: text('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    /** When its message was shown without its file, which is still to come. */
    shownAt: instant('shown_at'),
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('inbox_key').on(t.whatsappId, t.provider, t.key),
    index('inbox_waiting').on(t.whatsappId, t.chat, t.id).where(sql`done_at IS NULL`),
    index('inbox_done').on(t.doneAt).where(sql`done_at IS NOT NULL`),
    index('inbox_company').on(t.companyId),
  ],
)

/** Own messages on their way to the channel (states: electron/server/desk/outgoing/jobs.ts). */
export const outgoing = sqliteTable('outgoing', {
  messageSeq: integer('message_seq')
    .primaryKey()
    .references(() => messages.seq, { onDelete: 'cascade' }),
  companyId: companyId(),
  state: text('state', { enum: ['queued', 'handed'] }).notNull(),
  ...stamps(),
})
