/** Joins many requests of one kind into one statement. */
import { setTimeout as delay } from 'node:timers/promises'

/** Most requests in one round. */
const MOST = 1_000

/**
 * Requests made during a round leave together in the next one.
 * @param round makes all of them.
 * @param afterMs how long to wait for more, milliseconds.
 * @returns makes one request; it throws what its round throws.
 */
export function gathered<T, R>(
  round: (all: readonly T[]) => Promise<readonly R[]>,
  afterMs = 0,
): (one: T) => Promise<R> {
  const waiting: { one: T; resolve(answer: R): void; reject(error: unknown): void }[] = []
  let busy = false
  const go = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (afterMs > 0) await delay(afterMs)
      const now = waiting.splice(0, MOST)
      try {
        const answers = await round(now.map(({ one }) => one))
        for (const [at, { resolve }] of now.entries()) resolve(answers[at] as R)
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    busy = false
  }
  return one =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (busy) return
      busy = true
      queueMicrotask(() => void go())
    })
}
