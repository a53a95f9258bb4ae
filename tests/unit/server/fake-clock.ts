import type { Clock } from '../../../electron/demo/simulator/clock'
import { onPostgres } from '../../support/engine'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Moves on, running what falls due in its order; asynchronous work gets its turn between the steps. */
  advance(ms: number): Promise<void>
  /** How many timers wait. */
  waiting(): number
}

/**
 * @param start milliseconds since the epoch.
 * @param written resolves when what is being written has been: that takes longer than a turn of the loop.
 */
export function fakeClock(
  start = Date.UTC(2026, 4, 4, 12),
  written: () => Promise<unknown> = async () => undefined,
): FakeClock {
  const tick = async (): Promise<void> => {
    for (let i = 0; i < 4; i++) {
      await new Promise(resolve => setImmediate(resolve))
      await written()
    }
    // An answer of a database server takes longer than a turn of the loop.
    if (onPostgres) await new Promise(resolve => setTimeout(resolve, 25))
  }
  let now = start
  let order = 0
  const timers = new Map<number, { due: number; work: () => void }>()
  return {
    now: () => now,
    after(ms, work) {
      const id = order++
      timers.set(id, { due: now + Math.max(0, ms), work })
      return () => timers.delete(id)
    },
    waiting: () => timers.size,
    async advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers]
          .filter(([, t]) => t.due <= end)
          .sort((a, b) => a[1].due - b[1].due || a[0] - b[0])
        if (!next) break
        timers.delete(next[0])
        now = Math.max(now, next[1].due)
        next[1].work()
        await tick()
      }
      now = end
      await tick()
    },
  }
}
