/** Colleagues on this network (local-network/local-network.ts). */
import { PROFILES } from '@contract'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, yesNo } from './columns'
import { companyId, users } from './schema-organisation'

/** One row, once it was switched on for the first time. */
export const localNetwork = sqliteTable('local_network', {
  id: integer('id').primaryKey(),
  isOn: yesNo('is_on').notNull(),
  /** PKCS#8 in PEM, sealed. */
  privateKey: text('private_key').notNull(),
  /** The port it listened on last. */
  port: integer('port').notNull(),
})

/** Open or expired invitations; accepting one deletes it. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** Somebody who already has a user. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    profile: text('profile', { enum: PROFILES }).notNull(),
    queueIds: text('queue_ids', { mode: 'json' }).$type<readonly number[]>().notNull(),
    /** Derived from the secret with a key outside the database. */
    secret: text('secret').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  t => [
    uniqueIndex('invitations_secret').on(t.secret),
    index('invitations_company').on(t.companyId, t.id),
    index('invitations_user').on(t.userId),
  ],
)
