/** Memory that a program took to start and does not need to run. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8's own collector, as `--expose-gc` shows it. An older one (Node 20) knows no `flavor`: it gives nothing back. */
type Collect = (how: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Gives back what the start took, once it is over: V8's room for young objects grows to its most while the modules are read,
 * and is held from then on. It does not grow again: one console's work makes few objects at once.
 * @param ms how long after now. The thread stands still for some 30 ms then.
 */
export function giveBackAfter(ms: number): void {
  setTimeout(() => {
    setFlagsFromString('--semi-space-growth-factor=1')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as Collect
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', flavor: 'last-resort' })
  }, ms).unref()
}
