/**
 * One server process at a time works on a PostgreSQL database, for the reasons one works on a data folder
 * (keeping/lock.ts): a second one would run the same campaigns and schedules and hold the same numbers. The lock is a
 * session's: the database lets go of it however the process ends, and when its line is gone. Where several processes
 * serve one database, each of them stands for it (`standForDatabase`) and the one that has it works.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { within } from '../../../time-limit'
import { type Log, reasonOf } from '../../log'
import { explained } from './lost'

/** Another number than the lock of whoever writes. */
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

async function session(url: string, name = 'turno server'): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: name,
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

/** @returns whether the lock is this session's before the time is over. */
async function taken(client: Client, waitMs: number): Promise<boolean> {
  for (const until = performance.now() + waitMs; ; await delay(LOOK_MS)) {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(${SERVER_LOCK}) as held`,
    )
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
      throw new Error(
        'The database is in use by another Turno server: end that one first, or give this one a database of its own (DATABASE_URL)',
      )
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

/** A place in the line of those who want the database's work. */
export interface Candidate {
  /** Looks now, whoever had it is just ending. */
  look(): void
  /**
   * Whether the lock is this process's for certain: a proof is recent enough that nobody else may have taken it. A process
   * that stood still asks this before it goes on with anything.
   */
  isFresh(): boolean
  /** Whether somebody who lives has the lock, this process or another, or had it a moment ago. */
  isWorkedAt(): boolean
  /** Lets the next one have it, and asks for it no more. */
  leave(): Promise<void>
}

export interface CandidateOptions {
  log: Log
  /** Called when the lock is this process's; again when it is after `onLost`. */
  onHeld(): void
  /** Called when the line broke by which it was held: until it is held again, nothing may be begun. */
  onLost(): void
  /** Called once at most, after `onLost`: somebody else has the lock. This process may do nothing more with the work. */
  onTaken(): void
  /** How often it is looked for, in milliseconds. */
  lookMs?: number
  /** PULSE unless given (tests). */
  pulse?: typeof PULSE
}

/** A process that was killed is missed for this long at most, in milliseconds, and the time one question takes. */
const STAND_MS = 250
/** How long one proof that a line is there may take, in milliseconds: less than the database waits. */
const PROOF_MS = 5_000
/**
 * Milliseconds between two proofs; how long one is believed by the process itself; and after how long without one whoever
 * has the lock counts as standing still (a paused machine, a stopped process): the next one ends its line then and takes over.
 * What is believed ends before others begin.
 */
const PULSE = { beatMs: 2_000, freshMs: 10_000, deadMs: 15_000 }
/** Lines of those who stand for the lock: only these say by their proofs that somebody lives. */
const STANDING = 'turno work'
/** Who has the lock, and for how many milliseconds its line has said nothing. */
const HOLDER = `select a.pid, extract(epoch from clock_timestamp() - a.state_change) * 1000 as silent, a.application_name as name
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint << 32 | l.objid::bigint) = ${SERVER_LOCK}`

/**
 * Stands for the lock of a database until it is this process's, and keeps it: a line that breaks is opened again.
 * Whoever had the lock asks for it once then, at once: another process may have begun.
 * @param url `postgres://...`.
 * @returns when it has been looked for once.
 * @throws DatabaseLost when the database cannot be reached.
 */
export async function standForDatabase(
  url: string,
  { log, onHeld, onLost, onTaken, lookMs = STAND_MS, pulse = PULSE }: CandidateOptions,
): Promise<Candidate> {
  let left = false
  let held = false
  let current: Client
  let timer: NodeJS.Timeout | undefined
  let looking = false
  /** When the last proof that was answered began, by both clocks: one of them may have stood still, too. */
  let proof = { steady: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }
  /** When somebody who lives was last seen to have the lock, and when that was last asked. */
  let aliveAt = performance.now()
  let watchedAt = Number.NEGATIVE_INFINITY
  const nowBy = () => ({ steady: performance.now(), wall: Date.now() })
  const isFresh = (): boolean => {
    const now = nowBy()
    return held && now.steady - proof.steady < pulse.freshMs && now.wall - proof.wall < pulse.freshMs
  }

  /** Ends the line of a holder that stands still: the lock is free then. */
  const watch = async (client: Client): Promise<void> => {
    if (performance.now() - watchedAt < pulse.beatMs) return
    watchedAt = performance.now()
    const { rows } = await client.query<{ pid: number; silent: string | null; name: string }>(HOLDER)
    const [holder] = rows
    if (!holder) return
    const silent = holder.name === STANDING && holder.silent !== null ? Number(holder.silent) : 0
    if (silent < pulse.deadMs) {
      aliveAt = performance.now()
      return
    }
    log.error('the process that works stands still: its work is taken over', { ms: Math.round(silent) })
    await client.query('select pg_terminate_backend($1)', [holder.pid])
  }

  const look = async (): Promise<void> => {
    if (left || held || looking) return
    looking = true
    clearTimeout(timer)
    const client = current
    try {
      const asked = nowBy()
      if (await taken(client, 0)) {
        // Taken for nobody: the process leaves, and its line ends with it.
        if (left) return
        proof = asked
        held = true
        onHeld()
      } else await watch(client)
    } catch {
      // The line broke: its end opens another.
    } finally {
      looking = false
      if (!held && !left) {
        timer = setTimeout(look, lookMs)
        timer.unref()
      }
    }
  }
  /** A line nobody hears the end of is ended here: whoever had the lock by it has to know before others begin. */
  const beat = async (client: Client): Promise<void> => {
    for (; !left && current === client; await delay(pulse.beatMs, undefined, { ref: false })) {
      const began = nowBy()
      const late = delay(PROOF_MS, 'late' as const, { ref: false })
      const said = await Promise.race([client.query('select 1').catch(() => 'broken' as const), late])
      if (said === 'late') return void client.end().catch(() => {})
      if (said !== 'broken' && current === client) proof = began
    }
  }
  const follow = (client: Client): void => {
    current = client
    client.once('end', () => void again())
    void beat(client)
  }
  const again = async (): Promise<void> => {
    if (left) return
    if (held) {
      log.warn('the database let go of this server: asking for it again')
      onLost()
    }
    while (!left) {
      try {
        const client = await session(url, STANDING)
        if (left) return await client.end()
        if (!held) return follow(client)
        const asked = nowBy()
        if (await taken(client, 0)) {
          proof = asked
          follow(client)
          return onHeld()
        }
        left = true
        client.end().catch(() => {})
        return onTaken()
      } catch (error) {
        log.warn('the database does not answer', { reason: reasonOf(error) })
        await delay(AGAIN_MS)
      }
    }
  }

  try {
    follow(await session(url, STANDING))
  } catch (error) {
    throw explained(error, false)
  }
  await look()
  return {
    look: () => void look(),
    isFresh,
    isWorkedAt: () => isFresh() || performance.now() - aliveAt < pulse.deadMs,
    async leave() {
      left = true
      clearTimeout(timer)
      await current.end().catch(() => {})
    },
  }
}
