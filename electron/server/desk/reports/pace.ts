/** Long work in turns: everybody of this process waits while its one thread computes. */

/** How long work goes on without a pause, milliseconds. */
const STRETCH_MS = 8

const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** @returns to be awaited between any two steps of some work: lets others have their turn where it is due. */
export function pace(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH_MS) return
    await pause()
    since = performance.now()
  }
}
