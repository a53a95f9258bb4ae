/** What is taken in of the Business app on the phone of a number (inbound/phone-data.ts). Every row names its company. */
import { PHONE_DATA, PHONE_SYNC_STATES } from '@contract'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, partOf } from './columns'
import { contacts, tickets } from './schema-conversation'
import { companyId, whatsappId } from './schema-organisation'

/** What was asked for, and how much of it came. */
export const phoneSyncs = sqliteTable(
  'phone_syncs',
  {
    whatsappId: whatsappId(),
    companyId: companyId(),
    kind: text('kind', { enum: PHONE_DATA }).notNull(),
    state: text('state', { enum: PHONE_SYNC_STATES }).notNull(),
    /** Per cent, as the provider counts. */
    progress: integer('progress').notNull().default(0),
    /** Contacts, or messages. */
    taken: integer('taken').notNull().default(0),
    /** The provider's number for why it was refused. */
    code: integer('code'),
    askedAt: instant('asked_at').notNull(),
    /** When something last came. */
    heardAt: instant('heard_at'),
  },
  t => [primaryKey({ columns: [t.whatsappId, t.kind] }), index('phone_syncs_company').on(t.companyId)],
)

/** Names on the phone, so that a name people gave is told from one that came from there. */
export const phoneBook = sqliteTable(
  'phone_book',
  {
    whatsappId: whatsappId(),
    companyId: companyId(),
    /** A phone, or an address in its place. */
    number: text('number').notNull(),
    /** "" once it was removed there. */
    name: text('name').notNull(),
    /** When it was changed on the phone. */
    at: instant('at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.whatsappId, t.number] }),
    index('phone_book_company').on(t.companyId, t.number),
  ],
)

/** When somebody was erased. Who it was cannot be read from it: a mark is found only by whoever has the number and the key file. */
export const erasedPeople = sqliteTable(
  'erased_people',
  { companyId: companyId(), mark: text('mark').notNull(), at: instant('at').notNull() },
  t => [primaryKey({ columns: [t.companyId, t.mark] })],
)

/** The closed ticket in which what was said with a contact on the phone is kept. */
export const phoneHistories = sqliteTable(
  'phone_histories',
  {
    whatsappId: whatsappId(),
    contactId: partOf('contact_id', () => contacts.id),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
  },
  t => [
    primaryKey({ columns: [t.whatsappId, t.contactId] }),
    index('phone_histories_contact').on(t.contactId),
    index('phone_histories_ticket').on(t.ticketId),
    index('phone_histories_company').on(t.companyId),
  ],
)
