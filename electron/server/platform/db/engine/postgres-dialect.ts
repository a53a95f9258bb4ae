/** Writes the statements of drizzle's SQLite builder out as PostgreSQL reads them. */
import type { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { forPostgres } from './engine'

/** The columns a conflict is about are without their table there. */
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
