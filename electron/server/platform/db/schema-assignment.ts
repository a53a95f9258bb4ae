/** How queues hand out tickets, breaks, and presence times. Every row names its company. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, partOf } from './columns'
import { tickets } from './schema-conversation'
import { companyId, queues, tags, users } from './schema-organisation'

const userId = () => partOf('user_id', () => users.id)

/** Tags that describe people's skills. */
export const userSkills = sqliteTable(
  'user_skills',
  {
    companyId: companyId(),
    userId: userId(),
    tagId: partOf('tag_id', () => tags.id),
  },
  t => [
    primaryKey({ columns: [t.userId, t.tagId] }),
    index('user_skills_tag').on(t.tagId),
    index('user_skills_company').on(t.companyId),
  ],
)

/** When somebody last got a ticket of a queue; the smaller, the longer ago. */
export const assignmentTurns = sqliteTable(
  'assignment_turns',
  {
    companyId: companyId(),
    queueId: partOf('queue_id', () => queues.id),
    userId: userId(),
    turn: integer('turn').notNull(),
  },
  t => [
    primaryKey({ columns: [t.queueId, t.userId] }),
    index('assignment_turns_user').on(t.userId),
    index('assignment_turns_company').on(t.companyId),
  ],
)

/**
 * Who gave a ticket away: a waiting ticket does not go back to them, and an open one moves on while they are absent.
 */
export const givenAway = sqliteTable(
  'given_away',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    userId: userId(),
  },
  t => [index('given_away_user').on(t.userId), index('given_away_company').on(t.companyId)],
)

/** Breaks, including running ones. */
export const breaks = sqliteTable(
  'breaks',
  {
    id: countedKey('id'),
    companyId: companyId(),
    userId: userId(),
    /** A key of BREAK_REASONS (src/contract/assignment.ts), or a company's own words. */
    reason: text('reason').notNull(),
    /** How long it was expected to last. */
    minutes: integer('minutes'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by', { enum: ['person', 'sign-out', 'limit'] }),
  },
  t => [
    uniqueIndex('breaks_running').on(t.userId).where(sql`ended_at is null`),
    index('breaks_user').on(t.userId, t.startedAt),
    index('breaks_company').on(t.companyId, t.startedAt),
    index('breaks_ended').on(t.companyId, t.endedAt, t.startedAt, t.userId),
  ],
)

/**
 * When people had a socket of some process, including the present. A span left open by a killed process is closed at
 * the next start, at the person's last sign of life (realtime/presence.ts).
 */
export const onlineSpans = sqliteTable(
  'online_spans',
  {
    id: countedKey('id'),
    companyId: companyId(),
    userId: userId(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  t => [
    uniqueIndex('online_spans_open').on(t.userId).where(sql`ended_at is null`),
    index('online_spans_user').on(t.userId, t.startedAt),
    index('online_spans_company').on(t.companyId, t.startedAt),
    index('online_spans_ended').on(t.companyId, t.endedAt, t.startedAt, t.userId),
  ],
)
