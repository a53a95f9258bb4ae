/** The platform's mail server, and codes of forgotten passwords. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, now } from './columns'
import { companyId, users } from './schema-organisation'

/** One row: how mails are sent. */
export const mailSettings = sqliteTable('mail_settings', {
  id: integer('id').primaryKey(),
  /** '': none. */
  host: text('host').notNull().default(''),
  port: integer('port').notNull().default(587),
  security: text('security').notNull().default('starttls'),
  user: text('user').notNull().default(''),
  /** Sealed (auth/seal.ts): the password. */
  secret: text('secret').notNull().default(''),
  fromName: text('from_name').notNull().default(''),
  fromAddress: text('from_address').notNull().default(''),
  /** The last failed mail; null once one succeeded. */
  failedAt: instant('failed_at'),
  failure: text('failure').notNull().default(''),
  updatedAt: instant('updated_at').notNull().$defaultFn(now),
})

/** One row a user: the last code that was mailed. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    codeHash: text('code_hash').notNull(),
    /** Wrong codes typed so far. */
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [index('password_resets_expires').on(t.expiresAt)],
)
