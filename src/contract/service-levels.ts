/**
 * Service levels (SLA): what a company promises its customers, and by when. Which service level a ticket has, which of its
 * clocks run and when they are due is decided here alone, by servers only: consoles are given the result. Pure.
 */
import { z } from 'zod'
import { neverCloses, type Opening, stretchAt } from './hours'
import { line, rowIds } from './requests'
import { figure, id, instant, name } from './scalars'
import { steps } from './steps'
import { offsetIn } from './time-zone'

const MINUTE_MS = 60_000

/**
 * What is promised: the first answer of a conversation, each answer after it, its end. An answer is one of a person; automatic
 * ones are none.
 */
export const DEADLINE_KINDS = ['first', 'next', 'resolution'] as const
export type DeadlineKind = (typeof DEADLINE_KINDS)[number]

/** Whether minutes count always or only while the company is open, by the hours it keeps (setting `scheduleType`). */
export const LEVEL_CLOCKS = ['always', 'hours'] as const

export const SERVICE_LEVEL = {
  maxName: 60,
  /** How many a company may have. */
  most: 50,
  /** Longest promise: a year, in minutes. */
  maxMinutes: 525_600,
  /** Earliest warning before a deadline: a week, in minutes. */
  maxWarnMinutes: 10_080,
} as const

const promised = z.number().int().min(1).max(SERVICE_LEVEL.maxMinutes).nullable().default(null)

const fields = z.object({
  name: line(SERVICE_LEVEL.maxName, 'Too Long!').min(1, 'Obrigatório'),
  active: z.boolean().default(true),
  /** Tickets in any of these queues; all where none is named. */
  queueIds: rowIds.default([]),
  /** Tickets with any of these tags. */
  anyTagIds: rowIds.default([]),
  /** Tickets of any of these numbers. */
  whatsappIds: rowIds.default([]),
  /** Minutes; null promises nothing of the kind. */
  firstMinutes: promised,
  nextMinutes: promised,
  resolutionMinutes: promised,
  clock: z.enum(LEVEL_CLOCKS).default('hours'),
  /** From so many minutes before a deadline on it is close; by the same clock. */
  warnMinutes: z.number().int().min(0).max(SERVICE_LEVEL.maxWarnMinutes).default(5),
  /** Done with a ticket when its deadline gets close, and when it has passed. */
  closeSteps: steps.default([]),
  lateSteps: steps.default([]),
})

export const serviceLevelForm = fields.superRefine((level, ctx) => {
  if (minutesOfKind(level, 'first') ?? minutesOfKind(level, 'next') ?? minutesOfKind(level, 'resolution'))
    return
  ctx.addIssue({ code: 'custom', message: 'Nothing promised', path: ['firstMinutes'] })
})
export type ServiceLevelForm = z.output<typeof serviceLevelForm>

/** A service level as it travels. */
export const serviceLevel = fields.extend({ id, name, position: figure, createdAt: instant })
export type ServiceLevel = z.output<typeof serviceLevel>

type Promised = Pick<ServiceLevelForm, 'firstMinutes' | 'nextMinutes' | 'resolutionMinutes'>

/** What a service level promises of a kind, in minutes; null where it promises nothing of it. */
export const minutesOfKind = (level: Promised, kind: DeadlineKind): number | null =>
  ({ first: level.firstMinutes, next: level.nextMinutes, resolution: level.resolutionMinutes })[kind]

/** What of a ticket its service level and its clocks depend on. Instants are ISO-8601. */
export interface LevelledTicket {
  status: string
  isGroup: boolean
  queueId: number | null
  whatsappId: number | null
  tagIds: readonly number[]
  /** When the present service began: the customer came, or somebody opened or reopened it. */
  begunAt: string
  /** Since when the customer waits for an answer, also while the ticket is snoozed. */
  waitingSince: string | null
  /** When a person last answered, in this service or an earlier one. */
  answeredAt: string | null
}

/** A clock that runs: of what, and since when. */
export interface RunningClock {
  kind: DeadlineKind
  startedAt: string
}

const later = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b)

/**
 * Which clocks of a ticket run. Resolving ends all of them, also where the customer wrote last; whoever is reopened is owed
 * an answer from then on. Groups have none.
 */
export function clocksOf(ticket: LevelledTicket): RunningClock[] {
  if (ticket.status === 'closed' || ticket.isGroup) return []
  const { begunAt, waitingSince, answeredAt } = ticket
  const isAnswered = answeredAt !== null && Date.parse(answeredAt) >= Date.parse(begunAt)
  const clocks: RunningClock[] = [{ kind: 'resolution', startedAt: begunAt }]
  if (waitingSince !== null)
    clocks.unshift({ kind: isAnswered ? 'next' : 'first', startedAt: later(waitingSince, begunAt) })
  return clocks
}

const meets = <T>(wanted: readonly T[], has: (one: T) => boolean): boolean =>
  wanted.length === 0 || wanted.some(has)

/** The service level of a ticket: the first active one, in their order, whose conditions it meets. */
export function levelFor<L extends Pick<ServiceLevel, 'active' | 'queueIds' | 'anyTagIds' | 'whatsappIds'>>(
  levels: readonly L[],
  ticket: Pick<LevelledTicket, 'queueId' | 'whatsappId' | 'tagIds'>,
): L | null {
  return (
    levels.find(
      level =>
        level.active &&
        meets(level.queueIds, id => id === ticket.queueId) &&
        meets(level.anyTagIds, id => ticket.tagIds.includes(id)) &&
        meets(level.whatsappIds, id => id === ticket.whatsappId),
    ) ?? null
  )
}

/** A stretch of time that counted. ISO-8601. */
export interface Counted {
  from: string
  to: string
}

/** Further ahead nothing is looked for: hours that never open again lead to no deadline. */
const HORIZON_MS = 3 * 366 * 86_400_000

/** The end of a stretch of the wall clock that begins at an instant, or the change of the clocks that cuts it short. */
function endOf(zone: string, at: number, minutes: number): number {
  let end = Math.floor(at / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS
  const offset = offsetIn(zone, new Date(at))
  if (offsetIn(zone, new Date(end)) === offset) return end
  let start = at
  while (end - start > MINUTE_MS) {
    const middle = Math.floor((start + end) / 2 / MINUTE_MS) * MINUTE_MS
    if (middle <= start) break
    if (offsetIn(zone, new Date(middle)) === offset) start = middle
    else end = middle
  }
  return end
}

/** From an instant on: what is open and what is not, one after the other, without end. Milliseconds. */
function* stretchesFrom(
  opening: Opening,
  since: number,
): Generator<{ open: boolean; from: number; to: number }> {
  for (let at = since; ; ) {
    const { open, minutes } = stretchAt(opening, new Date(at))
    const to = endOf(opening.timeZone, at, minutes)
    yield { open, from: at, to }
    at = to
  }
}

/**
 * When so many minutes have passed since an instant.
 * @param opening only what lies within it counts, in the time that really passes; null: everything counts.
 * @param since ISO-8601.
 * @returns the instant and the stretches that counted; null where it never comes.
 */
export function dueAfter(
  opening: Opening | null,
  since: string,
  minutes: number,
): { at: string; counted: Counted[] } | null {
  const iso = (ms: number): string => new Date(ms).toISOString()
  const begin = Date.parse(since)
  let left = minutes * MINUTE_MS
  if (opening === null || neverCloses(opening))
    return { at: iso(begin + left), counted: [{ from: since, to: iso(begin + left) }] }
  const counted: Counted[] = []
  const horizon = begin + left + HORIZON_MS
  for (const { open, from, to } of stretchesFrom(opening, begin)) {
    if (from >= horizon) break
    if (!open) continue
    const end = Math.min(to, from + left)
    left -= end - from
    const last = counted.at(-1)
    if (last?.to === iso(from)) last.to = iso(end)
    else counted.push({ from: iso(from), to: iso(end) })
    if (left === 0) return { at: iso(end), counted }
  }
  return null
}

/**
 * How much of a time lies within opening hours, as `dueAfter` counts it. Milliseconds.
 * @param opening null, or one that never closes: all of it.
 * @param from epoch milliseconds, as `to`; nothing where it is not before that.
 */
export function businessMs(opening: Opening | null, from: number, to: number): number {
  if (to <= from) return 0
  if (opening === null || neverCloses(opening)) return to - from
  let sum = 0
  for (const stretch of stretchesFrom(opening, from)) {
    if (stretch.from >= to) break
    if (stretch.open) sum += Math.min(stretch.to, to) - stretch.from
  }
  return sum
}

/** A deadline of a ticket. */
export interface Deadline extends RunningClock {
  levelId: number
  levelName: string
  minutes: number
  clock: (typeof LEVEL_CLOCKS)[number]
  /** From when on it is close. */
  warnAt: string
  dueAt: string
}

/**
 * When a clock is due by a service level; null where that promises nothing of it, or never counts. What was due before there was the
 * service level was never promised.
 */
export function deadlineOf(
  level: ServiceLevel,
  clock: RunningClock,
  opening: Opening | null,
): Deadline | null {
  const minutes = minutesOfKind(level, clock.kind)
  if (minutes === null) return null
  const hours = level.clock === 'hours' ? opening : null
  const due = dueAfter(hours, clock.startedAt, minutes)
  const warn = dueAfter(hours, clock.startedAt, Math.max(0, minutes - level.warnMinutes))
  if (!due || !warn || Date.parse(due.at) <= Date.parse(level.createdAt)) return null
  const { id: levelId, name: levelName } = level
  return { ...clock, levelId, levelName, minutes, clock: level.clock, warnAt: warn.at, dueAt: due.at }
}

/** How it stands with a deadline: there is time, it is close, it has passed. */
export const DEADLINE_STATES = ['running', 'soon', 'late'] as const
export type DeadlineState = (typeof DEADLINE_STATES)[number]

/** @param now epoch milliseconds. */
export function deadlineState(deadline: { warnAt: string; dueAt: string }, now: number): DeadlineState {
  if (now >= Date.parse(deadline.dueAt)) return 'late'
  return now >= Date.parse(deadline.warnAt) ? 'soon' : 'running'
}

/** The deadline that comes first, as it travels with a ticket. */
export const deadline = z.object({
  kind: z.enum(DEADLINE_KINDS),
  levelName: name,
  minutes: z.number(),
  clock: z.enum(LEVEL_CLOCKS),
  startedAt: z.string(),
  warnAt: z.string(),
  dueAt: z.string(),
})
export type TicketDeadline = z.output<typeof deadline>

/** How often a service level was kept and missed. */
export const deadlineResult = z.object({
  name,
  kind: z.enum(DEADLINE_KINDS),
  kept: figure,
  missed: figure,
})
export type DeadlineResult = z.output<typeof deadlineResult>
