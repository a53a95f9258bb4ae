/** What the desk keeps for a while beside tickets and messages. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'
import { tickets } from './schema-conversation'
import { companies, users } from './schema-organisation'

const companyId = () =>
  integer('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

/** What a ticket was like before it was resolved, for a moment (tickets/undo-resolve.ts). */
export const resolveUndos = sqliteTable(
  'resolve_undos',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** Who resolved it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** JSON. */
    before: text('before').notNull(),
  },
  t => [
    index('resolve_undos_at').on(t.at),
    index('resolve_undos_company').on(t.companyId),
    index('resolve_undos_user').on(t.userId),
  ],
)
