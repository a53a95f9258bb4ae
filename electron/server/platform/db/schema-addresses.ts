/** What contacts are known by besides their phone (channel/addresses.ts). */
import { ADDRESS_KINDS } from '@contract'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf } from './columns'
import { contacts } from './schema-conversation'
import { companyId } from './schema-organisation'

/**
 * What identifies contacts besides their phone. An address belongs to one person wherever it is met; messages can be
 * sent to it only within its scope.
 */
export const contactAddresses = sqliteTable(
  'contact_addresses',
  {
    id: countedKey('id'),
    companyId: companyId(),
    contactId: partOf('contact_id', () => contacts.id),
    kind: text('kind', { enum: ADDRESS_KINDS }).notNull(),
    value: text('value').notNull(),
    /** Meta's account (`waba:7`), or the connection when no account is known (`whatsapp:3`). */
    scope: text('scope').notNull(),
    /** Since when the person has another one: still recognised by it, no longer written to. null: it is theirs. */
    formerAt: instant('former_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('contact_addresses_value').on(t.companyId, t.value, t.scope),
    index('contact_addresses_contact').on(t.contactId),
  ],
)
