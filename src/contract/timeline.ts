/** The timeline of a ticket: what happened to it, who did it and when. */
import { z } from 'zod'
import { figure, instant, listOf, maybeId, maybeInstant, maybeName, name, text } from './scalars'
import { DEADLINE_KINDS } from './service-levels'

export const TIMELINE_KINDS = [
  'opened',
  'accepted',
  'assigned',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'snoozed',
  'woken',
  'priority',
  'tagged',
  'untagged',
  /** Somebody else, or this workspace, answers from now on. */
  'held',
  /** Chatbot, assistant or integration left the customer to people. */
  'leftToPeople',
  /** A rule did its steps. */
  'rule',
  /** A deadline passed. */
  'late',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Who did it. `unknown`: it is from before this was kept. */
export const TIMELINE_ACTORS = [
  'person',
  'customer',
  'rule',
  'bot',
  'assignment',
  'clock',
  'copilot',
  'program',
  'phone',
  'provider',
  'workspace',
  'unknown',
] as const
export type TimelineActor = (typeof TIMELINE_ACTORS)[number]

export const TIMELINE_FIELDS = ['queue', 'user', 'connection', 'priority', 'holder'] as const

/** What was there before and is there now: names, null where there was nothing, "" where it was deleted since. */
const change = z.object({
  field: z.enum(TIMELINE_FIELDS),
  from: maybeName,
  to: maybeName,
})

export const timelineEntry = z.object({
  key: z.string(),
  at: instant,
  kind: z.enum(TIMELINE_KINDS),
  actor: z.enum(TIMELINE_ACTORS),
  userId: maybeId,
  /** Of the person, rule or service level. */
  name,
  changes: listOf('timeline.changes', change),
  /** Names of tags. */
  tags: listOf('timeline.tags', name),
  /** Until when it is snoozed; null: until the customer writes. */
  until: maybeInstant,
  wokenBy: text,
  /** Of a rule: how many steps were done, and how many there were. */
  done: figure,
  steps: figure,
  /** Of a deadline: what was promised, and within how many minutes. */
  deadline: z.enum(DEADLINE_KINDS).nullish().catch(null),
  minutes: figure,
})
export type TimelineEntry = z.output<typeof timelineEntry>
