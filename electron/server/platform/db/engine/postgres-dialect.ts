/** Translates the statements of drizzle's SQLite builder to PostgreSQL. */
import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { forPostgres } from './engine'

/** In a conflict target columns are written without their table. */
const withUnqualifiedTargets = (text: string): string =>
  text.replace(/ on conflict \([^)]*\)/, target => target.replaceAll(/"\w+"\./g, ''))

class PostgresDialect extends SQLiteAsyncDialect {
  /** Names under which connections keep the plans of statements, by their text. */
  readonly names = new Map<string, string>()

  /** Has connections keep the plan of a statement. @returns its name. */
  keep(text: string): string {
    const known = this.names.get(text)
    if (known) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    this.names.set(text, name)
    return name
  }

  override escapeParam(index: number): string {
    return `$${index + 1}`
  }

  override sqlToQuery(statement: SQL, source?: 'indexes') {
    const query = forPostgres(() => super.sqlToQuery(statement, source))
    return { ...query, sql: withUnqualifiedTargets(query.sql) }
  }
}

export const dialect = new PostgresDialect()

/** A statement written here that is always the same: connections keep its plan. */
export const kept = (text: string, values: readonly unknown[] = []) => ({
  ...{ text, values, inArrays: true },
  name: dialect.keep(text),
})
