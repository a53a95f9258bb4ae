/**
 * Commits that wait for the disk beside the thread. With `synchronous = FULL` SQLite waits 3 to 15 ms inside of each COMMIT,
 * in which a program of one thread would answer nobody. libsql runs a statement on a thread of its own where it is asked for
 * a promise; so the COMMIT alone is asked for that way. Nothing else changes: the log is synced before the commit ends and
 * before another connection sees it.
 */
import { createRequire } from 'node:module'
import type { Client, InArgs, InStatement, ResultSet, Transaction, TransactionMode } from '@libsql/client'
import type { ConnectionPool } from '@libsql/client/sqlite3'

type Connection = ReturnType<ConnectionPool['acquireSync']>
type Libsql = typeof import('@libsql/client/sqlite3')
/** What is used of `libsql/promise`, whose connections hold the same thing as those of `libsql`. */
type Promising = { prototype: { exec(this: Connection, sql: string): Promise<void> } }

/** Statements that are a transaction of their own, and wait for the disk as one. */
const WRITES = /^\s*(?:insert|update|delete|replace)\b/i

/** An error of libsql as its client throws those of other statements. */
function asClients(libsql: Libsql, error: unknown): unknown {
  const { code, rawCode } = (error ?? {}) as { code?: unknown; rawCode?: unknown }
  if (!(error instanceof Error) || typeof code !== 'string') return error
  // SQLITE_CONSTRAINT of SQLITE_CONSTRAINT_FOREIGNKEY.
  const base = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  return new libsql.LibsqlError(
    error.message,
    base,
    code,
    typeof rawCode === 'number' ? rawCode : undefined,
    error,
  )
}

/**
 * Makes a client's transactions, and single INSERT, UPDATE and DELETE, wait for the disk beside the thread. Until such a commit
 * has ended nothing else may be asked of the client: it has one connection.
 * @param connection the one it works with now.
 */
export function commitBeside(client: Client, connection: () => Connection, libsql: Libsql): Client {
  const { exec } = (createRequire(import.meta.url)('libsql/promise') as Promising).prototype
  const begin = client.transaction.bind(client) as (mode?: TransactionMode) => Promise<Transaction>
  const execute = client.execute.bind(client) as (
    statement: InStatement | string,
    args?: InArgs,
  ) => Promise<ResultSet>

  const transaction = async (mode: TransactionMode = 'write'): Promise<Transaction> => {
    const open = await begin(mode)
    const commit = open.commit.bind(open)
    return Object.assign(open, {
      async commit(): Promise<void> {
        // It throws what is wrong with one that has ended.
        if (open.closed) return await commit()
        try {
          await exec.call(connection(), 'COMMIT')
        } catch (error) {
          throw asClients(libsql, error)
        } finally {
          // Gives the connection back; what could not be committed is rolled back.
          open.close()
        }
      },
    })
  }
  return Object.assign(client, {
    transaction,
    async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
      const whole: InStatement =
        typeof statement === 'string' ? { sql: statement, ...(args ? { args } : {}) } : statement
      const sql = typeof whole === 'string' ? whole : whole.sql
      if (!WRITES.test(sql)) return await execute(whole)
      const open = await transaction('write')
      try {
        const result = await open.execute(whole)
        await open.commit()
        return result
      } finally {
        open.close()
      }
    },
  })
}
