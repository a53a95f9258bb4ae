/**
 * One server process at a time works on a PostgreSQL database, for the reasons one works on a data folder
 * (keeping/lock.ts): a second one would run the same campaigns and schedules and hold the same numbers. The lock is a
 * session's: the database lets go of it however the process ends, and when its line is gone. Several processes that serve
 * one database together (./leases.ts) share it, so that they and one that is alone keep each other out.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { within } from '../../../time-limit'
import { type Log, reasonOf } from '../../log'
import { explained } from './lost'

/** Another number than the locks of whoever writes. */
const SERVER_LOCK = 7_470_726_111
/** How long a process that is just ending is waited for, and how often one looks, in milliseconds. */
const WAIT_MS = 5_000
const LOOK_MS = 100
/** Between two tries to reach a database that went away, in milliseconds. */
const AGAIN_MS = 1_000
const CONNECT_MS = 10_000

/** A held lock. */
export interface DatabaseLock {
  /** Lets the next process have the database. */
  release(): Promise<void>
}

export interface DatabaseLockOptions {
  log: Log
  /** Called once when another process has the database by now: this one may do nothing more with it. */
  onTaken(): void
  /** How long another process is given to end, in milliseconds. */
  waitMs?: number
}

/** Opens a line to the database for locks. @throws what the client throws; TimeLimitReached. */
export async function session(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'turno server',
  })
  // Its end is heard as an end; an error nobody listens to would end the process.
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
  'The database is in use by another Turno server: end that one first, or give this one a database of its own (DATABASE_URL)'

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
 * Takes a database for this process. A line that breaks is opened again, and the lock with it.
 * @param url `postgres://...`.
 * @throws Error when another process has it; DatabaseLost when it cannot be reached.
 */
export async function lockDatabase(
  url: string,
  { log, onTaken, waitMs = WAIT_MS }: DatabaseLockOptions,
): Promise<DatabaseLock> {
  let released = false
  let current: Client

  const watch = (client: Client): void => {
    current = client
    client.once('end', () => void regain())
  }
  const regain = async (): Promise<void> => {
    if (released) return
    log.warn('the database let go of this server: asking for it again')
    while (!released) {
      try {
        const client = await session(url)
        const held = await taken(client, waitMs)
        if (released || !held) await client.end()
        else watch(client)
        if (!released && !held) onTaken()
        return
      } catch (error) {
        log.warn('the database does not answer', { reason: reasonOf(error) })
        await delay(AGAIN_MS)
      }
    }
  }

  try {
    const client = await session(url)
    if (!(await taken(client, waitMs))) {
      await client.end()
      throw new Error(IN_USE)
    }
    watch(client)
  } catch (error) {
    throw explained(error, false)
  }
  return {
    async release() {
      released = true
      await current.end()
    },
  }
}
