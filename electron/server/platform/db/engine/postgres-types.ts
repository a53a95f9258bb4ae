/** PostgreSQL's names for the types of our columns. */
import type { AnyColumn } from 'drizzle-orm'

/**
 * Integers are as wide as SQLite's, as instants in milliseconds need; texts are compared by their bytes, as there
 * ("C").
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
