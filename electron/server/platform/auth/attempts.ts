/**
 * Counts attempts: in memory, or in the database when several processes may share it (cluster/attempts.ts). The rule is
 * here, once.
 */
import { ApiError } from '../../errors'

/** How many attempts of one key are allowed in how many milliseconds from the first. */
export interface AttemptLimit {
  attempts: number
  windowMs: number
}

export interface Attempts {
  /**
   * Counts one attempt.
   * @returns 0 when it may go on, else the seconds to wait.
   */
  count(key: string): number | Promise<number>
  /** The seconds to wait before the next attempt, 0 when it may go on; counts nothing. */
  wait(key: string): number | Promise<number>
  /** Forgets a key after a success. */
  clear(key: string): void | Promise<void>
}

/**
 * Refuses when too many were counted.
 * @param waits what `count` gave, in seconds.
 * @throws ApiError ERR_TOO_MANY_ATTEMPTS (`retryAfter` in seconds)
 */
export async function refuseTooMany(...waits: (number | Promise<number>)[]): Promise<void> {
  const retryAfter = Math.max(...(await Promise.all(waits)))
  if (retryAfter > 0) throw new ApiError('ERR_TOO_MANY_ATTEMPTS', { retryAfter })
}

/** What a store knows of a key: its attempts, and the milliseconds until they are forgotten. */
export interface Tally {
  count: number
  leftMs: number
}

/** Evaluates a count. */
export const attemptRule = {
  /** The seconds to wait after an attempt was counted; 0 when it may go on. */
  counted: ({ count, leftMs }: Tally, limit: AttemptLimit): number =>
    count <= limit.attempts ? 0 : Math.ceil(leftMs / 1000),
  /** The seconds to wait before the next one; 0 when it may go on. */
  next: ({ count, leftMs }: Tally, limit: AttemptLimit): number =>
    count < limit.attempts ? 0 : Math.ceil(leftMs / 1000),
}

/** Most keys remembered; invented ones push out the oldest. */
const MOST_KEYS = 10_000

/** Counts in the memory of this process; old keys are dropped as new ones come. */
export function attemptCounter(limit: AttemptLimit, clock: () => number = () => performance.now()) {
  const seen = new Map<string, { since: number; count: number }>()
  /** Keys are in the order of their windows: the first ones are the oldest. */
  const sweep = (now: number): void => {
    for (const [key, entry] of seen) {
      if (now - entry.since <= limit.windowMs && seen.size < MOST_KEYS) return
      seen.delete(key)
    }
  }
  const tally = (entry: { since: number; count: number }, now: number): Tally => ({
    count: entry.count,
    leftMs: entry.since + limit.windowMs - now,
  })
  return {
    count(key: string): number {
      const now = clock()
      sweep(now)
      const entry = seen.get(key)
      if (!entry || now - entry.since > limit.windowMs) {
        seen.delete(key)
        seen.set(key, { since: now, count: 1 })
        return 0
      }
      entry.count += 1
      return attemptRule.counted(tally(entry, now), limit)
    },
    wait(key: string): number {
      const entry = seen.get(key)
      const now = clock()
      if (!entry || now - entry.since > limit.windowMs) return 0
      return attemptRule.next(tally(entry, now), limit)
    },
    clear: (key: string): void => void seen.delete(key),
  } satisfies Attempts
}

/** The counter with a name, shared by all processes of a workspace; one limit per name. */
export type NamedAttempts = (name: string, limit: AttemptLimit) => Attempts

/** @param shared counters of several processes; null for a single one. */
export function namedAttempts(shared: { attempts: NamedAttempts } | null): NamedAttempts {
  const counters = new Map<string, Attempts>()
  return (name, limit) => {
    const counter = counters.get(name) ?? shared?.attempts(name, limit) ?? attemptCounter(limit)
    counters.set(name, counter)
    return counter
  }
}
