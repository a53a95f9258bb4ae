/** Notifies consoles of what happens often. */
import { type Log, reasonOf } from './log'

export interface Throttled {
  /** Does this in a moment, for a busy key at most so often; nothing where it waits to be done already. */
  run(key: number, work: () => Promise<unknown>): void
  /** Nothing is done any more. */
  end(): void
}

/**
 * @param what the log line about what was not announced names, where the work fails.
 * @param ms between two times of one key, milliseconds.
 */
export function throttled(log: Log, what: string, ms: number): Throttled {
  const timers = new Map<number, NodeJS.Timeout>()
  const doneAt = new Map<number, number>()
  let ended = false
  return {
    run(key, work) {
      if (ended || timers.has(key)) return
      const now = performance.now()
      for (const [old, at] of doneAt) if (now - at >= ms) doneAt.delete(old)
      const timer = setTimeout(
        () => {
          timers.delete(key)
          doneAt.set(key, performance.now())
          work().catch((error: unknown) =>
            log.warn(`${what} not announced`, { id: key, reason: reasonOf(error) }),
          )
        },
        (doneAt.get(key) ?? now - ms) + ms - now,
      )
      timer.unref()
      timers.set(key, timer)
    },
    end() {
      ended = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
