/**
 * Who works where several processes serve one database (REDIS_URL): the one that has the database's lock
 * (db/engine/database-lock.ts). The others stand for it, and have what only that one can do done by it, over Redis.
 * Whatever is asked or woken may be lost on its way: what has to happen stands in rows, where the one that works looks by
 * itself.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Channel } from '../channel/channel'
import { BusError, type Cluster, type Ends } from '../cluster/cluster'
import { type Candidate, standForDatabase } from '../db/engine/database-lock'
import { whatsapps } from '../db/schema'
import { every, type Job } from '../every'
import { type Log, reasonOf } from '../log'
import { resume, turnsSettled, waitingSince } from '../outgoing'
import type { Workspace } from '../workspace'
import { AWAY, opened, outcomeOf } from './crossing'
import { startWork, type Work } from './jobs'
import { orderShape, ordersOf, wakeHere, wakeShape } from './orders'
import { createSharedChannel, type SharedChannel } from './shared-channel'
import { NobodyWorks, type Orders, type Working } from './working'

/** Topics of the bus. */
const ORDER = 'work.order'
const WAKE = 'work.wake'
const STATE = 'work.state'
const LEFT = 'work.left'
const HELLO = 'work.hello'

/** How often the process that works looks for what others have stored, and says that it works, in milliseconds. */
const LOOK_MS = 2_000
/** What was stored by another process and not asked for is taken up after this, in milliseconds. */
const UNASKED_MS = 1_500
/** How long an order may take unless said otherwise, in milliseconds. */
const ORDER_MS = 10_000
/** Between two tries to find somebody who works, in milliseconds. */
const FIND_MS = 100
/** How long messages on their way are waited for before the connections end, in milliseconds. */
const SETTLE_MS = 2_000
/** Due dates of the time without anybody who works are found by looking back, in milliseconds. */
const DUE_BACK_MS = 10 * 60_000

const stateShape = z.object({ from: z.string(), connected: z.array(z.number()) })
const CHANGED = Symbol('changed')

export interface SharedWorkOptions {
  cluster: Pick<Cluster, 'id' | 'bus' | 'onReturn'>
  /** `postgres://...` of the database that is worked on. */
  url: string
  log: Log
  /** The connections of this process. */
  own: Channel
  /** Read when it is needed: it is made with this. */
  workspace(): Workspace
  campaigns?: boolean | undefined
  /** As in db/engine/database-lock.ts unless given (tests). */
  workPulse?: { beatMs: number; freshMs: number; deadMs: number } | undefined
  /** Another process has the work by now, or this one could not begin it: it has to end. */
  onTaken(): void
}

export interface SharedWork {
  working: Working
  channel: SharedChannel
  /** Begins to stand for the work; returns when it is begun here or is another process's. */
  start(): Promise<void>
  /** Hands the work over, if it is here, and stands for it no more. */
  leave(): Promise<void>
}

/** Makes it; nothing is begun before `start`. */
export function createSharedWork(options: SharedWorkOptions): SharedWork {
  const { cluster, url, log, own, workspace, campaigns, workPulse, onTaken } = options
  const { bus, id } = cluster
  const ends: Ends[] = []
  let answering: Ends | null = null
  let here = false
  let work: Work | null = null
  let looks: Job | null = null
  let candidate: Candidate | null = null
  let beginning: Promise<void> | null = null
  let leaving = false
  let begun = 0
  /** Who was heard of last as the one that works. */
  let owner = ''
  let connected: number[] = []
  /** Whoever waits for an answer hears that another one works. They leave when they have theirs: an owner may stay for months. */
  const waiting = new Set<() => void>()
  const owns = (who: string): void => {
    if (owner === who) return
    owner = who
    for (const hear of waiting) hear()
  }

  /** A process that stood still does nothing before it knows that the work is still its own. */
  const isHere = (): boolean => here && (candidate?.isFresh() ?? true)

  const working: Working = {
    here: isHere,
    lost: () => !(candidate?.isFresh() ?? true),
    isDone: () => candidate?.isWorkedAt() ?? true,
    shared: true,
    since: () => begun,
    async ask(order, args, { timeoutMs = ORDER_MS, again = false } = {}) {
      const until = performance.now() + timeoutMs
      let mayBeDone = false
      for (;;) {
        if (isHere()) return (await (orders[order] as (...all: unknown[]) => unknown)(...args)) as never
        const left = until - performance.now()
        if (left <= 0) throw new NobodyWorks(mayBeDone)
        let hear = (): void => {}
        const changes = new Promise<typeof CHANGED>(resolve => {
          hear = () => resolve(CHANGED)
        })
        waiting.add(hear)
        try {
          const asked = bus.ask(ORDER, { order, args }, { timeoutMs: left })
          const outcome = await Promise.race([asked, changes])
          if (outcome === CHANGED) {
            mayBeDone = true
            if (!again) throw new NobodyWorks(true)
            continue
          }
          const value = opened(outcome)
          if (value !== AWAY) return value as never
        } catch (error) {
          if (!(error instanceof BusError)) throw error
          if (error.reason !== 'nobody') throw new NobodyWorks(mayBeDone || error.reason === 'late')
        } finally {
          waiting.delete(hear)
        }
        // Between one that worked and the next.
        await delay(Math.min(left, FIND_MS))
      }
    },
    wake(what) {
      if (!isHere()) bus.publish(WAKE, what)
    },
  }
  const channel = createSharedChannel(own, working)
  const orders: Orders = ordersOf(workspace, channel)

  const tell = async (): Promise<void> => {
    const rows = await workspace().db.select({ id: whatsapps.id }).from(whatsapps)
    if (!isHere()) return
    connected = rows.map(row => row.id).filter(channel.isConnected)
    bus.publish(STATE, { from: id, connected })
  }
  const tellNow = (): void => {
    if (here) tell().catch((error: unknown) => log.warn('connections not told', { reason: reasonOf(error) }))
  }
  const lookForOthers = async (): Promise<void> => {
    const app = workspace()
    for (const of of await waitingSince(app.db, new Date(Date.now() - UNASKED_MS))) void resume(app, of)
    own.wake?.()
    await tell()
  }

  /** Connections that are up as far as the rows know. */
  const upInRows = async (): Promise<number[]> => {
    const { status, statusReason } = whatsapps
    const rows = await workspace()
      .db.select({ id: whatsapps.id })
      .from(whatsapps)
      .where(
        or(
          eq(status, 'CONNECTED'),
          and(eq(status, 'TIMEOUT'), inArray(statusReason, ['restart', 'unreachable'])),
        ),
      )
    return rows.map(row => row.id)
  }

  const begin = async (): Promise<void> => {
    const app = workspace()
    const since = performance.now()
    channel.begins(await upInRows())
    begun = Date.now()
    here = true
    owns(id)
    // Orders of the others come as soon as Redis is there; what stands in rows does not wait for it.
    const answers = bus.answer(ORDER, asked => {
      if (!isHere()) return AWAY
      return outcomeOf(async () => {
        const { order, args } = orderShape.parse(asked)
        return await (orders[order] as (...all: unknown[]) => Promise<unknown>)(...args)
      })
    })
    answers.then(
      end => {
        answering = end
        if (!here && leaving) void end()
      },
      (error: unknown) => log.error('orders of the others are not heard', { reason: reasonOf(error) }),
    )
    await tell()
    work = await startWork(app, { channel: own, campaigns, dueSince: new Date(Date.now() - DUE_BACK_MS) })
    looks = every(app, 'what other processes stored', LOOK_MS, lookForOthers)
    log.info('this process works', { ms: Math.round(performance.now() - since) })
  }
  const held = (): void => {
    if (leaving) return
    // Its line broke and was there again before anybody else had it.
    if (beginning) here = true
    else
      beginning = begin().catch((error: unknown) => {
        log.error('the work could not be begun', { reason: reasonOf(error) })
        here = false
        onTaken()
      })
  }

  return {
    working,
    channel: {
      ...channel,
      heard(update) {
        channel.heard(update)
        tellNow()
      },
    },
    async start() {
      channel.elsewhere(await upInRows())
      ends.push(
        await bus.on(STATE, said => {
          const state = stateShape.parse(said)
          if (isHere() || state.from === id) return
          channel.elsewhere(state.connected)
          owns(state.from)
        }),
        await bus.on(WAKE, said => {
          if (isHere()) wakeHere(workspace(), own, wakeShape.parse(said))
        }),
        await bus.on(HELLO, tellNow),
        await bus.on(LEFT, () => candidate?.look()),
      )
      cluster.onReturn(() => (here ? tellNow() : bus.publish(HELLO, { from: id })))
      const stands = await standForDatabase(url, {
        log,
        ...(workPulse ? { pulse: workPulse } : {}),
        onHeld: held,
        onLost() {
          here = false
        },
        onTaken() {
          log.error('another process has the work by now: this one ends')
          onTaken()
        },
      })
      candidate = stands
      await beginning
      if (!here) bus.publish(HELLO, { from: id })
    },
    async leave() {
      leaving = true
      await beginning
      await looks?.stop()
      // From here on this process asks like the others; what it was doing ends before its connections do.
      await work?.stop(async () => {
        channel.elsewhere(connected)
        here = false
        await answering?.()
        await turnsSettled(workspace(), SETTLE_MS)
      })
      if (!work) await own.stop()
      await candidate?.leave()
      bus.publish(LEFT, { from: id })
      for (const end of ends.splice(0)) await end()
    },
  }
}
