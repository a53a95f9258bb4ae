/**
 * Which people have a socket in which process: rows of the process (`process_users`). When a process has ended its
 * people count as gone, unless another process has them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Log, reasonOf } from '../../log'
import type { Db } from '../db/client'
import type { Leases } from '../db/engine/leases'
import { gathered } from './gathered'

/** How often it is looked for people of processes that ended, milliseconds. */
const LOOK_MS = 1_000

/**
 * After the end of a process everybody reconnects at once: arrivals within this many milliseconds are stored together.
 */
const GATHER_MS = 50

export interface Whereabouts {
  /** Somebody has a socket here. */
  came(userId: number): void
  /** Whether somebody has no socket in any process; false while the database is away. */
  nowhere(userId: number): Promise<boolean>
  stop(): Promise<void>
}

export interface WhereaboutsOptions {
  /** Who has a socket here now. */
  here(): ReadonlySet<number>
  isHere(userId: number): boolean
  /** Somebody of an ended process, or who left while the database was away, is in no process. */
  onGone(userId: number): Promise<void>
}

/** Begins to say who is here, and to look after the people of processes that ended. */
export function startWhereabouts(
  { db, leases, onReturn }: { db: Db; leases: Leases; onReturn(listener: () => void): void },
  log: Log,
  { here, isHere, onGone }: WhereaboutsOptions,
): Whereabouts {
  const me = leases.process
  /** People whose state is not stored yet. */
  const unsettled = new Set<number>()
  const listOf = (ids: Iterable<number>) => sql`cast(${`{${[...ids].join()}}`} as bigint[])`
  /** Stores which of them are here. @returns for each whether they are in no process. */
  const settled = gathered<number, boolean>(async ids => {
    const [present, absent] = [ids.filter(isHere), ids.filter(id => !isHere(id))]
    if (present.length > 0)
      await db.unordered.run(
        sql`insert into process_users select ${me}, unnest(${listOf(present)}) on conflict do nothing`,
      )
    const elsewhere =
      absent.length === 0
        ? []
        : await db.unordered.all<{ id: number }>(sql`
          with gone as (delete from process_users where process_id = ${me} and user_id = any(${listOf(absent)}))
          select user_id as id from process_users join work_processes p on p.id = process_id
          where user_id = any(${listOf(absent)}) and process_id <> ${me}`)
    const known = new Set([...present, ...elsewhere.map(({ id }) => id)])
    return ids.map(id => !known.has(id) && !isHere(id))
  }, GATHER_MS)
  const settle = async (userId: number): Promise<boolean> => {
    unsettled.delete(userId)
    try {
      return await settled(userId)
    } catch (error) {
      unsettled.add(userId)
      throw error
    }
  }
  const settleAll = async (ids: readonly number[]): Promise<void> => {
    const gone = await Promise.all(ids.map(settle))
    for (const [at, userId] of ids.entries()) if (gone[at]) await onGone(userId)
  }
  const bury = async (): Promise<void> => {
    const left = await db.all<{ process: number; user: number }>(
      sql`select process_id as process, user_id as "user" from process_users
        where process_id <> all(array(select id from work_processes))`,
    )
    await settleAll(left.map(({ user }) => user))
    for (const process of new Set(left.map(one => one.process)))
      await db.unordered.run(sql`delete from process_users where process_id = ${process}`)
  }
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    try {
      await settleAll([...unsettled])
      if (leases.isFirst()) await bury()
    } catch (error) {
      log.warn('presence is not shared yet', { reason: reasonOf(error) })
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
  }, LOOK_MS)
  timer.unref()
  // A database that crashed has lost the rows.
  onReturn(() => {
    for (const userId of here()) unsettled.add(userId)
  })
  const quiet = (userId: number): Promise<boolean> => settle(userId).catch(() => false)
  return {
    came: userId => void quiet(userId),
    // Somebody who has just come to another process is stored there by then.
    nowhere: userId => delay(2 * GATHER_MS).then(() => quiet(userId)),
    async stop() {
      clearInterval(timer)
      await looking
      await db.unordered
        .run(sql`delete from process_users where process_id = ${me}`)
        .catch((error: unknown) =>
          log.warn('people of this process are forgotten late', { reason: reasonOf(error) }),
        )
    },
  }
}
