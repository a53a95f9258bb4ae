/** Counts sign-in attempts in memory, so that passwords cannot be tried out. */

export interface Attempts {
  /**
   * Counts one attempt.
   * @returns 0 when it may go on, else the seconds to wait.
   */
  count(key: string): number
  /** Forgets a key after a success. */
  clear(key: string): void
}

/** Allows `attempts` per key within `windowMs`; old keys are dropped as new ones come. */
export function attemptCounter(limit: { attempts: number; windowMs: number }, clock = Date.now): Attempts {
  const seen = new Map<string, { since: number; count: number }>()
  const sweep = (now: number): void => {
    if (seen.size < 1_000) return
    for (const [key, entry] of seen) if (now - entry.since > limit.windowMs) seen.delete(key)
  }
  return {
    count(key) {
      const now = clock()
      sweep(now)
      const entry = seen.get(key)
      if (!entry || now - entry.since > limit.windowMs) {
        seen.set(key, { since: now, count: 1 })
        return 0
      }
      entry.count += 1
      return entry.count <= limit.attempts ? 0 : Math.ceil((entry.since + limit.windowMs - now) / 1000)
    },
    clear: key => void seen.delete(key),
  }
}
