/**
 * Rules: steps a workspace does with a ticket by itself when something happens. What has to hold of the ticket is what a
 * view asks for (`fits`), as the ticket is when the rule's turn has come. Pure.
 */
import { z } from 'zod'
import { fold } from './fold'
import { line, rowId, upTo } from './requests'
import { viewConditions } from './saved-views'
import { figure, flag, id, instant, listOf, maybeInstant, name, text } from './scalars'
import { STEPS, step, stepOutcome, steps } from './steps'
import { EVERY_TICKET, fits, type ViewedTicket } from './ticket-conditions'

/** Longest name, how many rules, words of one; what a dry run looks at and shows, how many runs a log shows. */
export const RULE = {
  maxName: 60,
  most: 50,
  words: 30,
  wordChars: 60,
  tried: 500,
  shown: 50,
  logged: 100,
} as const
/** Days a dry run looks back. */
export const RULE_TRIED_DAYS = 7
/** So many acts of rules may follow one from another; then nothing more does. */
export const RULE_DEPTH = 3
/** A rule that wrote to one customer so often within so long rests for them so long: who answers it may be a robot, too. */
export const RULE_MESSAGES = { most: 3, withinMs: 10 * 60_000, restMs: 24 * 60 * 60_000 } as const

export const RULE_EVENTS = ['arrives', 'silence', 'tagged', 'rated', 'words'] as const
export type RuleEventKind = (typeof RULE_EVENTS)[number]

export const ruleEvent = z.discriminatedUnion('kind', [
  /** A conversation begins: a customer's, with `ours` also one that we begin. */
  z.object({ kind: z.literal('arrives'), ours: z.boolean().default(false) }),
  /** Nobody has answered the customer for so long. */
  z.object({ kind: z.literal('silence'), minutes: z.number().int().min(1).max(STEPS.longestMinutes) }),
  z.object({ kind: z.literal('tagged'), tagId: rowId }),
  z.object({ kind: z.literal('rated'), atMost: z.number().int().min(1).max(3) }),
  /** A message of the customer has one of these words or phrases, whole, whatever their case and accents. */
  z.object({
    kind: z.literal('words'),
    words: upTo(RULE.words, line(RULE.wordChars).min(2, 'Too Short!')).refine(
      list => list.length > 0,
      'Required',
    ),
  }),
])
export type RuleEvent = z.output<typeof ruleEvent>

export const RULE_HOURS = ['any', 'open', 'closed'] as const

/** What has to hold besides; an empty list is no condition. */
export const ruleConditions = viewConditions
  .pick({ queueIds: true, whatsappIds: true, tagIds: true, notTagIds: true, priorities: true })
  .extend({
    /** The customer's first conversation. */
    newContact: z.boolean().default(false),
    /** Of the company or the queue, as its settings say. */
    hours: z.enum(RULE_HOURS).default('any'),
  })
export type RuleConditions = z.output<typeof ruleConditions>

export const ruleForm = z.object({
  name: line(RULE.maxName, 'Too Long!').min(1, 'Obrigatório'),
  active: z.boolean(),
  event: ruleEvent,
  conditions: ruleConditions,
  steps: steps.refine(list => list.length > 0, 'Required'),
  /** Once for a ticket, however often it happens. */
  once: z.boolean(),
})
export type RuleForm = z.output<typeof ruleForm>

/** A rule as it travels, among the others in their order. */
export const rule = z.object({
  id,
  name,
  active: flag,
  event: ruleEvent,
  conditions: ruleConditions,
  steps: listOf('rule.steps', step),
  once: flag,
})
export type Rule = z.output<typeof rule>

/** One time a rule did something. */
export const ruleRun = z.object({
  id,
  ticketId: id,
  ticketUuid: text,
  contactName: name,
  at: instant,
  /** null while its steps are being done. */
  endedAt: maybeInstant,
  steps: listOf('ruleRun.steps', step),
  outcomes: listOf('ruleRun.outcomes', stepOutcome),
})
export type RuleRun = z.output<typeof ruleRun>

/** What a rule would have done in the last days. */
export const ruleTrial = z.object({
  tickets: listOf(
    'ruleTrial.tickets',
    z.object({ ticketId: id, ticketUuid: text, contactName: name, at: instant, times: figure }),
  ),
  /** Tickets it would have acted on, shown or not. */
  count: figure,
  /** Whether there was more than it looked at. */
  cut: flag,
})
export type RuleTrial = z.output<typeof ruleTrial>

/** What happened, as a rule's event may be about it. */
export type Happened =
  | { kind: 'arrives'; ours: boolean }
  | { kind: 'tagged'; tagId: number }
  | { kind: 'rated'; rate: number }
  /** Made by `said`. */
  | { kind: 'words'; folded: string }

const inWords = (body: string): string =>
  ` ${fold(body)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** A customer wrote: folded once, however many rules are asked about it. The customer chooses how long it is. */
export const said = (body: string): Happened => ({ kind: 'words', folded: inWords(body) })

/** What tells whether something is what a rule waits for; its words are folded once. Silence is found by the clock alone. */
export function watchFor(event: RuleEvent): (happened: Happened) => boolean {
  const words = event.kind === 'words' ? event.words.map(inWords) : []
  return happened => {
    if (event.kind === 'arrives') return happened.kind === 'arrives' && (event.ours || !happened.ours)
    if (event.kind === 'tagged') return happened.kind === 'tagged' && happened.tagId === event.tagId
    if (event.kind === 'rated') return happened.kind === 'rated' && happened.rate <= event.atMost
    return happened.kind === 'words' && words.some(word => happened.folded.includes(word))
  }
}

/** What is known of a ticket besides itself. */
export interface RuleFacts {
  newContact: boolean
  open: boolean
}

/** Whether a ticket meets a rule's conditions. */
export function meets(ticket: ViewedTicket, conditions: RuleConditions, facts: RuleFacts): boolean {
  const { newContact, hours, ...asked } = conditions
  return (
    (!newContact || facts.newContact) &&
    (hours === 'any' || (hours === 'open') === facts.open) &&
    fits(ticket, { ...EVERY_TICKET, ...asked }, 0, 0)
  )
}
