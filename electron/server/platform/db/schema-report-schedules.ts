/** Reports sent by mail on a schedule (src/contract/report-files.ts). */
import {
  FIGURE_CLOCKS,
  LANGUAGES,
  type MAILED_TABLES,
  REPORT_MAIL_STATES,
  REPORT_OUTCOMES,
  REPORT_PERIODS,
} from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, yesNo } from './columns'
import { companyId, users } from './schema-organisation'

const ids = (name: string) => text(name, { mode: 'json' }).$type<number[]>().notNull()

export const reportSchedules = sqliteTable(
  'report_schedules',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** The person whose rights decide what is in it; without them it stops. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    period: text('period', { enum: REPORT_PERIODS }).notNull(),
    day: integer('day').notNull(),
    hour: integer('hour').notNull(),
    userIds: ids('user_ids'),
    addresses: text('addresses', { mode: 'json' }).$type<string[]>().notNull(),
    tables: text('tables', { mode: 'json' }).$type<(typeof MAILED_TABLES)[number][]>().notNull(),
    queueIds: ids('queue_ids'),
    agentIds: ids('agent_ids'),
    whatsappIds: ids('whatsapp_ids'),
    clock: text('clock', { enum: FIGURE_CLOCKS }).notNull(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    active: yesNo('active').notNull(),
    /** The time the report is for: the period lies before it, and the mail is named after it. */
    dueAt: instant('due_at').notNull(),
    /** When it is tried next: at its time, later after a failure. */
    nextAt: instant('next_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastAt: instant('last_at'),
    lastOutcome: text('last_outcome', { enum: REPORT_OUTCOMES }),
    lastWhy: text('last_why').notNull().default(''),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('report_schedules_company').on(t.companyId, t.name),
    index('report_schedules_user').on(t.userId),
    index('report_schedules_next').on(t.nextAt).where(sql`active = 1`),
  ],
)

/** One mail to one addressee in one run: the current run and the last one by hand. */
export const reportMails = sqliteTable(
  'report_mails',
  {
    id: countedKey('id'),
    companyId: companyId(),
    scheduleId: integer('schedule_id')
      .notNull()
      .references(() => reportSchedules.id, { onDelete: 'cascade' }),
    /** The run: when it was due, or when somebody pressed. */
    dueAt: instant('due_at').notNull(),
    address: text('address').notNull(),
    state: text('state', { enum: REPORT_MAIL_STATES }).notNull().default('waits'),
    /** Counted before each try. */
    attempts: integer('attempts').notNull().default(0),
    triedAt: instant('tried_at'),
    why: text('why').notNull().default(''),
  },
  t => [
    uniqueIndex('report_mails_addressee').on(t.scheduleId, t.dueAt, t.address),
    index('report_mails_company').on(t.companyId, t.scheduleId),
  ],
)
