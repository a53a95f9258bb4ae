/** How long the customer of a ticket has waited, and how long that is (docs/look.md section 4). */
import { WAIT_AMBER_MS, WAIT_RED_MS } from '@contract'

/** 1 ordinary, 2 from five minutes (amber), 3 from fifteen (red): thresholds of a queue without a target. */
export type WaitLevel = 1 | 2 | 3

/** @param ms time waited, in milliseconds. */
export function waitLevel(ms: number): WaitLevel {
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
