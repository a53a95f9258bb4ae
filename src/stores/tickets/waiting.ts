/** The clock of a ticket: its next deadline, or how long its customer has waited. */
import { deadlineState, type Ticket, WAIT_AMBER_MS, WAIT_RED_MS } from '@contract'

/** 1 there is time, 2 it is close, 3 it is past. */
export type WaitLevel = 1 | 2 | 3

/** Of a ticket without a deadline: close from five minutes, past from fifteen. @param ms time waited, in milliseconds. */
function waitLevel(ms: number): WaitLevel {
  if (ms >= WAIT_RED_MS) return 3
  return ms >= WAIT_AMBER_MS ? 2 : 1
}

/**
 * Milliseconds waited at an instant; never negative (server clocks run ahead), 0 for what is no date.
 * @param now epoch milliseconds.
 */
export function waitedMs(since: string, now: number): number {
  const started = Date.parse(since)
  return Number.isNaN(started) ? 0 : Math.max(0, now - started)
}

export type Clocked = Pick<Ticket, 'waitingSince' | 'deadline'>

interface TicketClockState {
  level: WaitLevel
  /** Milliseconds waited; of a deadline those that are left, less than 0 past it. */
  ms: number
  /** It is the clock of the deadline. */
  isDue: boolean
}

const LEVELS = { running: 1, soon: 2, late: 3 } as const

/**
 * The one clock of a ticket: that of its next deadline, else how long the customer has waited. While the next thing due is
 * the end of the conversation, and there is time for it, the wait is what counts.
 * @param now epoch milliseconds.
 */
export function clockOf({ waitingSince, deadline }: Clocked, now: number): TicketClockState | null {
  const state = deadline && deadlineState(deadline, now)
  const isAside = deadline?.kind === 'resolution' && state === 'running' && waitingSince !== null
  if (deadline && state && !isAside)
    return { level: LEVELS[state], ms: Date.parse(deadline.dueAt) - now, isDue: true }
  if (waitingSince === null) return null
  const ms = waitedMs(waitingSince, now)
  return { level: waitLevel(ms), ms, isDue: false }
}

/** When a ticket's clock turns red, epoch milliseconds; null where nobody waits. */
export function redAt({ waitingSince, deadline }: Clocked): number | null {
  if (waitingSince === null) return null
  return deadline && deadline.kind !== 'resolution'
    ? Date.parse(deadline.dueAt)
    : Date.parse(waitingSince) + WAIT_RED_MS
}
