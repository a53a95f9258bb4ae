/**
 * Redis, for a workspace that several processes serve (REDIS_URL). Nothing is kept there that has no row: events on
 * their way, counts of attempts, who is connected where. Loaded only where it is chosen.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createClient, type RedisClientType } from '@redis/client'
import { sql } from 'drizzle-orm'
import { within } from '../../time-limit'
import type { SessionKeys } from '../auth/tokens'
import type { Db } from '../db/client'
import { type Log, reasonOf } from '../log'
import { sharedAttempts } from './attempts'
import { busOver } from './bus'
import type { Cluster } from './cluster'
import { startWhereabouts } from './whereabouts'

/** A connection to Redis. */
// biome-ignore lint/complexity/noBannedTypes: the client's own way to say "no modules"
export type RedisClient = RedisClientType<{}, {}, {}, 2>

/** How long Redis is waited for at the start, in milliseconds. */
const START_MS = 10_000
/** Between two tries to reach it, at first and at most. */
const AGAIN_MS = { first: 50, most: 1_000 } as const
/** A line that says nothing for so long is dead: a ping goes over it in between. */
const SILENT_MS = 15_000
const PING_MS = 5_000
/** Only what is still the own: the time may have been over. */
const GIVE_BACK = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`
/** How long the key of a process that ended is remembered, milliseconds. */
const KEY_MS = 15_000
/** What Redis says to whoever it does not know: asking again changes nothing. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)/
/** Events that may wait in one process for a Redis that takes them slowly. */
const MOST_WAITING = 50_000

/**
 * What every process of a workspace computes alike, and no other workspace: two of them may use one Redis, whose
 * channels know no databases.
 */
async function workspaceOf(db: Db): Promise<string> {
  const [row] = await db.all<{ id: string }>(
    sql`select system_identifier::text || '/' || oid::text as id
      from pg_control_system(), pg_database where datname = current_database()`,
  )
  if (!row) throw new Error('The database does not say which one it is')
  return createHash('sha256').update(row.id).digest('hex').slice(0, 16)
}

/** Ends a connection whatever state it is in. */
const ended = (client: RedisClient): void => {
  if (client.isOpen) client.destroy()
}

/**
 * Reaches Redis.
 * @param url `redis://…` or `rediss://…`; its password is never written anywhere.
 * @param db which workspace it is; on PostgreSQL.
 * @param keys its key, which has to be that of the processes that live.
 * @throws Error when Redis does not answer within ten seconds, or refuses the password; when another
 *   process of the database has another key.
 */
export async function joinCluster(
  url: string,
  { db, log, keys }: { db: Db; log: Log; keys: SessionKeys },
): Promise<Cluster> {
  const prefix = `turno:${await workspaceOf(db)}:`
  const id = randomUUID()
  const until = performance.now() + START_MS
  let joined = false
  const options = {
    url,
    RESP: 2 as const,
    name: 'turno',
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: START_MS,
      socketTimeout: SILENT_MS,
      // Once there, it is tried again for ever: only the first connection may fail.
      reconnectStrategy: (tries: number, cause: Error) =>
        joined || (performance.now() < until && !REFUSED.test(cause.message))
          ? Math.min(AGAIN_MS.first * 2 ** Math.min(tries, 10), AGAIN_MS.most)
          : cause,
    },
  }
  const client: RedisClient = createClient(options)
  const returns = new Set<() => void>()
  let away = false
  client.on('error', (error: Error) => {
    if (joined && !away) log.error('Redis cannot be reached', { reason: reasonOf(error) })
    away = true
  })
  client.on('ready', () => {
    if (joined && away) {
      log.info('Redis is back')
      for (const listener of returns) listener()
    }
    away = false
  })
  try {
    // Also one that takes the connection and never greets.
    await within(START_MS + AGAIN_MS.most, () => client.connect())
  } catch (error) {
    ended(client)
    throw new Error(`Redis (REDIS_URL) cannot be reached: ${(error as Error).message}`)
  }
  const fingerprint = createHash('sha256').update('turno').update(keys.access).digest('base64url')
  const keyName = `${prefix}key`
  const sameKey = async (): Promise<boolean> => {
    const ttl = { PX: KEY_MS }
    if ((await client.set(keyName, fingerprint, { ...ttl, NX: true })) !== null) return true
    if ((await client.get(keyName)) !== fingerprint) return false
    await client.set(keyName, fingerprint, ttl)
    return true
  }
  if (!(await sameKey())) {
    ended(client)
    throw new Error(
      'Another server of this database signs and seals with another key: give all of them the same (TURNO_WORKSPACE_KEY_FILE, or one data folder)',
    )
  }
  const compare = (): void => {
    if (!client.isReady) return
    sameKey().then(
      same => {
        if (!same) log.error('another server of this database has another key: people are signed out by it')
      },
      error => log.warn('the key is not compared', { reason: reasonOf(error) }),
    )
  }
  // A Redis that begins anew knows it from those that live.
  returns.add(compare)
  const repeating = setInterval(compare, KEY_MS / 3)
  repeating.unref()
  joined = true

  const others = new Set<RedisClient>()
  const further = (): RedisClient => {
    const other: RedisClient = createClient({ ...options, disableOfflineQueue: false })
    // The first connection says what is wrong.
    other.on('error', () => {})
    others.add(other)
    return other
  }
  const listening = further()
  await listening.connect()
  const bus = await busOver({ id, prefix, client, listening, log })

  const cluster: Cluster = {
    id,
    prefix,
    client,
    bus,
    further,
    attempts: (name, limit) => sharedAttempts(cluster, log, name, limit),
    async take(name, ms) {
      const key = `${prefix}taken:${name}`
      const mine = randomUUID()
      if ((await client.set(key, mine, { NX: true, PX: ms })) === null) return null
      return async () => {
        await client
          .eval(GIVE_BACK, { keys: [key], arguments: [mine] })
          .catch(error => log.warn('something taken is given back late', { name, reason: reasonOf(error) }))
      }
    },
    startWhereabouts: options => startWhereabouts(cluster, log, options),
    async reachable(patienceMs) {
      if (!client.isReady) return false
      const late = new Promise<false>(resolve => setTimeout(resolve, patienceMs, false).unref())
      return await Promise.race([
        client.ping().then(
          () => true,
          () => false,
        ),
        late,
      ])
    },
    onReturn: listener => void returns.add(listener),
    async close() {
      clearInterval(repeating)
      bus.close()
      for (const one of others) ended(one)
      ended(client)
    },
  }
  return cluster
}
