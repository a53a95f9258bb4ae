import { vi } from 'vitest'

/**
 * Resolves once `check` no longer throws; rejects with its last error after half a minute. Vitest's own patience is a
 * second, which a busy machine spends between two turns of the event loop.
 */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 })

/** `soon` for what a job does: `turn` gives it a turn before each look, so that nobody waits for its clock. */
export const soonAfter =
  (turn: () => Promise<unknown>): typeof soon =>
  check =>
    soon(async () => {
      await turn()
      return check()
    })
