/** What happened to each ticket, in order. Every row names its company. */
import { TIMELINE_ACTORS, TIMELINE_KINDS, type WakeReason } from '@contract'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, partOf } from './columns'
import { tickets } from './schema-conversation'
import { companyId, users } from './schema-organisation'

/** The old and the new value of a field. */
type FromTo<T> = readonly [T | null, T | null]

/** The changes, by ids: names are looked up when it is read. */
export interface TimelineChanges {
  queueId?: FromTo<number>
  userId?: FromTo<number>
  whatsappId?: FromTo<number>
  priority?: FromTo<string>
  heldBy?: FromTo<string>
  tagIds?: readonly number[]
  /** Until when it is snoozed; null: until the customer writes. */
  until?: string | null
  wokenBy?: WakeReason
}

export const ticketEvents = sqliteTable(
  'ticket_events',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    at: instant('at').notNull(),
    kind: text('kind', { enum: TIMELINE_KINDS }).notNull(),
    actor: text('actor', { enum: TIMELINE_ACTORS }).notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name of a person or rule at that time. */
    userName: text('user_name').notNull().default(''),
    changes: text('changes', { mode: 'json' }).$type<TimelineChanges>().notNull().default({}),
  },
  t => [
    index('ticket_events_ticket').on(t.ticketId, t.at, t.id),
    index('ticket_events_company').on(t.companyId),
    index('ticket_events_user').on(t.userId),
  ],
)
