/** drizzle's SQLite builder on PostgreSQL, through its generic driver (`sqlite-proxy`). */
import { createHash } from 'node:crypto'
import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import { SQLiteProxyTransaction, SQLiteRemoteSession, SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Reader, Statements, Tx } from '../client'
import type { Connection } from './postgres-connection'
import { dialect } from './postgres-dialect'

/** Names under which connections keep plans. */
function namesOfPlans(): (text: string) => string {
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
    return name
  }
}

/** @param nameOf of the plan of a statement; without it none is kept. */
const sessionOver = (connection: Connection, nameOf?: (text: string) => string) =>
  new SQLiteRemoteSession<Record<string, never>, Record<string, never>>(
    async (text, values, method) => {
      const { rows } = await connection.query({ text, values, inArrays: true, name: nameOf?.(text) })
      return { rows: method === 'get' ? rows[0] : rows }
    },
    dialect,
    undefined,
  )

const builderOver = (connection: Connection, nameOf?: (text: string) => string) =>
  new SqliteRemoteDatabase('async', dialect, sessionOver(connection, nameOf), undefined)

/** Statements written by hand: drizzle's driver does not mark them, and their rows have to be objects. */
function byHand(connection: Connection) {
  const rowsOf = async (statement: SQL) => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    try {
      return (await connection.query({ text, values: params, inArrays: false })).rows
    } catch (error) {
      throw new DrizzleQueryError(text, params, error as Error)
    }
  }
  return { all: rowsOf, run: rowsOf }
}

function withHand<B extends object>(builder: B, connection: Connection) {
  return Object.assign(builder, byHand(connection), {
    forPrepared: (): Reader => Object.assign(builderOver(connection, namesOfPlans()), byHand(connection)),
  })
}

/** Statements over whichever connection they need. */
export const databaseOver = (connection: Connection): Reader & Statements & Pick<Tx, 'run'> =>
  withHand(builderOver(connection), connection)

/** Statements of an open transaction. */
export const transactionOver = (connection: Connection): Tx =>
  withHand(new SQLiteProxyTransaction('async', dialect, sessionOver(connection), undefined), connection)
