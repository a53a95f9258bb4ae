import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Says what day and hour it is for the tests of a file: `Date` alone stands still there, timers go on. For tests of pages
 * and of pure functions; a server in the same process would find its sessions over.
 */
export function clockAt(now: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
