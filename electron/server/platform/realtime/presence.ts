/** Who is present: from sockets that open and close, and from the userStatus heartbeat. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { type Log, reasonOf } from '../../log'
import type { Cluster } from '../cluster/cluster'
import type { Db, Tx } from '../db/client'
import { greater } from '../db/engine/words'
import { breaks, onlineSpans, users } from '../db/schema'
import { userViews } from '../people/views'
import type { Realtime } from './realtime'

export type Presence = 'online' | 'idle' | 'offline'

/** Until when a person was certainly present who left unnoticed. */
const lastSign = () =>
  greater(
    sql`coalesce((select ${users.lastSeenAt} from ${users} where ${users.id} = ${onlineSpans.userId}), 0)`,
    onlineSpans.startedAt,
  )

/** At the start nobody is present, whatever the database says; their spans end at their last sign of life. */
async function clearPresence(db: Db): Promise<void> {
  await db.platform.write(async tx => {
    // Before the instants they are read from are overwritten.
    await tx.update(onlineSpans).set({ endedAt: lastSign() }).where(isNull(onlineSpans.endedAt))
    await tx
      .update(users)
      .set({ online: false, presence: 'offline', lastSeenAt: new Date().toISOString() })
      .where(ne(users.presence, 'offline'))
  })
}

/**
 * Stores that somebody came or left.
 * @param gone they left unnoticed: they were present until their last sign of life.
 */
async function keepSpan(
  tx: Tx,
  { userId, companyId }: { userId: number; companyId: number },
  presence: Presence,
  gone: boolean,
): Promise<void> {
  const now = new Date().toISOString()
  if (presence !== 'offline')
    await tx.insert(onlineSpans).values({ companyId, userId, startedAt: now }).onConflictDoNothing()
  else
    await tx
      .update(onlineSpans)
      .set({ endedAt: gone ? lastSign() : now })
      .where(and(eq(onlineSpans.userId, userId), isNull(onlineSpans.endedAt)))
}

/** Their tickets are handed on again when they leave next, except during a break, whose beginning did so. */
const back = sql`case when exists (select 1 from ${breaks} where ${breaks.userId} = ${users.id} and ${breaks.endedAt} is null)
  then ${users.handedOnAt} end`

/** Stores a user's presence, and since when; tells the company when it changed. Unknown users are ignored. */
async function setPresence(
  db: Db,
  realtime: Realtime,
  userId: number,
  presence: Presence,
  gone = false,
): Promise<void> {
  const user = eq(users.id, userId)
  const [known] = await db.select({ companyId: users.companyId }).from(users).where(user)
  if (!known) return
  const { companyId } = known
  await db.company(companyId).write(async tx => {
    const [before] = await tx.select({ presence: users.presence }).from(users).where(user)
    if ((before?.presence === 'offline') !== (presence === 'offline'))
      await keepSpan(tx, { userId, companyId }, presence, gone)
    await tx
      .update(users)
      .set({
        presence,
        online: presence !== 'offline',
        lastSeenAt: new Date().toISOString(),
        ...(presence === 'offline' ? {} : { handedOnAt: back }),
      })
      .where(user)
    if (before?.presence === presence) return
    const [view] = await userViews(tx, [userId])
    if (view) realtime.toCompany(companyId, 'user', { action: 'update', user: view })
  })
}

export interface PresenceTracker {
  /** Somebody has signed in a socket of this process. */
  came(userId: number): void
  /** Stores the presence a console reports. */
  report(userId: number, presence: Presence): void
  /** Somebody's last socket of this process is gone. */
  left(userId: number): void
  /** Waits until everything is stored. */
  stop(): Promise<void>
}

/** Tracks presence over all processes of a cluster. @param here who has a socket in this process now. */
export function trackPresence(deps: {
  db: Db
  realtime: Realtime
  log: Log
  cluster: Cluster | null
  here(): ReadonlySet<number>
  isHere(userId: number): boolean
}): PresenceTracker {
  const { db, realtime, log, cluster, here, isHere } = deps
  const pendingOffline = new Set<Promise<void>>()
  const set = (userId: number, presence: Presence, gone = false) =>
    setPresence(db, realtime, userId, presence, gone)
  const whereabouts = cluster?.startWhereabouts({
    here,
    isHere,
    onGone: userId => set(userId, 'offline', true),
  })
  if (!cluster || cluster.leases.isAlone())
    clearPresence(db).catch(error => log.error('presence not cleared', { reason: reasonOf(error) }))

  const report = (userId: number, presence: Presence): void => {
    set(userId, presence).catch(error => log.warn('presence not stored', { userId, reason: reasonOf(error) }))
  }
  return {
    came(userId) {
      whereabouts?.came(userId)
      report(userId, 'online')
    },
    report,
    left(userId) {
      if (!whereabouts) return report(userId, 'offline')
      const settle = async (): Promise<void> => {
        if (!(await whereabouts.nowhere(userId)) || isHere(userId)) return
        await set(userId, 'offline')
        // Somebody who connected to another process meanwhile is present.
        if (!(await whereabouts.nowhere(userId))) await set(userId, 'online')
      }
      const leaving = settle().catch(error =>
        log.warn('presence not stored', { userId, reason: reasonOf(error) }),
      )
      pendingOffline.add(leaving)
      void leaving.then(() => pendingOffline.delete(leaving))
    },
    async stop() {
      await Promise.all(pendingOffline)
      await whereabouts?.stop()
    },
  }
}
