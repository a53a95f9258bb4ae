/** The copilot: how a company has it set, what agents ask it, and what became of its answers. */
import { z } from 'zod'
import { LANGUAGES } from '../constants'
import {
  byFeature,
  CEILING_UNITS,
  COPILOT_LIMITS,
  COPILOT_OUTCOMES,
  MASKED_KINDS,
  REWRITES,
} from '../copilot'
import {
  copilotOffers,
  copilotSettings,
  message,
  summaryLine,
  ticket,
  ticketProposal,
  ticketSummary,
} from '../entities'
import { expecting } from '../expected'
import { PROFILES } from '../permissions'
import { idList, rowId, rowIds, token, upTo, words } from '../requests'
import { figure, flag, listOf, maybe, maybeFigure, text } from '../scalars'
import { providerKey, providerUrl } from './automation'
import { done, endpoint } from './define'

const { alone, ceiling, draft, suggestions, summary, translated } = COPILOT_LIMITS

const bar = z.number().int().min(alone.min).max(alone.max).nullable().default(null)

const rule = z.object({
  on: z.boolean(),
  queueIds: rowIds,
  profiles: upTo(PROFILES.length, z.enum(PROFILES)),
})
/** One that is left out stays as it is: consoles of an earlier version know fewer of them. */
const rules = z.object(byFeature(() => rule.optional()))

/** As its dialog sends it; a key that is left out stays, and so does what is optional: consoles of an earlier version know less. */
export const copilotForm = z.object({
  baseUrl: providerUrl.default(''),
  model: token(100).trim().default(''),
  apiKey: providerKey,
  /** The prompt whose key, address and model are used instead. */
  promptId: rowId.nullable().default(null),
  /** Where recordings go; "" is where questions go, and its key with it. */
  transcriptionBaseUrl: providerUrl.optional(),
  transcriptionModel: token(100).trim().optional(),
  transcriptionApiKey: providerKey,
  /** Where the meaning of articles and questions is asked for; "" is where questions go, and its key with it. */
  embeddingBaseUrl: providerUrl.optional(),
  /** "": articles are found by their words alone. */
  embeddingModel: token(100).trim().optional(),
  embeddingApiKey: providerKey,
  /** Customers' voice notes are transcribed as they come. */
  transcribesArrivals: z.boolean().optional(),
  features: rules,
  ceilingUnit: z.enum(CEILING_UNITS).default('tokens'),
  /** Null is none. */
  ceiling: z.number().int().min(ceiling.min).max(ceiling.max).nullable().default(null),
  /** Percent of right proposals from which it acts alone; null: it proposes. */
  alone: z.object({ tag: bar, queue: bar, priority: bar }).optional(),
  masks: upTo(MASKED_KINDS.length, z.enum(MASKED_KINDS)).default([...MASKED_KINDS]),
})

/**
 * One line of an answer (newline-delimited JSON): first the call with what it rests on and what was sent, then pieces of the
 * text, then its end or why there is none.
 */
export const copilotLine = z.union([
  z.object({
    callId: z.number(),
    sources: z.array(
      z.object({
        kind: z.enum(['article', 'quickMessage', 'ticket', 'queue']),
        id: z.number(),
        title: z.string(),
        text: z.string(),
        uuid: z.string().nullable(),
      }),
    ),
    sent: z.string(),
  }),
  z.object({ delta: z.string() }),
  z.object({
    /** Numbers of the sources it names, from 1. */
    cited: z.array(z.number()),
    unknown: z.boolean(),
    model: z.string(),
    simulated: z.boolean(),
    /** Share of the month's ceiling that is used; null without one. */
    usedShare: z.number().nullable(),
  }),
  z.object({ error: z.string() }),
])
export type CopilotLine = z.output<typeof copilotLine>

/**
 * One line of the answer to a question for a summary: first the call with what was sent, then its lines, then the whole as it is
 * kept (null: nothing was said that could be summarised), or why there is none. Where nothing has changed, the kept one alone.
 */
export const summaryAnswer = z.union([
  z.object({ callId: z.number(), sent: z.string() }),
  z.object({ line: summaryLine }),
  z.object({ summary: ticketSummary.nullable(), usedShare: z.number().nullable() }),
  z.object({ error: z.string() }),
])
export type SummaryAnswer = z.output<typeof summaryAnswer>

/** ISO 639. */
const languageCode = z.string().regex(/^[a-z]{2,3}$/)

/** Of a question that is answered at once: null or "" where none was asked. */
const whatWasAsked = {
  callId: maybeFigure,
  sent: text,
  simulated: flag,
  /** Share of the month's ceiling that is used; null without one. */
  usedShare: maybeFigure,
}

const ADMIN = 'drawer-admin-items:view'
const REFUSALS = ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'] as const
const PROVIDER = [
  'ERR_AI_KEY',
  'ERR_AI_PROVIDER',
  'ERR_AI_BUSY',
  'ERR_AI_SILENT',
  'ERR_AI_ENDLESS',
  'ERR_ADDRESS_NOT_ALLOWED',
  'ERR_TOO_MANY_ATTEMPTS',
] as const
const ASKED = [
  ...REFUSALS,
  ...PROVIDER,
  'ERR_NO_TICKET_FOUND',
  'ERR_COPILOT_OFF',
  'ERR_COPILOT_CEILING',
] as const

export const copilotEndpoints = {
  'copilot.offers': endpoint('GET', '/copilot/offers', {
    summary: 'What of the copilot the caller may use, by queue',
    access: 'member',
    response: copilotOffers,
  }),
  'copilot.settings': endpoint('GET', '/copilot', {
    summary: 'How the copilot is set and what it has used this month, without its key',
    access: ADMIN,
    response: copilotSettings,
    errors: REFUSALS,
  }),
  'copilot.saveSettings': endpoint('PUT', '/copilot', {
    summary: 'Set the copilot; a key that is left out stays',
    access: ADMIN,
    body: copilotForm,
    response: copilotSettings,
    errors: [
      ...REFUSALS,
      'ERR_NO_PROMPT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_ADDRESS_NOT_ALLOWED',
      'ERR_COPILOT_PRICE',
    ],
  }),
  'copilot.test': endpoint('POST', '/copilot/test', {
    summary: 'Ask the model as the form has it: a short question, and whether it reads a long one whole',
    access: ADMIN,
    body: copilotForm,
    response: () =>
      z.object({
        text,
        model: text,
        milliseconds: figure,
        tokens: figure,
        readsAll: z.boolean().default(true),
      }),
    errors: [...REFUSALS, ...PROVIDER, 'ERR_NO_PROMPT_FOUND'],
  }),
  'copilot.testTranscription': endpoint('POST', '/copilot/test-transcription', {
    summary: 'Have a second of silence transcribed as the form has it',
    access: ADMIN,
    body: copilotForm,
    response: () => z.object({ text, model: text, milliseconds: figure }),
    errors: [...REFUSALS, ...PROVIDER, 'ERR_NO_PROMPT_FOUND', 'ERR_TRANSCRIPT_FILE'],
  }),
  'copilot.testEmbedding': endpoint('POST', '/copilot/test-embedding', {
    summary: 'Ask for the vector of a short text as the form has it',
    access: ADMIN,
    body: copilotForm,
    response: () => z.object({ model: text, dimensions: figure, milliseconds: figure }),
    errors: [...REFUSALS, ...PROVIDER, 'ERR_NO_PROMPT_FOUND'],
  }),
  'copilot.suggest': endpoint('POST', '/copilot/suggestions', {
    summary: 'Suggest what an agent may answer; streams as lines of JSON',
    access: 'member',
    body: () =>
      z.object({
        ticketId: rowId,
        /** Suggestions already looked at, which the next one is to differ from. */
        earlier: upTo(suggestions - 1, words(draft)).default([]),
      }),
    response: done,
    raw: true,
    errors: ASKED,
  }),
  'copilot.rewrite': endpoint('POST', '/copilot/rewrites', {
    summary: 'Write a text of an agent anew; streams as lines of JSON',
    access: 'member',
    body: () => z.object({ ticketId: rowId, how: z.enum(REWRITES), text: words(draft).min(1) }),
    response: done,
    raw: true,
    errors: ASKED,
  }),
  'copilot.summaries': endpoint('GET', '/copilot/summaries', {
    summary:
      'Summaries as they are kept, of those tickets that the caller may see; nothing is asked of a model',
    access: 'member',
    query: () => z.object({ ticketIds: idList.refine(ids => (ids?.length ?? 0) <= summary.tickets) }),
    response: () => listOf('copilot.summaries', ticketSummary),
    errors: ['ERR_PLAN_LACKS'],
  }),
  'copilot.summarise': endpoint('POST', '/tickets/:ticketId/summary', {
    summary: 'Summarise a ticket, or renew its summary where it has changed; streams as lines of JSON',
    access: 'member',
    body: () => z.object({ language: z.enum(LANGUAGES) }),
    response: done,
    raw: true,
    errors: ASKED,
  }),
  'copilot.transcribe': endpoint('POST', '/copilot/transcripts', {
    summary:
      'Have what is heard or read in the file of a message written below it; live events tell how far it is',
    access: 'member',
    body: () => z.object({ messageId: token(128).min(1) }),
    response: () => z.object({ message: maybe(message) }),
    errors: [
      ...REFUSALS,
      'ERR_NO_MESSAGE_FOUND',
      'ERR_COPILOT_OFF',
      'ERR_TRANSCRIPT_FILE',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
  'copilot.translateTicket': endpoint('PUT', '/copilot/translations', {
    summary: 'Have a conversation translated from a language, for everybody who sees it; null: no more',
    access: 'member',
    body: () => z.object({ ticketId: rowId, language: languageCode.nullable() }),
    response: () => z.object({ ticket: maybe(ticket) }),
    errors: [...REFUSALS, 'ERR_NO_TICKET_FOUND', 'ERR_COPILOT_OFF'],
  }),
  'copilot.translateMessages': endpoint('POST', '/copilot/translations', {
    summary: 'Translate messages of a conversation into a language; each is asked once and kept',
    access: 'member',
    body: () =>
      z.object({
        ticketId: rowId,
        messageIds: upTo(translated.texts, token(128).min(1)),
        language: languageCode,
      }),
    response: () => z.object({ messages: listOf('copilot.translateMessages', message), ...whatWasAsked }),
    errors: ASKED,
  }),
  'copilot.translateDraft': endpoint('POST', '/copilot/translations/draft', {
    summary: 'Translate what an agent is about to send into the language of a conversation',
    access: 'member',
    body: () => z.object({ ticketId: rowId, texts: upTo(translated.texts, words(translated.chars).min(1)) }),
    response: () => z.object({ texts: z.array(z.string()), language: text, ...whatWasAsked }),
    errors: [...ASKED, 'ERR_MESSAGE_TOO_LONG'],
  }),
  'copilot.proposals': endpoint('GET', '/tickets/:ticketId/proposals', {
    summary: 'Tags and a queue that are proposed for a ticket, and that nobody has decided about',
    access: 'member',
    response: () => listOf('copilot.proposals', ticketProposal),
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
  }),
  'copilot.decide': endpoint('PUT', '/copilot/proposals/:id', {
    summary: 'Do what is proposed for a ticket, or drop it',
    access: 'member',
    body: () => z.object({ decision: z.enum(['confirmed', 'dropped']), ...expecting }),
    response: done,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_TICKET_CHANGED'],
  }),
  'copilot.outcome': endpoint('PUT', '/copilot/calls/:id', {
    summary: 'What became of an answer; nothing of its words is kept',
    access: 'member',
    body: () =>
      z.object({
        outcome: z.enum(COPILOT_OUTCOMES),
        /** Percentage of its letters that were changed before it was sent. */
        changed: z.number().int().min(0).max(100).default(0),
      }),
    response: done,
    errors: ['ERR_NO_PERMISSION'],
  }),
} as const
