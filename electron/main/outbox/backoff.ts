/** How long to wait after a failure that mends itself. Pure. */

export const BACKOFF_FIRST_MS = 1_000
export const BACKOFF_MAX_MS = 60_000

/**
 * Doubling from 1 s to 60 s, half of it by chance, so that many consoles do not return to a server at the same moment.
 * @param streak failures in a row, from 1.
 * @param random 0 to 1.
 * @returns milliseconds, between half and all of the step.
 */
export function backoffMs(streak: number, random: number): number {
  const step = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(Math.max(streak, 1) - 1, 16))
  return Math.round(step / 2 + (step / 2) * random)
}
