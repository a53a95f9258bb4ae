/**
 * Figures of service (docs/figures.md): measurements of each service cycle, kept when the ticket is erased, and their
 * sums. They contain no person, text or contact. Every row names its company.
 */
import type { DeadlineKind } from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant } from './columns'
import { tickets } from './schema-conversation'
import { companies, companyId } from './schema-organisation'

/**
 * The periods sums are made for, each from the one before (a third of a month: days 1 to 10, 11 to 20, the rest), and
 * the groupings: none, or some of queue, user, connection and tag.
 */
export const ROLLUP_SPANS = ['day', 'third', 'month'] as const
export const ROLLUP_SCOPES = [
  'all',
  'queue',
  'user',
  'connection',
  'tag',
  'userTag',
  'queueUser',
  'queueConnection',
  'queueTag',
  'queueConnectionTag',
  'queueUserConnection',
  'queueUserConnectionTag',
] as const

/** Milliseconds of a measure: in total, and within opening hours. */
const measure = (name: string) => integer(name)
/** 0: none. Refers to no table, so that figures outlive what was deleted. */
const plainId = (name: string) => integer(name).notNull().default(0)
const count = (name: string) => integer(name).notNull().default(0)

/** One service cycle; its id is that of the row of ticket_trackings it was measured from (reports/cycle-fact.ts). */
export const reportCycles = sqliteTable(
  'report_cycles',
  {
    id: integer('id').primaryKey(),
    companyId: companyId(),
    /** null once the ticket is gone. */
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    queuedAt: instant('queued_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Of the beginning, by the company's clock: YYYY-MM-DD, and the hour of the week from Monday, 0:00. */
    day: text('day').notNull(),
    hour: integer('hour').notNull(),
    queueId: plainId('queue_id'),
    userId: plainId('user_id'),
    whatsappId: plainId('whatsapp_id'),
    tagIds: text('tag_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
    /** How many messages it was measured from: erased messages must not erase figures. */
    seen: count('seen'),
    answered: count('answered'),
    reopened: count('reopened'),
    abandoned: count('abandoned'),
    transfers: count('transfers'),
    oneTouch: count('one_touch'),
    botAnswered: count('bot_answered'),
    botSolved: count('bot_solved'),
    handedOver: count('handed_over'),
    asked: count('asked'),
    rate: integer('rate'),
    /** The rating's row; not a reference. */
    ratingId: integer('rating_id'),
    kept: count('kept'),
    missed: count('missed'),
    /** The earliest deadline that runs. */
    dueAt: instant('due_at'),
    /** Service level, kind, when it is or was due, when it ended. Milliseconds. */
    deadlines: text('deadlines', { mode: 'json' })
      .$type<[string, DeadlineKind, number, number | null][]>()
      .notNull()
      .default([]),
    firstAnswer: measure('first_answer'),
    firstAnswerBusiness: measure('first_answer_business'),
    firstAutomatic: measure('first_automatic'),
    firstAutomaticBusiness: measure('first_automatic_business'),
    waiting: measure('waiting'),
    waitingBusiness: measure('waiting_business'),
    handling: measure('handling'),
    handlingBusiness: measure('handling_business'),
    resolution: measure('resolution'),
    resolutionBusiness: measure('resolution_business'),
    /** Each later answer: milliseconds in total and within opening hours. */
    next: text('next', { mode: 'json' }).$type<[number, number][]>().notNull().default([]),
  },
  t => [
    index('report_cycles_day').on(t.companyId, t.day, t.queuedAt, t.id),
    index('report_cycles_unfinished').on(t.companyId, t.day).where(sql`finished_at is null`),
    index('report_cycles_rated').on(t.companyId, t.day, t.ratingId).where(sql`rating_id is not null`),
    index('report_cycles_ticket').on(t.ticketId),
    index('report_cycles_erased').on(t.companyId, t.day).where(sql`ticket_id is null`),
    index('report_cycles_user').on(
      t.companyId,
      t.userId,
      t.day,
      t.queuedAt,
      t.id,
      t.queueId,
      t.whatsappId,
      t.tagIds,
    ),
  ],
)

/**
 * Tickets whose cycles have to be measured anew. Written by triggers (engine/triggers.ts), processed by
 * reports/catch-up.ts.
 */
export const reportMarks = sqliteTable(
  'report_marks',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: integer('ticket_id').notNull(),
  },
  t => [index('report_marks_ticket').on(t.companyId, t.ticketId, t.id)],
)

/**
 * Sums of ended cycles, by the day, third or month they began in. `scope` says which ids are grouped by; the others are
 * 0. For tags, 0 means cycles without any.
 */
export const reportRollups = sqliteTable(
  'report_rollups',
  {
    companyId: companyId(),
    span: text('span', { enum: ROLLUP_SPANS }).notNull(),
    scope: text('scope', { enum: ROLLUP_SCOPES }).notNull(),
    /** YYYY-MM-DD, the first day. */
    start: text('start').notNull(),
    queueId: plainId('queue_id'),
    userId: plainId('user_id'),
    whatsappId: plainId('whatsapp_id'),
    tagId: plainId('tag_id'),
    /** In the format of reports/written-tally.ts. */
    tally: text('tally').notNull(),
    /** The sum of handling within opening hours, milliseconds; a column of its own because it is read in bulk. */
    handledMs: integer('handled_ms').notNull().default(0),
  },
  t => [
    primaryKey({
      columns: [t.companyId, t.span, t.scope, t.start, t.queueId, t.userId, t.whatsappId, t.tagId],
    }),
  ],
)

/** Days, thirds and months whose sums are out of date. */
export const reportDirty = sqliteTable(
  'report_dirty',
  {
    companyId: companyId(),
    span: text('span', { enum: ROLLUP_SPANS }).notNull(),
    start: text('start').notNull(),
    /** Goes up with each change. */
    version: integer('version').notNull().default(1),
  },
  t => [primaryKey({ columns: [t.companyId, t.span, t.start] })],
)

/** The time zone a company's cycles were assigned to days by. */
export const reportState = sqliteTable('report_state', {
  companyId: integer('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  zone: text('zone').notNull(),
})

/** Presence time of people on a past day, milliseconds; absent people have no row. */
export const reportPresence = sqliteTable(
  'report_presence',
  {
    companyId: companyId(),
    day: text('day').notNull(),
    userId: plainId('user_id'),
    online: count('online'),
    onBreak: count('on_break'),
    busy: count('busy'),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.day, t.userId] }),
    index('report_presence_read').on(t.companyId, t.day, t.userId, t.online, t.onBreak, t.busy),
  ],
)

/**
 * Days for which the table above is right, with their beginning and end, unless a note below concerns them.
 * Milliseconds.
 */
export const reportPresenceDays = sqliteTable(
  'report_presence_days',
  {
    companyId: companyId(),
    day: text('day').notNull(),
    fromAt: integer('from_at').notNull(),
    toAt: integer('to_at').notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.day] })],
)

/** A period in which something changed afterwards. Milliseconds; written by triggers (engine/presence-marks.ts). */
export const reportPresenceMarks = sqliteTable(
  'report_presence_marks',
  {
    id: countedKey('id'),
    companyId: companyId(),
    fromAt: integer('from_at').notNull(),
    toAt: integer('to_at').notNull(),
  },
  t => [index('report_presence_marks_company').on(t.companyId, t.fromAt)],
)
