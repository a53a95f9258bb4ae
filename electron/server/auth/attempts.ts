/** Counts attempts in memory, so that who tries too often is known. */

export interface Attempts {
  /**
   * Counts one attempt.
   * @returns 0 when it may go on, else the seconds to wait.
   */
  count(key: string): number
  /** The seconds to wait before the next attempt, 0 when it may go on; counts nothing. */
  wait(key: string): number
  /** Forgets a key after a success. */
  clear(key: string): void
}

/** Keys remembered at once; invented ones push out the oldest. */
const MOST_KEYS = 10_000

/** Allows `attempts` per key within `windowMs`; old keys are dropped as new ones come. */
export function attemptCounter(limit: { attempts: number; windowMs: number }, clock = Date.now): Attempts {
  const seen = new Map<string, { since: number; count: number }>()
  /** Keys are in the order of their windows: the first ones are the oldest. */
  const sweep = (now: number): void => {
    for (const [key, entry] of seen) {
      if (now - entry.since <= limit.windowMs && seen.size < MOST_KEYS) return
      seen.delete(key)
    }
  }
  const left = (entry: { since: number; count: number }, now: number): number =>
    Math.ceil((entry.since + limit.windowMs - now) / 1000)
  return {
    count(key) {
      const now = clock()
      sweep(now)
      const entry = seen.get(key)
      if (!entry || now - entry.since > limit.windowMs) {
        seen.delete(key)
        seen.set(key, { since: now, count: 1 })
        return 0
      }
      entry.count += 1
      return entry.count <= limit.attempts ? 0 : left(entry, now)
    },
    wait(key) {
      const entry = seen.get(key)
      const now = clock()
      if (!entry || now - entry.since > limit.windowMs) return 0
      return entry.count < limit.attempts ? 0 : left(entry, now)
    },
    clear: key => void seen.delete(key),
  }
}
