/**
 * libsql's `Client` over the SQLite that is built into Node, for systems libsql publishes no native module for (Windows on
 * ARM). One connection, as our clients of libsql have (`concurrency: 1`). Like libsql it works synchronously: the thread
 * stands still while a statement runs, so nothing slow belongs into one. tests/integration/database.test.ts runs
 * the same cases against both.
 */

import type { DatabaseSync } from 'node:sqlite'
import type {
  Client,
  InArgs,
  InStatement,
  Replicated,
  ResultSet,
  Transaction,
  TransactionMode,
} from '@libsql/client'
import { DatabaseError, translated } from './errors'
import { argumentsOf, toResult, toRow } from './values'

type Sqlite = typeof import('node:sqlite')
type Step = InStatement | [string, InArgs?]

/** `changes` is kept by SQLite until the next statement of these kinds: after any other it is of an older one. */
const CHANGES_ROWS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:insert|update|delete|replace|with)\b/i

const BEGIN: Record<TransactionMode, string> = {
  write: 'BEGIN IMMEDIATE',
  deferred: 'BEGIN DEFERRED',
  // libsql's READONLY is unknown to SQLite, and libsql does not enforce it on files.
  read: 'BEGIN DEFERRED',
}

const closedTransaction = () => new DatabaseError('TRANSACTION_CLOSED', 'The transaction is closed')

const asStatement = (step: Step): { sql: string; args?: InArgs } =>
  typeof step === 'string' ? { sql: step } : Array.isArray(step) ? { sql: step[0], args: step[1] } : step

function run(db: DatabaseSync, step: Step): ResultSet {
  const { sql, args } = asStatement(step)
  const values = argumentsOf(args)
  try {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    const found = statement.columns()
    if (found.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...values)
      return toResult({
        columns: [],
        columnTypes: [],
        rows: [],
        rowsAffected: CHANGES_ROWS.test(sql) ? Number(changes) : 0,
        lastInsertRowid: BigInt(lastInsertRowid),
      })
    }
    statement.setReturnArrays(true)
    const columns = found.map(column => column.name)
    return toResult({
      columns,
      columnTypes: found.map(column => column.type ?? ''),
      rows: (statement.all(...values) as unknown[][]).map(row => toRow(row, columns)),
      rowsAffected: 0,
      lastInsertRowid: undefined,
    })
  } catch (error) {
    throw translated(error)
  }
}

function runAll(db: DatabaseSync, steps: Step[]): ResultSet[] {
  return steps.map((step, index) => {
    try {
      if (!db.isTransaction)
        throw new DatabaseError('TRANSACTION_CLOSED', 'The transaction has been rolled back')
      return run(db, step)
    } catch (error) {
      throw error instanceof DatabaseError ? error.at(index) : error
    }
  })
}

/** libsql's function for vectors of 32-bit numbers, of the same length. */
function distance(a: Uint8Array, b: Uint8Array): number {
  const [own, other] = [a, b].map(bytes => new Float32Array(bytes.slice().buffer)) as [
    Float32Array,
    Float32Array,
  ]
  let [product, ownSquare, otherSquare] = [0, 0, 0]
  for (const [at, one] of own.entries()) {
    const two = other[at] ?? 0
    product += one * two
    ownSquare += one * one
    otherSquare += two * two
  }
  return 1 - product / Math.sqrt(ownSquare * otherSquare)
}

function script(db: DatabaseSync, sql: string): void {
  try {
    db.exec(sql)
  } catch (error) {
    throw translated(error)
  }
}

function transactionOf(db: DatabaseSync, settled: () => void): Transaction {
  let held = true
  const open = () => held && db.isOpen && db.isTransaction
  const checked = (): DatabaseSync => {
    if (!open()) throw closedTransaction()
    return db
  }
  const settle = (sql: string) => {
    try {
      run(checked(), sql)
    } finally {
      if (held && db.isOpen && db.isTransaction) run(db, 'ROLLBACK')
      held = false
      settled()
    }
  }
  return {
    execute: async (step: InStatement) => run(checked(), step),
    batch: async (steps: InStatement[]) => runAll(checked(), steps),
    executeMultiple: async (sql: string) => script(checked(), sql),
    commit: async () => settle('COMMIT'),
    rollback: async () => {
      if (held) settle('ROLLBACK')
    },
    close: () => {
      if (open()) settle('ROLLBACK')
      else if (held) {
        held = false
        settled()
      }
    },
    get closed() {
      return !open()
    },
  } as Transaction
}

/**
 * Opens (creating when needed) a file with Node's SQLite.
 * @param busyMs how long a statement waits for another process that writes to the same file, in milliseconds.
 * @throws DatabaseError SQLITE_CANTOPEN, SQLITE_NOTADB.
 */
export function createNodeClient(sqlite: Sqlite, file: string, busyMs: number): Client {
  const connect = (): DatabaseSync => {
    try {
      const opened = new sqlite.DatabaseSync(file)
      opened.exec(`PRAGMA busy_timeout = ${busyMs}`)
      opened.function('vector_distance_cos', { deterministic: true }, distance)
      return opened
    } catch (error) {
      throw translated(error)
    }
  }
  let db = connect()
  let closed = false
  let inTransaction = false

  /** The connection, when nobody holds it: a statement must never slip into somebody else's transaction. */
  const free = (): DatabaseSync => {
    if (closed) throw new DatabaseError('CLIENT_CLOSED', 'The client is closed')
    if (inTransaction)
      throw new DatabaseError(
        'TRANSACTION_ACTIVE',
        'The single connection is held by an open transaction: commit it or roll it back first',
      )
    return db
  }
  /** A statement may have left a transaction open (`BEGIN` by hand): the next one must not inherit it. */
  const alone = <T>(work: (db: DatabaseSync) => T): T => {
    const mine = free()
    try {
      return work(mine)
    } finally {
      if (mine.isOpen && mine.isTransaction) run(mine, 'ROLLBACK')
    }
  }
  const whole = (mine: DatabaseSync, mode: TransactionMode, steps: Step[]): ResultSet[] => {
    run(mine, BEGIN[mode])
    const results = runAll(mine, steps)
    run(mine, 'COMMIT')
    return results
  }

  return {
    protocol: 'file',
    get closed() {
      return closed
    },
    execute: async (step: InStatement | string, args?: InArgs) =>
      alone(mine => run(mine, typeof step === 'string' ? { sql: step, args } : step)),
    batch: async (steps: Step[], mode: TransactionMode = 'deferred') =>
      alone(mine => whole(mine, mode, steps)),
    migrate: async (steps: InStatement[]) => {
      const mine = free()
      run(mine, 'PRAGMA foreign_keys = OFF')
      try {
        return alone(() => whole(mine, 'deferred', steps))
      } finally {
        run(mine, 'PRAGMA foreign_keys = ON')
      }
    },
    executeMultiple: async (sql: string) => alone(mine => script(mine, sql)),
    transaction: async (mode: TransactionMode = 'write') => {
      const mine = free()
      run(mine, BEGIN[mode])
      inTransaction = true
      return transactionOf(mine, () => {
        if (mine === db) inTransaction = false
      })
    },
    // Nothing is replicated: a file has no other side.
    sync: async (): Promise<Replicated> => undefined,
    reconnect: () => {
      if (db.isOpen) db.close()
      db = connect()
      closed = inTransaction = false
    },
    close: () => {
      closed = true
      if (db.isOpen) db.close()
    },
  }
}
