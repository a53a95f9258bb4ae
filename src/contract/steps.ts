/** Steps: what is done with a ticket in one go, by a person's macro, by a rule, or where a promise is about to be broken. Pure. */
import { z } from 'zod'
import {
  MESSAGE_MAX_CHARS,
  MOST_MENTIONED,
  SCHEDULE_BODY_MIN_CHARS,
  TICKET_NOTE_MIN_CHARS,
} from './constants'
import { SERVER_ERROR_CODES } from './errors'
import { PRIORITIES } from './priority'
import { rowId, upTo, words } from './requests'

/** How many steps there may be, characters of a note, and how far ahead something may be put, in minutes: thirty days. */
export const STEPS = { most: 12, noteChars: 2_000, longestMinutes: 43_200 } as const

const minutes = z.number().int().min(1).max(STEPS.longestMinutes)
const note = words(STEPS.noteChars).trim().min(TICKET_NOTE_MIN_CHARS, 'Too Short!')

export const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), quickMessageId: rowId }),
  /** A message that leaves so many minutes later. */
  z.object({
    kind: z.literal('schedule'),
    body: words(MESSAGE_MAX_CHARS).trim().min(SCHEDULE_BODY_MIN_CHARS, 'Mensagem muito curta'),
    minutes,
  }),
  z.object({ kind: z.literal('note'), note }),
  /** People and queues are named in a note: they find it among their mentions. */
  z.object({
    kind: z.literal('notify'),
    users: upTo(MOST_MENTIONED, rowId).default([]),
    queues: upTo(MOST_MENTIONED, rowId).default([]),
    note,
  }),
  z.object({ kind: z.literal('addTag'), tagId: rowId }),
  z.object({ kind: z.literal('removeTag'), tagId: rowId }),
  z.object({ kind: z.literal('priority'), priority: z.enum(PRIORITIES) }),
  /** It waits in that queue, with nobody. */
  z.object({ kind: z.literal('queue'), queueId: rowId }),
  z.object({ kind: z.literal('assign'), userId: rowId }),
  /** null: until the customer writes. */
  z.object({ kind: z.literal('snooze'), minutes: minutes.nullable() }),
  /** `silently`: without the rating question and the completion message. */
  z.object({ kind: z.literal('resolve'), silently: z.boolean().default(false) }),
])
export type Step = z.output<typeof step>
export type StepKind = Step['kind']
export const STEP_KINDS: readonly StepKind[] = step.options.map(({ shape }) => shape.kind.value)

export const steps = upTo(STEPS.most, step)

/** These take a ticket out of sight: they are left out where a step before them could not be done. */
export const putsAway = ({ kind }: Step): boolean => kind === 'snooze' || kind === 'resolve'

/** These write to the customer, or may by the company's automatic messages. */
export const writesToCustomer = (step: Step): boolean =>
  step.kind === 'resolve' ? !step.silently : ['message', 'schedule', 'queue', 'assign'].includes(step.kind)

/**
 * What became of a step: `unsure` where the program ended in the middle of one that must not be done twice, `left` where it
 * was left out: one before it could not be done, or what runs them was switched off, changed or rests.
 */
export const STEP_STATES = ['done', 'failed', 'unsure', 'left'] as const
export type StepState = (typeof STEP_STATES)[number]

/** `code` says why it failed. */
export const stepOutcome = z.object({
  state: z.enum(STEP_STATES).catch('unsure'),
  code: z.enum(SERVER_ERROR_CODES).nullable().catch(null),
})
export type StepOutcome = z.output<typeof stepOutcome>
