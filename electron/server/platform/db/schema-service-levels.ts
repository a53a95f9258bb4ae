/** Service levels, and each deadline that followed from one. Every row names its company. */
import { DEADLINE_KINDS, LEVEL_CLOCKS, type Step } from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, partOf, stamps, yesNo } from './columns'
import { tickets } from './schema-conversation'
import { companies, companyId, queues, users } from './schema-organisation'

const ids = (name: string) => text(name, { mode: 'json' }).$type<number[]>().notNull()

export const serviceLevels = sqliteTable(
  'service_levels',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    active: yesNo('active').notNull().default(true),
    /** A ticket has the first service level whose conditions it meets. */
    position: integer('position').notNull(),
    queueIds: ids('queue_ids'),
    anyTagIds: ids('tag_ids'),
    whatsappIds: ids('whatsapp_ids'),
    firstMinutes: integer('first_minutes'),
    nextMinutes: integer('next_minutes'),
    resolutionMinutes: integer('resolution_minutes'),
    clock: text('clock', { enum: LEVEL_CLOCKS }).notNull(),
    warnMinutes: integer('warn_minutes').notNull(),
    closeSteps: text('close_steps', { mode: 'json' }).$type<Step[]>().notNull().default([]),
    lateSteps: text('late_steps', { mode: 'json' }).$type<Step[]>().notNull().default([]),
    ...stamps(),
  },
  t => [index('service_levels_company').on(t.companyId, t.position, t.id)],
)

/** One clock of a ticket. The promise was kept if it ended by `dueAt`. */
export const deadlines = sqliteTable(
  'deadlines',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    levelId: integer('level_id').references(() => serviceLevels.id, { onDelete: 'set null' }),
    /** The name of the service level then. */
    levelName: text('level_name').notNull(),
    kind: text('kind', { enum: DEADLINE_KINDS }).notNull(),
    minutes: integer('minutes').notNull(),
    clock: text('clock', { enum: LEVEL_CLOCKS }).notNull(),
    startedAt: instant('started_at').notNull(),
    warnAt: instant('warn_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** When its steps are due next (service-levels/escalate.ts). */
    wakeAt: instant('wake_at'),
    /** When the customer was answered or the ticket resolved; null while it runs. */
    endedAt: instant('ended_at'),
    /** The ticket's queue and user at the end, or when it was computed. */
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  },
  t => [
    uniqueIndex('deadlines_clock').on(t.ticketId, t.kind, t.startedAt),
    index('deadlines_running').on(t.ticketId).where(sql`ended_at is null`),
    index('deadlines_level').on(t.levelId),
    index('deadlines_queue').on(t.queueId),
    index('deadlines_user').on(t.userId),
    index('deadlines_wake').on(t.wakeAt).where(sql`ended_at is null and wake_at is not null`),
    index('deadlines_begun').on(t.companyId, t.startedAt),
    index('deadlines_ticket').on(t.ticketId, t.dueAt),
  ],
)

/** The rules by which a company's running deadlines were last computed (service-levels/refresh.ts). */
export const serviceLevelRules = sqliteTable('service_level_rules', {
  companyId: integer('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  /** A digest of service levels, hours, holidays and zone. */
  rules: text('rules').notNull(),
  /** The last ticket that was done; null: all. */
  doneTo: integer('done_to'),
})
