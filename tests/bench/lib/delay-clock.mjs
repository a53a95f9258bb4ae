/**
 * Wakes another thread at a moment, to a tenth of a millisecond: timers of Node go by whole ones. `workerData`: `{ bell, due }`, of
 * which `due` is the moment (process.hrtime, 0: none) and `bell` is rung after it was set.
 */
import { parentPort, workerData } from 'node:worker_threads'

const { bell, due } = workerData
/** What a wait takes longer than it was told, nanoseconds. */
const LATE_NS = 60_000

for (;;) {
  const rung = Atomics.load(bell, 0)
  const at = Atomics.load(due, 0)
  const left = at === 0n ? Number.POSITIVE_INFINITY : Number(at - process.hrtime.bigint()) - LATE_NS
  if (left > 0) Atomics.wait(bell, 0, rung, left / 1e6)
  else {
    Atomics.store(due, 0, 0n)
    parentPort.postMessage(null)
  }
}
