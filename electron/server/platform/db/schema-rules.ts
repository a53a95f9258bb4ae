/** Rules and their runs. Every row names its company. */
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

/** Results of the steps of a run, so that none is done twice (steps/run.ts). */
export const stepReceipts = sqliteTable(
  'step_receipts',
  {
    companyId: companyId(),
    /** The run, as its caller names it. */
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
    /** The order in which rules are checked. */
    position: integer('position').notNull(),
    /** The kind of the event, for lookups. */
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

/** A rule that has to be checked for a ticket, written with the event; later what the rule did (rules/work.ts). */
export const ruleRuns = sqliteTable(
  'rule_runs',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ruleId: partOf('rule_id', () => rules.id),
    ticketId: partOf('ticket_id', () => tickets.id),
    /** The original cause: a rule is checked once for it. */
    cause: text('cause').notNull(),
    depth: integer('depth').notNull(),
    /** `begun`: the conditions are met and the steps are being done. */
    state: text('state', { enum: ['done', 'begun', 'waiting'] }).notNull(),
    /** The steps when the run began. */
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
