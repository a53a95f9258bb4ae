import { vi } from 'vitest'

/**
 * Resolves once `check` no longer throws; rejects with its last error after half a minute. Vitest's own patience is a
 * second, which a busy machine spends between two turns of the event loop.
 */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 })

/** `soon` for the work of a job: `tick` runs the job before each check, so that no test waits for its clock. */
export const soonTicking =
  (tick: () => Promise<unknown>): typeof soon =>
  check =>
    soon(async () => {
      await tick()
      return check()
    })
