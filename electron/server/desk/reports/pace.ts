/** Long computations with pauses, because they run on the process's only thread. */

/** How long a computation runs without a pause, milliseconds. */
const STRETCH_MS = 8

const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** @returns to be awaited between steps: pauses when it is time. */
export function pace(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH_MS) return
    await pause()
    since = performance.now()
  }
}
