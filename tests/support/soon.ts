import { vi } from 'vitest'

/**
 * Resolves once `check` no longer throws; rejects with its last error after half a minute. Vitest's own patience is a
 * second, which a busy machine spends between two turns of the event loop.
 */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 })
