/** Numbers of WhatsApp Web (channel/web). Every row names its company. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, now, yesNo } from './columns'
import { companyId, whatsappId } from './schema-organisation'

/** Credentials and session keys of a paired number; values are here sealed only (auth/seal.ts). */
export const webKeys = sqliteTable(
  'web_keys',
  {
    whatsappId: whatsappId(),
    companyId: companyId(),
    type: text('type').notNull(),
    keyId: text('key_id').notNull(),
    value: text('value').notNull(),
  },
  t => [primaryKey({ columns: [t.whatsappId, t.type, t.keyId] }), index('web_keys_company').on(t.companyId)],
)

/** What WhatsApp needs to identify a message later; an own message's row is written before it leaves. */
export const webMessages = sqliteTable(
  'web_messages',
  {
    companyId: companyId(),
    messageId: text('message_id').notNull(),
    whatsappId: whatsappId(),
    /** Address of the chat, and of the member who wrote. */
    chat: text('chat').notNull(),
    participant: text('participant'),
    fromMe: yesNo('from_me').notNull(),
    /** In WhatsApp's own encoding, base64: for quotes, and for phones that ask for it again. */
    content: text('content').notNull().default(''),
    ack: integer('ack').notNull().default(0),
    failure: text('failure'),
    /** When it was handed over; null for messages of others or of the phone itself. */
    askedAt: instant('asked_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.messageId] }),
    index('web_messages_whatsapp').on(t.whatsappId),
    index('web_messages_content').on(t.createdAt).where(sql`content <> ''`),
  ],
)

/** The address book of a number, and the address each person is written to. */
export const webPeople = sqliteTable(
  'web_people',
  {
    whatsappId: whatsappId(),
    companyId: companyId(),
    /** As the workspace knows the contact. */
    number: text('number').notNull(),
    jid: text('jid').notNull(),
    /** As the phone's owner saved it; "" when not saved. */
    name: text('name').notNull().default(''),
    /** When the picture was last asked for. */
    picturedAt: instant('pictured_at'),
  },
  t => [primaryKey({ columns: [t.whatsappId, t.number] }), index('web_people_company').on(t.companyId)],
)
