/**
 * What may answer customers automatically. Keys of providers are stored sealed (electron/server/platform/auth/seal.ts).
 */
import {
  type AloneBars,
  CEILING_UNITS,
  COPILOT_FEATURES,
  COPILOT_OUTCOMES,
  type CopilotFeature,
  type FeatureRule,
  LANGUAGES,
  type MaskedKind,
  PRIORITIES,
  PROPOSAL_KINDS,
  PROPOSAL_OUTCOMES,
  TRANSCRIPT_STATES,
} from '@contract'
import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { StoredLine } from '../../../copilot/summary'
import { countedKey, instant, now, partOf, stamps, yesNo } from './columns'
import { messages, tickets } from './schema-conversation'
import { companyId, queues, tags, users } from './schema-organisation'

export const prompts = sqliteTable(
  'prompts',
  {
    id: countedKey('id'),
    companyId: companyId(),
    name: text('name').notNull(),
    prompt: text('prompt').notNull().default(''),
    voice: text('voice').notNull().default('texto'),
    maxTokens: integer('max_tokens').notNull().default(100),
    temperature: real('temperature').notNull().default(1),
    /** Sealed; "" for none. */
    apiKeySecret: text('api_key_secret').notNull().default(''),
    /** "" is the provider's own address. */
    baseUrl: text('base_url').notNull().default(''),
    model: text('model').notNull().default(''),
    voiceKeySecret: text('voice_key_secret').notNull().default(''),
    voiceRegion: text('voice_region').notNull().default(''),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    totalTokens: integer('total_tokens').notNull().default(0),
    /** Most messages of a conversation the model is shown. */
    maxMessages: integer('max_messages').notNull().default(10),
    /** The queue for customers who want a person. */
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    /** Whether it answers from the company's articles. */
    usesArticles: yesNo('uses_articles').notNull().default(true),
    ...stamps(),
  },
  t => [index('prompts_company').on(t.companyId, t.name)],
)

export const queueIntegrations = sqliteTable(
  'queue_integrations',
  {
    id: countedKey('id'),
    companyId: companyId(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    projectName: text('project_name').notNull().default(''),
    ixcBaseUrl: text('ixc_base_url').notNull().default(''),
    ixcApiKeySecret: text('ixc_api_key_secret').notNull().default(''),
    /** Milliseconds. */
    ixcTimeout: integer('ixc_timeout').notNull().default(30_000),
    ixcRetryAttempts: integer('ixc_retry_attempts').notNull().default(3),
    ixcFallbackQueueId: integer('ixc_fallback_queue_id').references(() => queues.id, {
      onDelete: 'set null',
    }),
    ...stamps(),
  },
  t => [index('queue_integrations_company').on(t.companyId, t.name)],
)

/** A company's copilot settings (src/contract/copilot.ts); without a row everything is off. */
export const copilotSettings = sqliteTable('copilot_settings', {
  companyId: companyId().primaryKey(),
  baseUrl: text('base_url').notNull().default(''),
  model: text('model').notNull().default(''),
  /** Sealed; "" for none. */
  apiKeySecret: text('api_key_secret').notNull().default(''),
  /** The prompt whose key, address and model are used instead. */
  promptId: integer('prompt_id').references(() => prompts.id, { onDelete: 'set null' }),
  /** Address for recordings; "" is the address for questions. */
  transcriptionBaseUrl: text('transcription_base_url').notNull().default(''),
  transcriptionModel: text('transcription_model').notNull().default(''),
  transcriptionKeySecret: text('transcription_key_secret').notNull().default(''),
  /** Address for vectors; "" is the address for questions. */
  embeddingBaseUrl: text('embedding_base_url').notNull().default(''),
  /** "" for none. */
  embeddingModel: text('embedding_model').notNull().default(''),
  embeddingKeySecret: text('embedding_key_secret').notNull().default(''),
  /** The model that made them (copilot/vectors.ts); "" while unknown. */
  embeddingsBy: text('embeddings_by').notNull().default(''),
  /** Whether customers' voice notes are transcribed on arrival. */
  transcribesArrivals: yesNo('transcribes_arrivals').notNull().default(false),
  /** A FeatureRule for each feature, JSON. */
  features: text('features', { mode: 'json' })
    .$type<Partial<Record<CopilotFeature, FeatureRule>>>()
    .notNull(),
  ceilingUnit: text('ceiling_unit', { enum: CEILING_UNITS }).notNull().default('tokens'),
  /** Of a month; null for none. */
  ceiling: integer('ceiling'),
  /** Kinds of personal data that are masked, JSON. */
  masks: text('masks', { mode: 'json' }).$type<MaskedKind[]>().notNull(),
  /** The accuracy in percent from which it applies each kind of proposal by itself (JSON). */
  alone: text('alone', { mode: 'json' }).$type<Partial<AloneBars>>().notNull().default({}),
  ...stamps(),
})

/** Requests of the copilot without their words: who, for what, cost, result. */
export const copilotCalls = sqliteTable(
  'copilot_calls',
  {
    id: countedKey('id'),
    companyId: companyId(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    feature: text('feature', { enum: [...COPILOT_FEATURES, 'embed'] }).notNull(),
    model: text('model').notNull().default(''),
    /** The possible maximum while it is under way. */
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    /** Of a recording. */
    seconds: integer('seconds').notNull().default(0),
    /** Millionths of a US dollar at list price; null when the price is unknown. */
    costMicros: integer('cost_micros'),
    milliseconds: integer('milliseconds').notNull().default(0),
    outcome: text('outcome', { enum: ['asked', 'answered', 'failed', ...COPILOT_OUTCOMES] })
      .notNull()
      .default('asked'),
    /** Percentage of its letters the agent changed. */
    changed: integer('changed').notNull().default(0),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('copilot_calls_company').on(t.companyId, t.createdAt),
    index('copilot_calls_ticket').on(t.ticketId),
    index('copilot_calls_asked').on(t.companyId, t.createdAt).where(sql`outcome = 'asked'`),
  ],
)

/** Summaries of conversations. */
export const ticketSummaries = sqliteTable(
  'ticket_summaries',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** JSON. */
    lines: text('lines', { mode: 'json' }).$type<StoredLine[]>().notNull(),
    /** Of the last message it covers. */
    upToSeq: integer('up_to_seq').notNull(),
    upTo: instant('up_to').notNull(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    model: text('model').notNull().default(''),
    /** Its oldest messages were too many to read. */
    partial: yesNo('partial').notNull().default(false),
    ...stamps(),
  },
  t => [index('ticket_summaries_company').on(t.companyId)],
)

/** The copilot's proposals for new conversations, and their results. */
export const ticketProposals = sqliteTable(
  'ticket_proposals',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    kind: text('kind', { enum: PROPOSAL_KINDS }).notNull(),
    tagId: integer('tag_id').references(() => tags.id, { onDelete: 'cascade' }),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'cascade' }),
    /** The ticket's queue at that time. */
    fromQueueId: integer('from_queue_id'),
    priority: text('priority', { enum: PRIORITIES }),
    fromPriority: text('from_priority', { enum: PRIORITIES }),
    /** Whether the copilot applied it by itself; it stays open until it is undone or confirmed. */
    doneAlone: yesNo('done_alone').notNull().default(false),
    /** The masked text that was sent; "" once it is decided. */
    sent: text('sent').notNull().default(''),
    outcome: text('outcome', { enum: PROPOSAL_OUTCOMES }).notNull().default('open'),
    ...stamps(),
  },
  t => [
    index('ticket_proposals_ticket').on(t.ticketId),
    index('ticket_proposals_company').on(t.companyId, t.outcome),
    index('ticket_proposals_tag').on(t.tagId),
    index('ticket_proposals_queue').on(t.queueId),
  ],
)

/**
 * Transcripts of messages (electron/server/automation/transcripts). A `queued` row is the work: the owner of the
 * company does it, also after a restart.
 */
export const transcripts = sqliteTable(
  'transcripts',
  {
    messageSeq: integer('message_seq')
      .primaryKey()
      .references(() => messages.seq, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** Who requested it; null when it was automatic. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text('state', { enum: TRANSCRIPT_STATES }).notNull().default('queued'),
    body: text('body').notNull().default(''),
    /** ISO 639 code; null when the provider does not say. */
    language: text('language'),
    model: text('model').notNull().default(''),
    /** Host the file went to. */
    sentTo: text('sent_to').notNull().default(''),
    /** A long recording goes in pieces. */
    pieces: integer('pieces').notNull().default(0),
    piecesDone: integer('pieces_done').notNull().default(0),
    /** Code of src/contract/errors.ts. */
    failure: text('failure'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    ...stamps(),
  },
  t => [
    index('transcripts_queued').on(t.nextAt).where(sql`state = 'queued'`),
    index('transcripts_company').on(t.companyId),
    index('transcripts_user').on(t.userId),
  ],
)

/**
 * Automatic answers to customers of pending tickets. Unanswered questions are taken up again after a restart. The table
 * has an older name in the database.
 */
export const autoReplies = sqliteTable(
  'assists',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    kind: text('kind', { enum: ['prompt', 'integration'] }).notNull(),
    /** Prompt or integration. */
    automationId: integer('automation_id').notNull(),
    /** `done`: a person has the ticket or is waited for; automation does not start again. */
    status: text('status', { enum: ['active', 'done'] })
      .notNull()
      .default('active'),
    /** The customer's latest message, and the latest that was answered (`seq` of messages). */
    askedSeq: integer('asked_seq').notNull(),
    answeredSeq: integer('answered_seq').notNull().default(0),
    /** Tries at the present question, and when the next is due. */
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at').notNull().$defaultFn(now),
    /** State of a dialogue, JSON. */
    state: text('state').notNull().default(''),
    ...stamps(),
  },
  t => [index('assists_due').on(t.status, t.nextAt), index('assists_company').on(t.companyId)],
)

/**
 * What a consumer still owes a ticket: written in the transaction of the event, deleted with the result
 * (happenings/owed.ts).
 */
export const happenings = sqliteTable(
  'happenings',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    consumer: text('consumer').notNull(),
    /** What the consumer needs to know. */
    payload: text('payload', { mode: 'json' }).notNull(),
    /** Failed tries, and when the next is due. */
    tries: integer('tries').notNull().default(0),
    nextAt: instant('next_at').notNull().$defaultFn(now),
  },
  t => [
    index('happenings_ticket').on(t.ticketId, t.consumer),
    index('happenings_company').on(t.companyId),
    index('happenings_due').on(t.nextAt),
  ],
)
