/** Connections to a PostgreSQL database, some for reading and some for writing. */
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { type Logged, noOutcome } from '../event-log'
import { isRead, refuseInside, runInside } from './inside'
import { explained, FENCED_CODE, fencedOff, isBroken, isDatabaseLost, TOO_LONG } from './lost'
import { type Answer, askerOf, type Plans, readerOf, type Statement } from './postgres-batch'
import { kept } from './postgres-dialect'
import { leaving } from './postgres-outcome'
import { partOf, type Scope, writeLocks } from './write-locks'

/** Most reading connections, and how many stay open: a new one costs a process of the database and every plan. */
const READERS = { most: 8, least: 4 } as const
/** The others close after this long without use, milliseconds. */
const IDLE_MS = 10_000
/** After this many milliseconds a connection counts as unreachable. */
const CONNECT_MS = 10_000
/** The database ends a transaction that is idle this long: a hanging process must not block the others' writes. */
const STANDSTILL = 'idle_in_transaction_session_timeout = 10000'

/** The time limit of one statement, milliseconds. */
interface StatementLimits {
  /** For a read, and for a write including its wait for other writers: the database ends what takes longer. */
  readMs: number
  writeMs: number
  /** How much later the connection counts as dead if not even that error came. */
  deadMs: number
}
const LIMITS: StatementLimits = { readMs: 60_000, writeMs: 60_000, deadMs: 5_000 }
/** After this many silent milliseconds the system checks whether the other side of a connection still exists. */
const PROBE_MS = 10_000
/** Settings for planning reads: many short ones at once, on several cores, with pages in memory or on a fast disk. */
const BY_INDEX = 'set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1'
/**
 * A writer for a company holds its lock until the end of the transaction, across processes: what it read does not
 * change meanwhile. Different companies do not block each other, nor do conversations or numbers of one company. A
 * writer for several companies, or none, waits for all of them, and they wait for it.
 */
const PLATFORM_LOCK = 7_470_726_110
/** Lock keys have two halves; the other is the id of the company, ticket or connection. */
const COMPANY_LOCKS = 747_072_611
const CONVERSATION_LOCKS = 747_072_612
const NUMBER_LOCKS = 747_072_613
const ALL = `select pg_advisory_xact_lock(${PLATFORM_LOCK})`
const COMPANY = `select pg_advisory_xact_lock_shared(${PLATFORM_LOCK}), pg_advisory_xact_lock(${COMPANY_LOCKS}, $1)`
const PART = `select pg_advisory_xact_lock_shared(${PLATFORM_LOCK}),
  pg_advisory_xact_lock_shared(${COMPANY_LOCKS}, $1), pg_advisory_xact_lock($2, $3)`
const locksOf = (scope: Scope): Statement => {
  if (scope === 'platform') return kept(ALL)
  const { companyId } = scope
  const part = partOf(scope)
  if (!part) return kept(COMPANY, [companyId])
  const own = 'ticketId' in part ? [CONVERSATION_LOCKS, part.ticketId] : [NUMBER_LOCKS, part.whatsappId]
  return kept(PART, [companyId, ...own])
}
/** Most writing connections, for different companies or parts of them. */
const WRITERS = { most: 12, least: 1 } as const

/** Where statements go: an open transaction, or whichever connection they need. */
export interface Connection {
  query(statement: Statement): Promise<Answer>
}

const command = (text: string): Statement => ({ text, values: [], inArrays: false })
const [BEGIN, COMMIT, ROLLBACK, UNLIMITED] = [
  kept('begin'),
  kept('commit'),
  kept('rollback'),
  kept('set local statement_timeout = 0'),
]
/** Dividing by zero is an error: a process that took over the work has deleted the row. */
const FENCE = 'select 1 / count(*) from work_processes where id = $1'

export interface Connections extends Connection {
  /** The same connections, for writes of a scope: those given first are the platform's. */
  inScope(scope: Scope): Connections
  /** Runs one write statement that waits for no other writer. */
  single(statement: Statement): Promise<Answer>
  /**
   * Runs work in a transaction, queued behind other writers of its scope.
   * @param isLong for work that grows with the rows: no time limits apply.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, isLong?: boolean): Promise<T>
  /** Reads, for at most this many milliseconds; null: the database gave up. */
  within(ms: number, statement: Statement): Promise<Answer | null>
  /** Sets the process that has to live for a transaction to be stored; null: none has to. */
  guard(process: number | null): void
  close(): Promise<void>
}

export interface ConnectionsOptions {
  /** Called with the error of an idle connection that broke. */
  onTrouble(error: Error): void
  /** IDLE_MS unless given. */
  idleMs?: number
  /** LIMITS unless given. */
  limits?: StatementLimits
  /** Called with what a committed transaction left for consoles. */
  onWritten?(entries: readonly Logged[]): void
  /**
   * Whether the address is a pooler's that may give each transaction another connection: then no session settings and
   * no named plans are used.
   */
  pooled?: boolean
}

/** @param url `postgres://...`, also with `?host=/folder` of a socket. */
export function connections(
  url: string,
  { onTrouble, idleMs = IDLE_MS, limits = LIMITS, onWritten = () => {}, pooled = false }: ConnectionsOptions,
): Connections {
  const { readMs, writeMs, deadMs } = limits
  const plans: Plans = { shapes: new Map(), kept: new WeakMap(), isKept: !pooled }
  const common: PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    types: { getTypeParser: readerOf } as NonNullable<PoolConfig['types']>,
  }
  // Sent before anything else on a new connection.
  const opening = (statement: string, ms: number): PoolConfig =>
    pooled
      ? {}
      : {
          onConnect: async client =>
            void (await askerOf(
              client,
              plans,
              CONNECT_MS,
            )(command(`${statement}; set statement_timeout = ${ms}`))),
        }
  const readers = new Pool({
    ...common,
    ...opening(`set jit = off; set default_transaction_read_only = on; ${BY_INDEX}`, readMs),
    max: READERS.most,
    min: READERS.least,
    application_name: 'turno reads',
  })
  const writer = new Pool({
    ...common,
    ...opening(`set jit = off; set ${STANDSTILL}`, writeMs),
    max: WRITERS.most,
    min: WRITERS.least,
    application_name: 'turno writes',
  })
  // Without a listener the loss of an idle connection would end the process; the next statement opens another.
  readers.on('error', onTrouble)
  writer.on('error', onTrouble)

  /**
   * Lends a connection; one that is lost meanwhile is used by nobody else.
   * @param undo ends what an error leaves open. @param isWritten whether something may have been stored when an error comes.
   */
  const lent = async <T>(
    pool: Pool,
    work: (client: PoolClient) => Promise<T>,
    { undo, isWritten = () => false }: { undo?: () => Promise<unknown>; isWritten?: () => boolean } = {},
  ): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw explained(error, false)
    })
    // A broken connection emits the error again while it is held.
    client.on('error', onTrouble)
    let lost: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      const known = explained(error, isWritten())
      if (known instanceof Error && isDatabaseLost(known)) lost = known
      else
        await undo?.().catch((broken: Error) => {
          lost = broken
        })
      throw known
    } finally {
      client.off('error', onTrouble)
      client.release(lost)
    }
  }

  const inTurn = writeLocks()
  /** Checked with the commit: the process that has to live. */
  let fence: Statement[] = []
  const run = async <T>(
    scope: Scope,
    work: (connection: Connection) => Promise<T>,
    isLong: boolean,
  ): Promise<T> => {
    let ask = (_statement: Statement): Promise<Answer> => Promise.reject(new Error('Nothing has begun'))
    let isOpen = true
    let ending = false
    let failed: { error: unknown } | undefined
    const connection: Connection = {
      async query(statement) {
        if (failed) throw failed.error
        if (!isOpen) throw new Error(`The transaction is over: ${statement.text.slice(0, 80)}`)
        try {
          return await ask(statement)
        } catch (error) {
          throw explained(error, false)
        }
      },
    }
    const undo = (): Promise<unknown> => {
      isOpen = false
      return ask(ROLLBACK)
    }
    const inside = async (client: PoolClient): Promise<T> => {
      ask = askerOf(client, plans, isLong ? undefined : writeMs + deadMs)
      // On a connection of one's own both limits are set as it opens.
      const limits = pooled
        ? [STANDSTILL, `statement_timeout = ${writeMs}`].map(limit => kept(`set local ${limit}`))
        : []
      const begin = [BEGIN, ...limits, ...(isLong ? [UNLIMITED] : []), locksOf(scope)]
      // It leaves with the first statement, which fails with it.
      Promise.all(begin.map(ask)).catch((error: unknown) => {
        failed = { error: explained(error, false) }
      })
      const outcome = noOutcome()
      const result = await runInside(outcome, () => work(connection))
      if (failed) throw failed.error
      ending = true
      isOpen = false
      const { statements, numbered } = leaving(outcome)
      const fenced = fence
      const answers = await Promise.all([...fenced, ...statements, COMMIT].map(ask)).catch((error: Error) => {
        throw (error as { code?: unknown }).code === FENCED_CODE ? fencedOff(error) : error
      })
      // A failed statement has undone the whole transaction, even if its error was caught.
      if (answers.at(-1)?.command !== 'COMMIT')
        throw new Error('The transaction was rolled back: a statement in it had failed')
      const entries = numbered(answers.slice(fenced.length))
      if (entries.length > 0) onWritten(entries)
      for (const begin of outcome.afterwards) begin()
      return result
    }
    return await lent(writer, inside, { undo, isWritten: () => ending })
  }

  const all = {
    inScope: (scope: Scope): Connections => {
      const transaction: Connections['transaction'] = async (work, isLong = false) => {
        refuseInside('transaction')
        return await inTurn(scope, () => run(scope, work, isLong))
      }
      return {
        ...all,
        transaction,
        async query(statement) {
          if (isRead(statement.text)) return await all.read(statement)
          return await transaction(connection => connection.query(statement))
        },
      }
    },
    async single(statement: Statement): Promise<Answer> {
      refuseInside(statement.text)
      return await lent(writer, client => askerOf(client, plans, writeMs + deadMs)(statement), {
        isWritten: () => true,
      })
    },
    async read(statement: Statement) {
      const ask = () => lent(readers, client => askerOf(client, plans, readMs + deadMs)(statement))
      return await ask().catch((error: unknown) => {
        if (isBroken(error)) return ask()
        throw error
      })
    },
    async within(ms: number, statement: Statement) {
      return await lent(readers, async client => {
        const ask = askerOf(client, plans, ms + deadMs)
        const limit = command(`begin; set local statement_timeout = ${Math.ceil(ms)}`)
        try {
          const [, answer = null] = await Promise.all([limit, statement, COMMIT].map(ask))
          return answer
        } catch (error) {
          const gaveUp = (error as { code?: unknown }).code === TOO_LONG
          if (!gaveUp && isDatabaseLost(explained(error, false) as Error)) throw error
          await ask(ROLLBACK)
          if (gaveUp) return null
          throw error
        }
      })
    },
    guard(process: number | null) {
      fence = process === null ? [] : [kept(FENCE, [process])]
    },
    async close() {
      await Promise.all([readers.end(), writer.end()])
    },
  }
  return all.inScope('platform')
}
