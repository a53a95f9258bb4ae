/** Has the process that works for a company do something, and waits for one while there is none. */
import { setTimeout as delay } from 'node:timers/promises'
import { BusError, type Cluster } from '../../platform/cluster/cluster'
import { shardOf } from '../../platform/db/shards'
import { NobodyWorks, type Orders, type Working } from '../../platform/db/working'
import { AWAY, unpackOutcome } from './remote-outcome'

/** How long an order may take unless stated otherwise, in milliseconds. */
const ORDER_MS = 10_000
/** Between two tries to find somebody who works, in milliseconds. */
const FIND_MS = 100
const CHANGED = Symbol('changed')

/** @param here whether this process works for a company: then it does the order itself. */
export function createAsking({
  bus,
  leases,
  here,
  orders,
}: Pick<Cluster, 'bus' | 'leases'> & { here: Working['here']; orders(): Orders }) {
  /** Called when another process may have to answer. */
  const listeners = new Set<() => void>()
  const ownerOf = (companyId: number): number | null => leases.ownerOf(shardOf(companyId))

  const ask: Working['ask'] = async (
    companyId,
    order,
    args,
    { timeoutMs = ORDER_MS, again = false } = {},
  ) => {
    const until = performance.now() + timeoutMs
    let mayBeDone = false
    for (;;) {
      if (here(companyId))
        return (await (orders()[order] as (...all: unknown[]) => unknown)(...args)) as never
      const left = until - performance.now()
      if (left <= 0) throw new NobodyWorks(mayBeDone)
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
            if (!again) throw new NobodyWorks(true)
            continue
          }
          const value = unpackOutcome(outcome)
          if (value !== AWAY) return value as never
        }
      } catch (error) {
        if (!(error instanceof BusError)) throw error
        if (error.reason !== 'nobody') throw new NobodyWorks(mayBeDone || error.reason === 'late')
      } finally {
        listeners.delete(listener)
      }
      // Between one that worked and the next.
      await delay(Math.min(left, FIND_MS))
      leases.look()
    }
  }

  return {
    ask,
    /** Parts of the companies are another process's by now. */
    ownersChanged() {
      for (const listener of listeners) listener()
    },
  }
}
