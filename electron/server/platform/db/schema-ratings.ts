/** Customers' ratings of the service. Every row names its company. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf } from './columns'
import { tickets } from './schema-conversation'
import { companyId, users } from './schema-organisation'

export const ratings = sqliteTable(
  'ratings',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** 1 to 3: Insatisfeito, Satisfeito, Muito Satisfeito. */
    rate: integer('rate').notNull(),
    /** What the customer wrote with the number. */
    comment: text('comment').notNull().default(''),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('ratings_company').on(t.companyId, t.createdAt),
    index('ratings_user').on(t.userId),
    index('ratings_ticket').on(t.ticketId),
  ],
)
