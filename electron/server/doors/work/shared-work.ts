/**
 * Divides the companies among any number of processes on one PostgreSQL database: each has a lease and a share of the
 * companies (db/engine/leases.ts). A process asks the owner of a company to do what only the owner can
 * (cluster/bus.ts). Requests and wake-ups may get lost: whatever must happen is in rows, where the owner looks by
 * itself.
 */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Channel } from '../../desk/channel/channel'
import { companyOf } from '../../desk/inbound/files'
import { resume, waitingSince } from '../../desk/outgoing'
import { every, type Job } from '../../every'
import { type Log, reasonOf } from '../../log'
import type { Cluster } from '../../platform/cluster/cluster'
import type { Reader } from '../../platform/db/client'
import { whatsapps, workShards } from '../../platform/db/schema'
import { inShards, SHARDS, shardOf } from '../../platform/db/shards'
import { whileLost } from '../../platform/db/through-loss'
import type { Orders, WorkOwnership } from '../../platform/db/work-ownership'
import type { Workspace } from '../../workspace'
import { createAsking } from './ask-owner'
import { resumeWork, startJobs } from './jobs'
import { orderShape, ordersOf, wakeHere, wakeShape } from './orders'
import { AWAY, outcomeOf } from './remote-outcome'
import { createSharedChannel, FROM_ROWS, type SharedChannel } from './shared-channel'

/** Topics of the bus. */
const WAKE = 'work.wake'
const STATE = 'work.state'
const LEFT = 'work.left'
const HELLO = 'work.hello'

/** How often a process looks for what others stored, and publishes which connections are up, milliseconds. */
const LOOK_MS = 2_000
/** What another process stored without asking is taken up after this, milliseconds. */
const UNASKED_MS = 1_500
/** How long messages on their way are waited for before connections end, milliseconds. */
const SETTLE_MS = 2_000
/** How far due dates are searched back for a time without any owner, milliseconds. */
const DUE_BACK_MS = 10 * 60_000

const stateShape = z.object({
  from: z.number(),
  connected: z.array(z.number()),
  coming: z.array(z.number()).default([]),
})

export interface SharedWorkOptions {
  cluster: Pick<Cluster, 'bus' | 'leases' | 'onReturn'>
  log: Log
  /** The connections of this process. */
  own: Channel
  /** Read when it is needed: it is made with this. */
  workspace(): Workspace
  campaigns?: boolean | undefined
  /** The work of this process could not be started: it has to end. */
  onTaken(): void
}

export interface SharedWork {
  working: WorkOwnership
  channel: SharedChannel
  /** Joins the others; returns when the work of this process has started. */
  start(): Promise<void>
  /** Hands the work over and takes none any more. */
  leave(): Promise<void>
}

/** Connections, of these companies. */
async function connections(db: Reader, of: SQL | undefined): Promise<number[]> {
  const rows = await db.select({ id: whatsapps.id }).from(whatsapps).where(of)
  return rows.map(row => row.id)
}
/** A connection that is up or coming up, as its row says. */
function isUp(): SQL | undefined {
  const { status, statusReason } = whatsapps
  const away = and(eq(status, 'TIMEOUT'), inArray(statusReason, ['restart', 'unreachable']))
  return or(inArray(status, ['CONNECTED', 'OPENING']), away)
}

/** Builds it; nothing starts before `start`. */
export function createSharedWork(options: SharedWorkOptions): SharedWork {
  const { cluster, log, own, workspace, campaigns, onTaken } = options
  const { bus, leases } = cluster
  const ends: (() => void)[] = []
  /** Shares of the companies, with the time this process began to work for them. */
  const begun = new Map<number, number>()
  /** Shares whose unfinished work has been resumed. */
  const ready = new Set<number>()
  let changing: Promise<unknown> = Promise.resolve()
  let jobs: Job | null = null
  let looks: Job | null = null
  let ending = false
  let greeted = false

  const isFenced = (): boolean => !leases.isFresh()
  /** A process that was paused does nothing before it knows that it still owns its work. */
  const owns = (companyId: number): boolean => begun.has(shardOf(companyId)) && !isFenced()
  const { process } = leases
  const asking = createAsking({ bus, leases, owns, orders: () => orders })

  const working: WorkOwnership = {
    owns,
    isFenced,
    ownedCompanies: companyId => inShards(companyId, isFenced() ? [] : ready),
    stillOwned: companyId =>
      sql`exists (select 1 from ${workShards} where ${workShards.shard} = ${companyId} % ${SHARDS} and ${workShards.processId} = ${process})`,
    hasOthers: true,
    ownedSince: companyId => begun.get(shardOf(companyId)) ?? 0,
    ownedShare: () => begun.size / SHARDS,
    callOwner: asking.callOwner,
    wake(companyId, what) {
      if (companyId === null || !owns(companyId)) bus.publish(WAKE, { from: process, what })
    },
  }
  const companies = new Map<number, number>()
  const channel = createSharedChannel(own, working, async id => {
    const known = companies.get(id) ?? (await companyOf(workspace().db, id))
    if (known !== null) companies.set(id, known)
    return known
  })
  const orders: Orders = ordersOf(workspace, channel)

  const upInRows = (of?: SQL): Promise<number[]> => connections(workspace().db, and(isUp(), of))
  const publishState = async (): Promise<void> => {
    const ids = await connections(workspace().db, inShards(whatsapps.companyId, begun.keys()))
    // A share that was given up counts as ours until the new owner reports its connections, so that somebody counts it.
    const coming = channel.coming()
    const connected = ids.filter(id => own.isConnected(id))
    if (!isFenced()) bus.publish(STATE, { from: process, connected, coming })
  }
  const publishStateNow = (): void => {
    publishState().catch((error: unknown) =>
      log.warn('state of the connections not published', { reason: reasonOf(error) }),
    )
  }
  const lookForOthers = async (): Promise<void> => {
    const app = workspace()
    for (const of of await waitingSince(app, new Date(Date.now() - UNASKED_MS))) void resume(app, of)
    own.wake?.()
    // Waits for the others' answers: until then what is up elsewhere is known from rows only.
    if (greeted) channel.living(leases.living())
    greeted = true
    await publishState()
  }
  const isMine = (companyId: number): boolean => begun.has(shardOf(companyId))

  const begin = async (shards: readonly number[], again: boolean): Promise<void> => {
    if (again) log.warn('the work is begun again: the database was away', { parts: shards.join(' ') })
    const since = performance.now()
    const of = inShards(whatsapps.companyId, shards)
    channel.change(await upInRows(of))
    for (const shard of shards) begun.set(shard, Date.now())
    await publishState()
    // First: resumed work may want to send, and waits for a connection known to be coming up.
    await own.start(isMine)
    await resumeWork(workspace(), own, companyId => inShards(companyId, shards), isMine)
    for (const shard of shards) ready.add(shard)
    own.wake?.()
    log.info('this process works', { parts: shards.join(' '), ms: Math.round(performance.now() - since) })
  }
  /** For shares that go to others: nothing more begins, messages on their way arrive, then the connections end. */
  const giveUp = async (shards: readonly number[]): Promise<void> => {
    for (const shard of shards) {
      ready.delete(shard)
      begun.delete(shard)
    }
    channel.change(await upInRows(inShards(whatsapps.companyId, shards)))
    await workspace().memory.outgoing.settled(SETTLE_MS)
    await own.start(isMine)
  }
  /** Changes of shares, one after the other. */
  const change = (work: () => Promise<unknown>): Promise<unknown> => {
    const turn = changing.then(work)
    changing = turn.catch(() => undefined)
    return turn
  }

  return {
    working,
    channel: {
      ...channel,
      onStatus(update) {
        channel.onStatus(update)
        publishStateNow()
      },
    },
    async start() {
      const app = workspace()
      channel.elsewhere(FROM_ROWS, await upInRows())
      ends.push(
        bus.on(STATE, said => {
          const { from, connected, coming } = stateShape.parse(said)
          if (from !== process) channel.elsewhere(from, connected, coming)
        }),
        bus.on(WAKE, said => {
          const { from, what } = wakeShape.parse(said)
          if (from !== process) wakeHere(app, own, what)
        }),
        bus.on(HELLO, publishStateNow),
        bus.on(LEFT, () => leases.look()),
      )
      cluster.onReturn(() => {
        publishStateNow()
        bus.publish(HELLO, process)
      })
      ends.push(
        bus.answer(asked => {
          const { companyId, order, args } = orderShape.parse(asked)
          if (!owns(companyId)) return AWAY
          return outcomeOf(() => (orders[order] as (...all: unknown[]) => Promise<unknown>)(...args))
        }),
      )
      await leases.begin({
        onTaken(shards) {
          // While the database is away the lease may still hold; if it does not, that ends this process.
          change(() =>
            whileLost(
              () => !ending,
              again => begin(shards, again),
            ),
          ).catch((error: unknown) => {
            if (ending) return
            log.error('the work could not be begun', { reason: reasonOf(error) })
            onTaken()
          })
        },
        async onWanted(shards) {
          await change(() => giveUp(shards))
        },
        onChange: asking.ownersChanged,
      })
      jobs = await startJobs(app, { campaigns, dueSince: new Date(Date.now() - DUE_BACK_MS) })
      looks = every(app, 'work.take-in', LOOK_MS, lookForOthers)
      await changing
      bus.publish(HELLO, process)
    },
    async leave() {
      ending = true
      await changing
      await leases.leave(async () => {
        await looks?.stop()
        await jobs?.stop()
        // From here on this process asks like the others; its running work ends before its connections do.
        await change(() => giveUp([...begun.keys()])).catch((error: unknown) =>
          log.warn('the work is given up without the database', { reason: reasonOf(error) }),
        )
        await own.stop()
      })
      bus.publish(LEFT, process)
      for (const end of ends.splice(0)) end()
    },
  }
}
