/**
 * Pauses between attempts (connection, outbox, restarts of the workspace): doubling, bounded, and half of each by chance,
 * so that many consoles do not return to a server at the same moment. Pure.
 */

/** Milliseconds. */
export interface PauseLimits {
  firstMs: number
  maxMs: number
}

/**
 * @param attempt 1 for the first retry.
 * @param random 0 to 1.
 * @returns milliseconds, between half and all of the doubled pause.
 */
export function backoffMs(attempt: number, random: number, { firstMs, maxMs }: PauseLimits): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, Math.min(attempt - 1, 30)))
  return Math.round(full / 2 + (full / 2) * Math.min(1, Math.max(0, random)))
}
