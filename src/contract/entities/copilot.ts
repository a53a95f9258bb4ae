import { z } from 'zod'
import {
  byFeature,
  CEILING_UNITS,
  FEATURE_OFF,
  type FeatureRule,
  MASKED_KINDS,
  PROPOSAL_KINDS,
  SUMMARY_KINDS,
} from '../copilot'
import { PRIORITIES } from '../priority'
import { figure, flag, id, instant, listOf, maybeFigure, maybeId, name, text } from '../scalars'

const featureRule = z
  .object({ on: flag, queueIds: z.array(id), profiles: z.array(z.string()) })
  .optional()
  .transform((rule): FeatureRule => rule ?? FEATURE_OFF)
const featureRules = z.object(byFeature(() => featureRule))

/** What of the copilot somebody may use. */
export const copilotOffers = z.object({
  features: featureRules,
  /** Share of the month's ceiling that is used, for administrators; null for others, and without a ceiling. */
  usedShare: maybeFigure,
  /** Kinds it no longer acts alone in, as too few were right; for administrators. */
  stopped: z.array(z.enum(PROPOSAL_KINDS)).catch([]),
  /** Voice notes of the conversation that is open are transcribed without a press; by a copilot of this computer alone. */
  transcribesOpen: flag,
})

/** A line of a summary, with the messages it stands on. */
export const summaryLine = z.object({
  kind: z.enum(SUMMARY_KINDS),
  text,
  messageIds: z.array(z.string()),
})
export type SummaryLine = z.output<typeof summaryLine>

/** What a conversation is about, kept with its ticket. */
export const ticketSummary = z.object({
  ticketId: id,
  lines: listOf('summary.lines', summaryLine),
  /** Of the last message it tells of. */
  upTo: instant,
  /** Messages that came after it. */
  newer: figure,
  /** Lines that went because their messages were deleted or changed. */
  dropped: figure,
  /** Its oldest messages were too many to be read. */
  partial: flag,
  simulated: flag,
})
export type TicketSummary = z.output<typeof ticketSummary>

/** What the copilot proposes for a ticket and nobody has decided about. */
export const ticketProposal = z.object({
  id,
  ticketId: id,
  kind: z.enum(PROPOSAL_KINDS),
  /** Of the tag or queue; 0 for a priority. */
  targetId: id,
  /** Of the tag or queue. */
  name,
  color: text,
  priority: z.enum(PRIORITIES).nullish().catch(null),
  /** The copilot has done it itself: it can be undone. */
  doneAlone: flag,
  /** What left for it, with marks in the place of personal data. */
  sent: text,
})
export type TicketProposal = z.output<typeof ticketProposal>

/** How a company has its copilot set (src/contract/copilot.ts); its key never leaves the server. */
export const copilotSettings = copilotOffers
  .omit({ stopped: true, usedShare: true, transcribesOpen: true })
  .extend({
    baseUrl: text,
    model: text,
    hasApiKey: flag,
    promptId: maybeId,
    transcriptionBaseUrl: text,
    transcriptionModel: text,
    hasTranscriptionKey: flag,
    embeddingBaseUrl: text,
    embeddingModel: text,
    hasEmbeddingKey: flag,
    transcribesArrivals: flag,
    /** Set by whoever administers the computer: the key alone is changed here. */
    fixed: flag,
    ceilingUnit: z.enum(CEILING_UNITS).catch('tokens'),
    ceiling: maybeFigure,
    masks: z.array(z.enum(MASKED_KINDS)).catch([...MASKED_KINDS]),
    /** Percent from which it acts alone, by kind; null: it proposes. */
    alone: z.object({ tag: maybeFigure, queue: maybeFigure, priority: maybeFigure }).catch({
      tag: null,
      queue: null,
      priority: null,
    }),
    /** How often proposals were right, since there are some. */
    proposals: listOf(
      'copilot.proposals',
      z.object({
        kind: z.enum(PROPOSAL_KINDS),
        confirmed: figure,
        changed: figure,
        dropped: figure,
        /** Of the last days, by which it may act alone (COPILOT_LIMITS.alone). */
        lately: z.object({ decided: figure, right: figure }),
      }),
    ),
    /** Since the month began, in the company's time zone. */
    used: z.object({
      calls: figure,
      tokens: figure,
      /** Of recordings. */
      seconds: figure,
      /** By the provider's list prices, of the calls whose price is known. */
      dollars: figure,
      /** Calls whose price is not known. */
      unpriced: figure,
      taken: figure,
      changed: figure,
      dropped: figure,
      failed: figure,
    }),
  })
export type CopilotSettings = z.output<typeof copilotSettings>
