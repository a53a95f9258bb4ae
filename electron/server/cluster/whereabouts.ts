/**
 * Who has a socket in which process. Each process keeps the set of its people in Redis and says every few seconds that it
 * lives; the people of one that says so no more are nowhere, unless another process has them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Log, reasonOf } from '../log'
import type { Cluster } from './cluster'

/** How often a process says that it lives, and after how long without it counts as dead, milliseconds. */
const PULSE = { everyMs: 3_000, deadMs: 12_000 } as const
/** What a process that died leaves behind goes away at last even if nobody ever comes again, seconds. */
const LEFT_S = 7 * 86_400

export interface Whereabouts {
  /** Somebody has a socket here. */
  came(userId: number): Promise<void>
  /** Somebody's last socket here is gone. @returns whether they have none in any process; false while Redis is away. */
  left(userId: number): Promise<boolean>
  /** Whether somebody has no socket in any process. @throws Error while Redis is away. */
  nowhere(userId: number): Promise<boolean>
  /** Whether no other process of this workspace lives. */
  alone(): Promise<boolean>
  stop(): Promise<void>
}

export interface WhereaboutsOptions {
  /** Who has a socket here now. */
  here(): Iterable<number>
  /** Somebody of a process that died, or who left while Redis was away, is in no process. */
  onGone(userId: number): Promise<void>
  /** PULSE unless given. */
  pulse?: { everyMs: number; deadMs: number }
}

/** Begins to say that this process lives, and to look after those that do not. */
export async function startWhereabouts(
  { id, prefix, client, onReturn }: Cluster,
  log: Log,
  { here, onGone, pulse = PULSE }: WhereaboutsOptions,
): Promise<Whereabouts> {
  const alive = `${prefix}processes`
  const peopleOf = (process: string): string => `${prefix}people:${process}`
  const own = peopleOf(id)
  /** Left while Redis could not be asked where else they are. */
  const unsettled = new Set<number>()

  // Redis' clock is everybody's.
  const now = async (): Promise<number> => {
    const [seconds, micros] = await client.time()
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000)
  }
  const living = async (): Promise<string[]> =>
    await client.zRangeByScore(alive, (await now()) - pulse.deadMs, '+inf')
  const nowhere = async (userId: number): Promise<boolean> => {
    const found = await Promise.all(
      (await living()).map(one => client.sIsMember(peopleOf(one), String(userId))),
    )
    return found.every(is => Number(is) === 0)
  }
  const settle = async (userId: number): Promise<void> => {
    await client.sRem(own, String(userId))
    if (await nowhere(userId)) await onGone(userId)
  }
  const beat = async (): Promise<void> => {
    await client.zAdd(alive, { score: await now(), value: id })
    await client.expire(own, LEFT_S)
  }
  /** Everybody who is here, as Redis may have lost them. */
  const announce = async (): Promise<void> => {
    const all = [...here()].map(String)
    if (all.length > 0) await client.sAdd(own, all)
    for (const userId of [...unsettled]) {
      unsettled.delete(userId)
      if (!all.includes(String(userId))) await settle(userId)
    }
  }
  const bury = async (): Promise<void> => {
    const dead = await client.zRangeByScore(alive, '-inf', (await now()) - pulse.deadMs)
    for (const one of dead) {
      if (one === id) continue
      // One process looks after it; should that one die meanwhile, the next does.
      const mine = await client.set(`${prefix}burying:${one}`, id, { NX: true, PX: pulse.deadMs })
      if (mine === null) continue
      const people = await client.sMembers(peopleOf(one))
      log.warn('another server process died', { people: people.length })
      for (const person of people) if (await nowhere(Number(person))) await onGone(Number(person))
      await client.del(peopleOf(one))
      await client.zRem(alive, one)
    }
  }

  await beat()
  const ended = new AbortController()
  const { signal } = ended
  const beating = (async () => {
    while (!signal.aborted) {
      await delay(pulse.everyMs, undefined, { signal, ref: false }).catch(() => {})
      // Without Redis nobody can be asked; what was missed is made good when it is back.
      if (signal.aborted || !client.isReady) continue
      try {
        await beat()
        await announce()
        await bury()
      } catch (error) {
        log.warn('no sign of life to the other processes', { reason: reasonOf(error) })
      }
    }
  })()
  onReturn(() => {
    beat()
      .then(announce)
      .catch(error => log.warn('presence is not shared yet', { reason: reasonOf(error) }))
  })

  return {
    async came(userId) {
      unsettled.delete(userId)
      await client.sAdd(own, String(userId)).catch(() => {
        // `announce` says it when Redis is back.
      })
    },
    async left(userId) {
      try {
        await client.sRem(own, String(userId))
        return await nowhere(userId)
      } catch {
        unsettled.add(userId)
        return false
      }
    },
    nowhere,
    alone: async () => (await living()).every(one => one === id),
    async stop() {
      ended.abort()
      await beating
      if (!client.isReady) return
      await Promise.all([client.zRem(alive, id), client.del(own)]).catch(error =>
        log.warn('the other processes hear late that this one ended', { reason: reasonOf(error) }),
      )
    },
  }
}
