/** Contact lists and file lists of campaigns. Every row names its company. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, partOf, stamps } from './columns'
import { companyId, users } from './schema-organisation'

export const contactLists = sqliteTable(
  'contact_lists',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    /** fold(name): what it is sorted by and searched in. */
    search: text('search').notNull(),
    ...stamps(),
  },
  t => [index('contact_lists_company').on(t.companyId, t.search, t.id)],
)

export const contactListItems = sqliteTable(
  'contact_list_items',
  {
    id: countedKey('id'),
    companyId: companyId(),
    contactListId: partOf('contact_list_id', () => contactLists.id),
    name: text('name').notNull(),
    /** Digits; as the channel writes them once it was asked. */
    number: text('number').notNull(),
    email: text('email').notNull().default(''),
    /** `waiting` ones are the queue of the checks (../contact-lists/checks.ts); only `valid` ones are written to. */
    numberState: text('number_state', { enum: ['waiting', 'valid', 'invalid', 'repeated'] })
      .notNull()
      .default('waiting'),
    /** fold(name + number + email), as for contacts. */
    search: text('search').notNull(),
    ...stamps(),
  },
  t => [
    uniqueIndex('contact_list_items_number').on(t.contactListId, t.number),
    index('contact_list_items_search').on(t.contactListId, t.search, t.id),
    index('contact_list_items_state').on(t.contactListId, t.numberState, t.search, t.id),
    index('contact_list_items_company').on(t.companyId),
    index('contact_list_items_waiting').on(t.companyId, t.id).where(sql`number_state = 'waiting'`),
  ],
)

export const files = sqliteTable(
  'files',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** Who made it. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** fold(name): unique in the company. */
    search: text('search').notNull(),
    message: text('message').notNull(),
    ...stamps(),
  },
  t => [uniqueIndex('files_company_name').on(t.companyId, t.search)],
)

export const fileOptions = sqliteTable(
  'file_options',
  {
    id: countedKey('id'),
    companyId: companyId(),
    fileId: partOf('file_id', () => files.id),
    /** From 0, in the order they are sent. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** Name in the company's media folder; null while it has no file. */
    mediaFile: text('media_file'),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    mediaType: text('media_type'),
    mediaSize: integer('media_size'),
    mediaWidth: integer('media_width'),
    mediaHeight: integer('media_height'),
    mediaDuration: integer('media_duration'),
    ...stamps(),
  },
  t => [index('file_options_file').on(t.fileId, t.position), index('file_options_company').on(t.companyId)],
)
