/** When a crashing page is worth a question. Pure. */

/** More crashes than this within the window are asked about instead of reloaded. */
const CRASHES = { limit: 3, windowMs: 60_000 }

/** Whether the newest of these crash instants (ms) is one too many. */
export function keepsCrashing(instants: readonly number[]): boolean {
  const newest = instants.at(-1) ?? 0
  return instants.filter(at => newest - at < CRASHES.windowMs).length >= CRASHES.limit
}
