/** drizzle's SQLite builder on PostgreSQL, through its generic driver (`sqlite-proxy`). */
import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import { SQLiteProxyTransaction, SQLiteRemoteSession, SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Reader, Statements, Tx } from '../client'
import type { Connection } from './postgres-connection'
import { dialect } from './postgres-dialect'

const sessionOver = (connection: Connection) =>
  new SQLiteRemoteSession<Record<string, never>, Record<string, never>>(
    async (text, values, method) => {
      const { rows } = await connection.query({ text, values, inArrays: true, name: dialect.names.get(text) })
      return { rows: (method === 'get' ? rows[0] : rows) as unknown[] }
    },
    dialect,
    undefined,
  )

const builderOver = (connection: Connection) =>
  new SqliteRemoteDatabase('async', dialect, sessionOver(connection), undefined)

/** Statements written by hand: drizzle's driver does not mark them, and their rows have to be objects. */
function byHand(connection: Connection) {
  const rowsOf = async (statement: SQL, isSame = false) => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    const name = isSame ? dialect.keep(text) : undefined
    try {
      return (await connection.query({ text, values: params, inArrays: false, name })).rows
    } catch (error) {
      throw new DrizzleQueryError(text, params, error as Error)
    }
  }
  return { all: rowsOf, run: rowsOf }
}

/** Statements over whichever connection they need. */
export const databaseOver = (connection: Connection): Reader & Statements & Pick<Tx, 'run'> =>
  Object.assign(builderOver(connection), byHand(connection))

/** Statements of an open transaction. */
export const transactionOver = (connection: Connection): Tx =>
  Object.assign(
    new SQLiteProxyTransaction('async', dialect, sessionOver(connection), undefined),
    byHand(connection),
  )
