/** Connections to a PostgreSQL database, some for reading and some for writing. */
import { type ClientBase, Pool, type PoolConfig, type QueryResult } from 'pg'
import { type Logged, noOutcome } from '../event-log'
import { isRead, refuseInside, runInside } from './inside'
import { explained, FENCED_CODE, fencedOff, isBroken, isDatabaseLost, TOO_LONG } from './lost'
import { numbered, writing } from './postgres-outcome'
import { bound } from './texts'
import { partOf, type Scope, writeLocks } from './write-locks'

/** Most reading connections, and how many stay open: a new one costs a process of the database and every plan. */
const READERS = { most: 8, least: 4 } as const
/** The others close after this long without use, milliseconds. */
const IDLE_MS = 10_000
/** After this many milliseconds a connection counts as unreachable. */
const CONNECT_MS = 10_000
/**
 * The database ends a transaction that is idle this long, milliseconds: a hanging process must not block the others'
 * writes.
 */
const STANDSTILL_MS = 10_000

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
const locksOf = (scope: Scope): string => {
  if (scope === 'platform') return `select pg_advisory_xact_lock(${PLATFORM_LOCK})`
  const { companyId } = scope
  const whole = `select pg_advisory_xact_lock_shared(${PLATFORM_LOCK})`
  const part = partOf(scope)
  if (!part) return `${whole}; select pg_advisory_xact_lock(${COMPANY_LOCKS}, ${Math.trunc(companyId)})`
  const [locks, id] =
    'ticketId' in part ? [CONVERSATION_LOCKS, part.ticketId] : [NUMBER_LOCKS, part.whatsappId]
  return `${whole}; select pg_advisory_xact_lock_shared(${COMPANY_LOCKS}, ${Math.trunc(companyId)});
    select pg_advisory_xact_lock(${locks}, ${Math.trunc(id)})`
}
/** Most writing connections, for different companies or parts of them. */
const WRITERS = { most: 12, least: 1 } as const

interface Statement {
  text: string
  values: readonly unknown[]
  /** Rows as arrays instead of objects. */
  inArrays: boolean
  /** The name under which the database keeps its plan; none unless given. */
  name?: string | undefined
}

/** Where statements go: an open transaction, or whichever connection they need. */
export interface Connection {
  query(statement: Statement): Promise<QueryResult>
}

const BOOL = 16
const INT8 = 20
const NUMERIC = 1_700

/** Values as SQLite gives them: numbers for whole and decimal ones, 1 and 0 for yes and no, texts for the rest. */
const types: PoolConfig['types'] = {
  getTypeParser: (oid: number) => (value: string) => {
    if (oid === BOOL) return value === 't' ? 1 : 0
    if (oid === INT8 || oid === NUMERIC || (oid >= 21 && oid <= 23) || oid === 700 || oid === 701)
      return Number(value)
    return value
  },
}

/** @param ms until the line counts as dead; without it, it is waited for as long as the line is open. */
const sent = (
  client: Pool | ClientBase,
  { text, values, inArrays, name }: Statement,
  ms: number | undefined,
): Promise<QueryResult> =>
  client.query({
    text,
    values: values.map(bound),
    ...(inArrays ? { rowMode: 'array' as const } : {}),
    ...(name ? { name } : {}),
    ...(ms === undefined ? {} : { query_timeout: ms }),
  })

const command = (text: string): Statement => ({ text, values: [], inArrays: false })

export interface Connections extends Connection {
  /** The same connections, for writes of a scope: those given first are the platform's. */
  inScope(scope: Scope): Connections
  /** Runs one write statement that waits for no other writer. */
  single(statement: Statement): Promise<QueryResult>
  /**
   * Runs work in a transaction, queued behind other writers of its scope.
   * @param isLong for work that grows with the rows: no time limits apply.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, isLong?: boolean): Promise<T>
  /** Reads, for at most this many milliseconds; null: the database gave up. */
  within(ms: number, statement: Statement): Promise<QueryResult | null>
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
  const send: typeof sent = (client, { name, ...statement }, ms) =>
    sent(client, pooled ? statement : { ...statement, name }, ms)
  const common: PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    types: types as NonNullable<PoolConfig['types']>,
  }
  // Sent before anything else on a new connection.
  const opening = (statement: string, ms: number): PoolConfig =>
    pooled
      ? {}
      : {
          onConnect: async client =>
            void (await send(client, command(`${statement}; set statement_timeout = ${ms}`), CONNECT_MS)),
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
    ...opening('set jit = off', writeMs),
    max: WRITERS.most,
    min: WRITERS.least,
    application_name: 'turno writes',
  })
  // Without a listener the loss of an idle connection would end the process; the next statement opens another.
  readers.on('error', onTrouble)
  writer.on('error', onTrouble)

  const inTurn = writeLocks()
  /**
   * Checked with the commit: a process that took over the work has deleted the row, and dividing by zero is an error.
   */
  let fence = ''
  const run = async <T>(
    scope: Scope,
    work: (connection: Connection) => Promise<T>,
    isLong: boolean,
  ): Promise<T> => {
    const ms = isLong ? undefined : writeMs + deadMs
    const begin = `begin; set local idle_in_transaction_session_timeout = ${STANDSTILL_MS};
      set local statement_timeout = ${isLong ? 0 : writeMs}; ${locksOf(scope)}`
    const client = await writer.connect().catch((error: unknown) => {
      throw explained(error, false)
    })
    // A broken connection emits the error again while it is held.
    client.on('error', onTrouble)
    let lost: Error | undefined
    let ending = false
    try {
      await send(client, command(begin), ms)
      let last: Promise<unknown> = Promise.resolve()
      const connection: Connection = {
        // One after the other, even if a rule starts several at once.
        query(statement) {
          const next = last.then(() => send(client, statement, ms))
          last = next.catch(() => {})
          return next.catch((error: unknown) => {
            throw explained(error, false)
          })
        },
      }
      const outcome = noOutcome()
      const result = await runInside(outcome, () => work(connection))
      ending = true
      const answered = (await send(client, command(`${fence}${writing(outcome)}commit`), ms)) as unknown
      const answers = (Array.isArray(answered) ? answered : [answered]) as QueryResult[]
      // A failed statement has undone the whole transaction, even if its error was caught.
      if (answers.at(-1)?.command !== 'COMMIT')
        throw new Error('The transaction was rolled back: a statement in it had failed')
      const entries = numbered(outcome, answers)
      if (entries.length > 0) onWritten(entries)
      for (const begin of outcome.afterwards) begin()
      return result
    } catch (error) {
      const isFenced = ending && error instanceof Error && (error as { code?: unknown }).code === FENCED_CODE
      const mappedError = isFenced ? fencedOff(error) : explained(error, ending)
      if (mappedError instanceof Error && isDatabaseLost(mappedError)) lost = mappedError
      else await send(client, command('rollback'), writeMs).catch(() => {})
      throw mappedError
    } finally {
      client.off('error', onTrouble)
      client.release(lost)
    }
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
    async single(statement: Statement): Promise<QueryResult> {
      refuseInside(statement.text)
      try {
        return await send(writer, statement, writeMs + deadMs)
      } catch (error) {
        throw explained(error, true)
      }
    },
    async read(statement: Statement) {
      const ask = () => send(readers, statement, readMs + deadMs)
      try {
        return await ask().catch((error: unknown) => {
          if (isBroken(error)) return ask()
          throw error
        })
      } catch (error) {
        throw explained(error, false)
      }
    },
    async within(ms: number, statement: Statement) {
      const client = await readers.connect().catch((error: unknown) => {
        throw explained(error, false)
      })
      client.on('error', onTrouble)
      let lost: Error | undefined
      try {
        await send(client, command(`begin; set local statement_timeout = ${Math.ceil(ms)}`), readMs)
        const answer = await send(client, statement, ms + deadMs)
        await send(client, command('commit'), readMs)
        return answer
      } catch (error) {
        const gaveUp = (error as { code?: unknown }).code === TOO_LONG
        const mappedError = explained(error, false)
        if (!gaveUp && mappedError instanceof Error && isDatabaseLost(mappedError)) lost = mappedError
        else
          await send(client, command('rollback'), readMs).catch((broken: Error) => {
            lost = broken
          })
        if (gaveUp) return null
        throw mappedError
      } finally {
        client.off('error', onTrouble)
        client.release(lost)
      }
    },
    guard(process: number | null) {
      fence =
        process === null ? '' : `select 1 / count(*) from work_processes where id = ${Math.trunc(process)}; `
    },
    async close() {
      await Promise.all([readers.end(), writer.end()])
    },
  }
  return all.inScope('platform')
}
