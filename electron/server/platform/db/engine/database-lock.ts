/**
 * Older versions without leases (./leases.ts) lock a PostgreSQL database for themselves. Present ones share that lock,
 * so that both keep each other out; it is taken before the tables are migrated.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { within } from '../../../../time-limit'
import { explained } from './lost'

/** Differs from the locks of writers. */
const SERVER_LOCK = 7_470_726_111
/** How long an ending process is waited for, and how often it is looked for, milliseconds. */
const WAIT_MS = 5_000
const LOOK_MS = 100
const CONNECT_MS = 10_000

/** A held lock. */
export interface DatabaseLock {
  /** Lets the next process have the database. */
  release(): Promise<void>
}

/** Opens a line to the database for locks. @throws what the client throws; TimeLimitReached. */
export async function session(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'turno server',
  })
  // An unhandled error event would end the process.
  client.on('error', () => {})
  try {
    await within(CONNECT_MS, async () => {
      await client.connect()
      // A vanished machine holds the lock until its connection counts as dead: half a minute instead of hours.
      await client.query(
        'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; set idle_session_timeout = 0',
      )
    })
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

export const IN_USE =
  'The database is in use by a Turno server of an older version: end that one first, or give this one a database of its own (DATABASE_URL)'

/**
 * @param waitMs how long the holder of the lock is given to end, milliseconds.
 * @param shared with others that share it.
 * @returns whether this session got it in time.
 */
export async function taken(client: Client, waitMs: number, shared = false): Promise<boolean> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  for (const until = performance.now() + waitMs; ; await delay(LOOK_MS)) {
    const { rows } = await client.query<{ held: boolean }>(`select ${lock}(${SERVER_LOCK}) as held`)
    if (rows[0]?.held) return true
    if (performance.now() >= until) return false
  }
}

/**
 * Shares the database with other processes of this version, until they know of this one by its lease.
 * @param url `postgres://...`.
 * @throws Error when another server has it alone; DatabaseLost when it cannot be reached.
 */
export async function shareDatabase(url: string, waitMs = WAIT_MS): Promise<DatabaseLock> {
  try {
    const client = await session(url)
    if (await taken(client, waitMs, true)) return { release: () => client.end() }
    await client.end()
  } catch (error) {
    throw explained(error, false)
  }
  throw new Error(IN_USE)
}
