/** What PostgreSQL calls the kinds of values of our tables. */
import type { AnyColumn } from 'drizzle-orm'

/**
 * Whole numbers are as wide as SQLite's, which instants in milliseconds need; texts are ordered and compared by their
 * bytes, as there ("C").
 */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'bigint',
  text: 'text',
  real: 'double precision',
  f32_blob: 'real[]',
}

/** @throws Error for a kind of column no table has yet. */
export function postgresType(column: AnyColumn): string {
  const type = TYPES[column.getSQLType()]
  if (!type) throw new Error(`No PostgreSQL type for ${column.getSQLType()}`)
  return type
}
