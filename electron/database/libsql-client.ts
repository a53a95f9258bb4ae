/**
 * libsql's client with statements that are kept. By itself it compiles the SQL, asks for the columns and finds out whether
 * there are any anew at every call, which took longer than running most of our statements; the same few hundred
 * texts come again and again.
 */
import type { Client } from '@libsql/client'
import type { ConnectionPool } from '@libsql/client/sqlite3'
import { commitBeside } from './commit-beside'

type Libsql = typeof import('@libsql/client/sqlite3')
type Connection = ReturnType<ConnectionPool['acquireSync']>
type Statement = ReturnType<Connection['prepare']>

/** Statements kept per connection; the longest unused go first. */
const MOST = 200
/** Others do part of their work while they are compiled (pragmas), or change what kept ones were compiled for. */
const KEPT = /^\s*(?:select|with|insert|update|delete|commit|rollback|savepoint|release)\b/i
/** One that could not begin stays under way until it is thrown away, and keeps the next transaction from ending: never kept. */
const BEGINS = /^\s*begin\b/i

const NO_ROWS = new TypeError('The statement gives no rows')

/** A statement as the client uses one: what never changes is asked once. */
class KeptStatement {
  readonly #statement: Statement
  readonly #columns: ReturnType<Statement['columns']> | null
  readonly #failed: () => void
  #places = 0

  constructor(statement: Statement, failed: () => void) {
    this.#statement = statement
    this.#failed = failed
    statement.safeIntegers(true)
    this.#columns = KeptStatement.#givesRows(statement) ? statement.columns() : null
  }

  static #givesRows(statement: Statement): boolean {
    try {
      statement.raw(true)
      return true
    } catch {
      return false
    }
  }

  safeIntegers(): this {
    return this
  }

  /** @throws TypeError where there are no rows: how the client finds out. */
  raw(): this {
    if (!this.#columns) throw NO_ROWS
    return this
  }

  columns(): ReturnType<Statement['columns']> {
    return this.#columns ?? []
  }

  all(args: object): unknown[] {
    return this.#attempt(() => this.#statement.all(this.#whole(args)))
  }

  run(args: object): ReturnType<Statement['run']> {
    return this.#attempt(() => this.#statement.run(this.#whole(args)))
  }

  /** A value that is left out must not be the one of the time before. */
  #whole(args: object): object {
    if (!Array.isArray(args)) return args
    this.#places = Math.max(this.#places, args.length)
    return args.length === this.#places
      ? args
      : [...args, ...Array<null>(this.#places - args.length).fill(null)]
  }

  /** One that broke off is not used again: it may be in the middle of its rows. */
  #attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.#failed()
      throw error
    }
  }
}

/** A statement without rows and arguments that is compiled, run and thrown away at once. */
const beginning = (run: () => void) => ({
  safeIntegers: () => undefined,
  raw(): void {
    throw NO_ROWS
  },
  run() {
    run()
    return { changes: 0, lastInsertRowid: 0 }
  },
})

/** Makes a connection keep its statements. */
function keeping(connection: Connection): void {
  const kept = new Map<string, KeptStatement>()
  const prepare = connection.prepare.bind(connection)
  const exec = connection.exec.bind(connection)
  const close = connection.close.bind(connection)

  const compiled = (sql: string): KeptStatement => {
    const known = kept.get(sql)
    kept.delete(sql)
    const statement = known ?? new KeptStatement(prepare(sql), () => kept.delete(sql))
    kept.set(sql, statement)
    if (kept.size > MOST)
      for (const oldest of [...kept.keys()].slice(0, kept.size - MOST)) kept.delete(oldest)
    return statement
  }
  Object.assign(connection, {
    prepare(sql: string) {
      if (KEPT.test(sql)) return compiled(sql)
      if (BEGINS.test(sql)) return beginning(() => exec(sql))
      kept.clear()
      return prepare(sql)
    },
    exec(sql: string) {
      kept.clear()
      return exec(sql)
    },
    close() {
      kept.clear()
      return close()
    },
  })
}

/** A pool of one connection that keeps its statements, also where it is opened anew. */
function poolOf(
  libsql: Libsql,
  file: string,
  busyMs: number,
): { pool: ConnectionPool; connection: () => Connection } {
  let newest: Connection | null = null
  const known = new WeakSet<Connection>()
  class KeepingPool extends libsql.ConnectionPool {
    override acquireSync(forTransaction?: boolean): Connection {
      const connection = super.acquireSync(forTransaction)
      if (!known.has(connection)) {
        known.add(connection)
        keeping(connection)
        newest = connection
      }
      return connection
    }
  }
  return {
    pool: new KeepingPool(file, { timeout: busyMs }, 1),
    connection: () => {
      if (!newest) throw new Error('No connection has been opened yet')
      return newest
    },
  }
}

/**
 * Opens (creating when needed) a file with libsql over one connection.
 * @param busyMs how long a statement waits for another process that writes to the same file, in milliseconds.
 * @param commits where a commit waits for the disk: on this thread, or beside it (commit-beside.ts).
 * @throws Error with `code` SQLITE_CANTOPEN, SQLITE_NOTADB.
 */
export async function createLibsqlClient(
  libsql: Libsql,
  file: string,
  busyMs: number,
  commits: 'here' | 'beside' = 'here',
): Promise<Client> {
  const { pool, connection } = poolOf(libsql, file, busyMs)
  const client = new libsql.Sqlite3Client(pool, 'number')
  try {
    // The file is looked at by the first statement, not by opening it.
    await client.execute('SELECT 1')
    return commits === 'beside' ? commitBeside(client, connection, libsql) : client
  } catch (error) {
    pool.close()
    throw error
  }
}
