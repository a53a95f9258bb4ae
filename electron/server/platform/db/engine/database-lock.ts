/**
 * A server of a version from before the leases (./leases.ts) keeps a PostgreSQL database for itself, by a lock of its session. Those
 * of today share that lock, so that it and they keep each other out; it is taken before the tables are brought to their present shape.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { within } from '../../../../time-limit'
import { explained } from './lost'

/** Another number than the locks of whoever writes. */
const SERVER_LOCK = 7_470_726_111
/** How long a process that is just ending is waited for, and how often one looks, in milliseconds. */
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
  // Its end is an event of its own; an error nobody listens to would end the process.
  client.on('error', () => {})
  try {
    await within(CONNECT_MS, async () => {
      await client.connect()
      // A machine that vanished holds the lock until its line counts as dead: half a minute instead of hours.
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
 * @param waitMs how long whoever has the lock is given to end, in milliseconds.
 * @param shared with others that share it.
 * @returns whether it is this session's before the time is over.
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
 * Shares the database with the other processes of this version, until they know of this one by its lease.
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
