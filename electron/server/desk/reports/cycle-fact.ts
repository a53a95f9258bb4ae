/** Measurements of one service cycle (docs/figures.md defines each figure). Pure: it knows no database. */
import { businessMs, type DeadlineKind, type Opening } from '@contract'

/** A message of a cycle. Milliseconds since the epoch. */
export interface CycleMessage {
  at: number
  /** `person`: a colleague; `automatic`: chatbot, AI, integration, greeting, and messages sent by a phone itself. */
  by: 'customer' | 'person' | 'automatic'
}

/** A deadline of a cycle. Milliseconds since the epoch. */
interface CycleDeadline {
  name: string
  kind: DeadlineKind
  dueAt: number
  endedAt: number | null
}

/** The course of a cycle. Instants are milliseconds since the epoch. */
export interface CycleHistory {
  queuedAt: number
  startedAt: number | null
  finishedAt: number | null
  /** Whether the ticket had a cycle before. */
  isAgain: boolean
  transfers: number
  botAt: number | null
  handedAt: number | null
  ratingAskedAt: number | null
  rate: number | null
  /** Messages of one customer, in order; null in groups, where nobody is owed an answer. */
  messages: readonly CycleMessage[] | null
  deadlines: readonly CycleDeadline[]
}

/** Milliseconds in total, and within opening hours. */
export type Measured = readonly [calendar: number, business: number]

export interface CycleFact {
  /** Messages of the customer and of people. */
  seen: number
  answered: boolean
  reopened: boolean
  abandoned: boolean
  transfers: number
  oneTouch: boolean
  botAnswered: boolean
  botSolved: boolean
  handedOver: boolean
  asked: boolean
  rate: number | null
  kept: number
  missed: number
  /** The earliest deadline that runs. */
  dueAt: number | null
  firstAnswer: Measured | null
  firstAutomatic: Measured | null
  waiting: Measured | null
  handling: Measured | null
  resolution: Measured | null
  next: readonly Measured[]
}

type Span = readonly [from: number, to: number]

interface Dialogue {
  seen: number
  wrote: boolean
  /** How often people took their turn, and how often after the customer wrote. */
  turns: number
  first: Span | null
  automatic: Span | null
  next: Span[]
}

/**
 * Who answered what. Of several waiting messages the first counts. What a person wrote before the customer is no
 * answer, and a later answer is then not the first.
 */
function dialogueOf(messages: readonly CycleMessage[]): Dialogue {
  const found: Dialogue = { seen: 0, wrote: false, turns: 0, first: null, automatic: null, next: [] }
  let waits: number | null = null
  let isTurn = false
  for (const { at, by } of messages) {
    if (by === 'customer') {
      found.seen += 1
      found.wrote = true
      waits ??= at
      isTurn = false
    } else if (by === 'person') {
      found.seen += 1
      if (waits !== null) {
        const span: Span = [waits, Math.max(waits, at)]
        if (found.turns === 0) found.first = span
        else found.next.push(span)
        waits = null
      }
      if (!isTurn) found.turns += 1
      isTurn = true
    } else if (found.turns === 0 && waits !== null) found.automatic ??= [waits, Math.max(waits, at)]
  }
  return found
}

/** @param opening the hours of the cycle's queue, else of the company; null: all time is business time. */
export function cycleFact(cycle: CycleHistory, opening: Opening | null): CycleFact {
  const { queuedAt, startedAt, finishedAt } = cycle
  const measured = (span: Span | null): Measured | null =>
    span && [span[1] - span[0], businessMs(opening, span[0], span[1])]
  const between = (from: number | null, to: number | null): Measured | null =>
    from === null || to === null ? null : measured([from, Math.max(from, to)])

  const { seen, wrote, turns, first, automatic, next } = dialogueOf(cycle.messages ?? [])
  const isOver = finishedAt !== null
  const answered = first !== null || next.length > 0
  const botAnswered = cycle.botAt !== null
  const isPeoples = startedAt !== null || turns > 0 || cycle.handedAt !== null
  const botSolved = botAnswered && isOver && !isPeoples
  // Clocks running at the end of the cycle ended with it.
  const deadlines = cycle.deadlines.map(one => ({ ...one, endedAt: one.endedAt ?? finishedAt }))
  const ended = deadlines.filter(one => one.endedAt !== null)
  const running = deadlines.filter(one => one.endedAt === null).map(one => one.dueAt)
  const kept = ended.filter(one => (one.endedAt ?? 0) <= one.dueAt).length
  return {
    seen,
    answered,
    reopened: cycle.isAgain,
    abandoned: isOver && wrote && turns === 0 && !botSolved,
    transfers: cycle.transfers,
    oneTouch: isOver && answered && turns === 1,
    botAnswered,
    botSolved,
    handedOver: botAnswered && isPeoples,
    asked: cycle.ratingAskedAt !== null || cycle.rate !== null,
    rate: cycle.rate,
    kept,
    missed: ended.length - kept,
    dueAt: running.length > 0 ? Math.min(...running) : null,
    firstAnswer: measured(first),
    firstAutomatic: measured(automatic),
    // Nobody waited when a person wrote first, or reopened the ticket.
    waiting: startedAt === queuedAt ? null : between(queuedAt, startedAt),
    handling: between(startedAt, finishedAt),
    resolution: between(queuedAt, finishedAt),
    next: next.map(span => [span[1] - span[0], businessMs(opening, span[0], span[1])] as const),
  }
}
