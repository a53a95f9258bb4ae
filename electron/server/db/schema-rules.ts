/** What is done with tickets by itself. Every row names its company. */
import { type ServerErrorCode, STEP_STATES } from '@contract'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, partOf } from './columns'
import { tickets } from './schema-conversation'
import { companyId } from './schema-organisation'

/** What became of the steps of a run, so that none is done twice (steps/run.ts). */
export const stepReceipts = sqliteTable(
  'step_receipts',
  {
    companyId: companyId(),
    /** Which run, in the words of who runs them. */
    run: text('run').notNull(),
    step: integer('step').notNull(),
    ticketId: partOf('ticket_id', () => tickets.id),
    state: text('state', { enum: ['begun', ...STEP_STATES] }).notNull(),
    code: text('code').$type<ServerErrorCode>(),
    at: instant('at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.run, t.step] }),
    index('step_receipts_ticket').on(t.ticketId),
    index('step_receipts_at').on(t.at),
  ],
)
