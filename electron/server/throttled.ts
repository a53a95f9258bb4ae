/** Limits how often consoles are told about frequent changes. */
import { type Log, reasonOf } from './log'

export interface Throttled {
  /** Runs work in a moment, at most so often per key; ignored while it already waits. */
  run(key: number, work: () => Promise<unknown>): void
  /** Nothing runs any more. */
  end(): void
}

/**
 * @param what named in the log when the work fails.
 * @param ms shortest time between two runs of one key, milliseconds.
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
