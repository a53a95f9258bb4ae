/** Translates the statements of drizzle's SQLite builder to PostgreSQL. */
import type { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { forPostgres } from './engine'

/** In a conflict target columns are written without their table. */
const withUnqualifiedTargets = (text: string): string =>
  text.replace(/ on conflict \([^)]*\)/, target => target.replaceAll(/"\w+"\./g, ''))

class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`
  }

  override sqlToQuery(statement: SQL, source?: 'indexes') {
    const query = forPostgres(() => super.sqlToQuery(statement, source))
    return { ...query, sql: withUnqualifiedTargets(query.sql) }
  }
}

export const dialect = new PostgresDialect()
