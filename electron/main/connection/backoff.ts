/** Pauses between attempts to connect: doubling, bounded, with jitter so that a whole floor does not return at once. */

export const BACKOFF = { firstMs: 500, maxMs: 20_000 } as const

/**
 * @param attempt 1 for the first retry.
 * @param random 0 to 1.
 * @returns milliseconds, between half and all of the doubled pause.
 */
export function backoffMs(
  attempt: number,
  random: number,
  limits: { firstMs: number; maxMs: number } = BACKOFF,
): number {
  const full = Math.min(limits.maxMs, limits.firstMs * 2 ** Math.max(0, Math.min(attempt - 1, 30)))
  return Math.round(full / 2 + (full / 2) * Math.min(1, Math.max(0, random)))
}
