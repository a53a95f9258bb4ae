/** The second step of signing in. Every row names its company. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, now } from './columns'
import { companyId, users } from './schema-organisation'

/** A person's authenticator app, and recovery codes for a lost phone. */
export const twoFactor = sqliteTable(
  'two_factor',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** Sealed (auth/seal.ts). */
    secret: text('secret').notNull(),
    /** Null until a code of the app was typed: an unfinished setup locks nobody out. */
    confirmedAt: instant('confirmed_at'),
    /** The 30-second step of the last accepted code: none is accepted twice. */
    lastStep: integer('last_step').notNull().default(0),
    /** Hashes of the remaining recovery codes, as JSON. */
    recovery: text('recovery').notNull(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [index('two_factor_company').on(t.companyId)],
)
