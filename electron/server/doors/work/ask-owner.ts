/** Asks the process that works for a company to do something, and waits for one if there is none. */
import { setTimeout as delay } from 'node:timers/promises'
import { BusError, type Cluster } from '../../platform/cluster/cluster'
import { shardOf } from '../../platform/db/shards'
import { NoOwner, type Orders, type WorkOwnership } from '../../platform/db/work-ownership'
import { AWAY, unpackOutcome } from './remote-outcome'

/** How long an order may take unless stated otherwise, in milliseconds. */
const ORDER_MS = 10_000
/** Pause between two tries to find such a process, milliseconds. */
const FIND_MS = 100
const CHANGED = Symbol('changed')

/** @param owns whether this process works for a company and does it itself. */
export function createAsking({
  bus,
  leases,
  owns,
  orders,
}: Pick<Cluster, 'bus' | 'leases'> & { owns: WorkOwnership['owns']; orders(): Orders }) {
  /** Called when another process may have to answer. */
  const listeners = new Set<() => void>()
  const ownerOf = (companyId: number): number | null => leases.ownerOf(shardOf(companyId))

  const callOwner: WorkOwnership['callOwner'] = async (
    companyId,
    order,
    args,
    { timeoutMs = ORDER_MS, again = false } = {},
  ) => {
    const until = performance.now() + timeoutMs
    let mayBeDone = false
    for (;;) {
      if (owns(companyId))
        return (await (orders()[order] as (...all: unknown[]) => unknown)(...args)) as never
      const left = until - performance.now()
      if (left <= 0) throw new NoOwner(mayBeDone)
      const owner = ownerOf(companyId)
      let listener = (): void => {}
      const changes = new Promise<typeof CHANGED>(resolve => {
        listener = () => ownerOf(companyId) !== owner && resolve(CHANGED)
      })
      listeners.add(listener)
      try {
        if (owner !== null && owner !== leases.process) {
          const asked = bus.ask(owner, { companyId, order, args }, { timeoutMs: left })
          const outcome = await Promise.race([asked, changes])
          if (outcome === CHANGED) {
            mayBeDone = true
            if (!again) throw new NoOwner(true)
            continue
          }
          const value = unpackOutcome(outcome)
          if (value !== AWAY) return value as never
        }
      } catch (error) {
        if (!(error instanceof BusError)) throw error
        if (error.reason !== 'nobody') throw new NoOwner(mayBeDone || error.reason === 'late')
      } finally {
        listeners.delete(listener)
      }
      // Between the end of one owner and the beginning of the next.
      await delay(Math.min(left, FIND_MS))
      leases.look()
    }
  }

  return {
    callOwner,
    /** Another process has taken over some companies. */
    ownersChanged() {
      for (const listener of listeners) listener()
    },
  }
}
