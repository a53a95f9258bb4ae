/**
 * Joins the processes of a PostgreSQL database. Everything is kept in rows, and none of them has to survive the
 * database.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Log, reasonOf } from '../../log'
import type { SessionKeys } from '../auth/tokens'
import type { Db } from '../db/client'
import { joinProcesses, type LeasesOptions } from '../db/engine/leases'
import { NOW } from '../db/engine/triggers'
import { countsIn, sharedAttempts } from './attempts'
import { busOver } from './bus'
import type { Cluster } from './cluster'
import { startWhereabouts } from './whereabouts'

/** How often expired rows are removed, milliseconds. */
const PRUNE_MS = 60_000

/**
 * @param url `postgres://...` of the database.
 * @param keys have to be those of the living processes.
 * @throws Error when a process of the database has another key, or an older version has it alone; DatabaseLost when it
 *   cannot be reached.
 */
export async function joinCluster(
  url: string,
  {
    db,
    log,
    keys,
    ...more
  }: { db: Db; log: Log; keys: SessionKeys } & Pick<LeasesOptions, 'onLost' | 'heartbeat'>,
): Promise<Cluster> {
  const { leases, line } = await joinProcesses(url, {
    log,
    ...more,
    keyPrint: createHash('sha256').update('turno').update(keys.access).digest('base64url'),
    guard: process => db.guard?.(process),
  })
  const bus = busOver(line, log)
  const count = countsIn(db)
  const now = sql.raw(NOW)
  const pruning = setInterval(() => {
    if (!leases.isFirst()) return
    db.unordered
      .run(sql`delete from short_lived where until < ${now}`)
      .catch((error: unknown) => log.warn('what is over was not removed', { reason: reasonOf(error) }))
  }, PRUNE_MS)
  pruning.unref()
  return {
    leases,
    bus,
    attempts: (name, limit) => sharedAttempts({ db, count }, log, name, limit),
    async take(name, ms) {
      const key = `taken:${name}`
      const [mine] = await db.unordered.all<{ until: number }>(sql`
        insert into short_lived (key, count, until) values (${key}, 1, ${now} + ${ms})
        on conflict (key) do update set until = excluded.until where short_lived.until <= ${now}
        returning until`)
      if (!mine) return null
      return async () => {
        // Only its own claim: it may have expired.
        await db.unordered
          .run(sql`delete from short_lived where key = ${key} and until = ${mine.until}`)
          .catch((error: unknown) =>
            log.warn('something taken is given back late', { name, reason: reasonOf(error) }),
          )
      }
    },
    startWhereabouts: options => startWhereabouts({ db, leases, onReturn: line.onReconnect }, log, options),
    onReturn: line.onReconnect,
    async close() {
      clearInterval(pruning)
      bus.close()
      await leases.close()
    },
  }
}
