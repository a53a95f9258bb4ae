/** How many tickets there are, kept by the database itself: counting a company's closed tickets read every one of them. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { yesNo } from './columns'

/**
 * One row for each sort of ticket a company has or had. Triggers keep it true at every change of a ticket
 * (migrations/0063-ticket-counts.ts, engine/postgres-triggers.ts); nothing else writes to it. It leads to no other table:
 * a row is changed while the company, queue or person it is about is being removed.
 */
export const ticketCounts = sqliteTable(
  'ticket_counts',
  {
    companyId: integer('company_id').notNull(),
    status: text('status', { enum: ['pending', 'open', 'closed'] }).notNull(),
    /** 0: none. */
    queueId: integer('queue_id').notNull(),
    /** 0: nobody. */
    userId: integer('user_id').notNull(),
    isGroup: yesNo('is_group').notNull(),
    tickets: integer('tickets').notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.status, t.queueId, t.userId, t.isGroup] })],
)
