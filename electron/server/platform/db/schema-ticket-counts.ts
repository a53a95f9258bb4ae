/** Counts of tickets, kept by triggers: counting a company's closed tickets would read every one of them. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { yesNo } from './columns'

/**
 * One row for each kind of ticket a company has or had. Triggers update it with every change of a ticket
 * (engine/triggers.ts); nothing else writes to it. It references no other
 * table, because rows change while their company, queue or person is being deleted.
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
