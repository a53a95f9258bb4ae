/** What is done with tickets by itself. Every row names its company. */
import {
  RULE_EVENTS,
  type RuleConditions,
  type RuleEvent,
  type ServerErrorCode,
  STEP_STATES,
  type Step,
  type StepOutcome,
} from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf, stamps, yesNo } from './columns'
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

/** Rules (src/contract/rules.ts). */
export const rules = sqliteTable(
  'rules',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    active: yesNo('active').notNull(),
    /** Rules are asked in the order of these. */
    position: integer('position').notNull(),
    /** That of the event, to be found by. */
    eventKind: text('event_kind', { enum: RULE_EVENTS }).notNull(),
    event: text('event', { mode: 'json' }).$type<RuleEvent>().notNull(),
    conditions: text('conditions', { mode: 'json' }).$type<RuleConditions>().notNull(),
    steps: text('steps', { mode: 'json' }).$type<readonly Step[]>().notNull(),
    once: yesNo('once').notNull(),
    ...stamps(),
  },
  t => [
    index('rules_company').on(t.companyId, t.position),
    index('rules_event').on(t.eventKind, t.companyId).where(sql`active = 1`),
  ],
)

/** That a rule is to be asked about a ticket, written with what happened; then what it did (rules/work.ts). */
export const ruleRuns = sqliteTable(
  'rule_runs',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ruleId: partOf('rule_id', () => rules.id),
    ticketId: partOf('ticket_id', () => tickets.id),
    /** What it began with: a rule is asked once about it, whatever follows from what others did. */
    cause: text('cause').notNull(),
    depth: integer('depth').notNull(),
    /** `begun`: it meets the rule, and its steps are being done. */
    state: text('state', { enum: ['done', 'begun', 'waiting'] }).notNull(),
    /** As they were when it began. */
    steps: text('steps', { mode: 'json' }).$type<readonly Step[]>(),
    outcomes: text('outcomes', { mode: 'json' }).$type<readonly StepOutcome[]>(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    endedAt: instant('ended_at'),
  },
  t => [
    uniqueIndex('rule_runs_cause').on(t.ruleId, t.ticketId, t.cause),
    index('rule_runs_waiting').on(t.id).where(sql`state <> 'done'`),
    index('rule_runs_log').on(t.ruleId, t.id),
    index('rule_runs_ticket').on(t.ticketId),
    index('rule_runs_company').on(t.companyId),
  ],
)
