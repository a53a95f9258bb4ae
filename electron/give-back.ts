/** Memory that a program took to start and does not need to run. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8's own collector, as `--expose-gc` shows it. An older one (Node 20) knows no `flavor`: it gives nothing back. */
type Collect = (how: { type: 'major'; flavor: 'last-resort' }) => void

/** What V8 may hold more than after the last time before it is worth standing still for, in bytes. */
const WORTH = 4 << 20
const held = (): number => getHeapStatistics().total_physical_size

/**
 * Gives back what the start took, once it is over: V8's room for young objects grows to its most while the modules are read,
 * and is held from then on. It does not grow again: one console's work makes few objects at once.
 * @param ms how long after now. The thread stands still for some 30 ms then.
 * @param againMs looks so often, from then on, whether more than a few megabytes came together since, and gives that back, too: V8
 *   by itself waits with it until much more has been made, which one console's work takes an hour for.
 */
export function giveBackAfter(ms: number, againMs?: number): void {
  setTimeout(() => {
    setFlagsFromString('--semi-space-growth-factor=1')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as Collect
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', flavor: 'last-resort' })
    if (againMs === undefined) return
    let least = held()
    setInterval(() => {
      if (held() - least < WORTH) return
      collect({ type: 'major', flavor: 'last-resort' })
      least = held()
    }, againMs).unref()
  }, ms).unref()
}
