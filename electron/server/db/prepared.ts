/**
 * Statements that are asked for at every request or message are built once per database and then only given values.
 * Lists of ids travel as one JSON text (`idList`), so that the statement stays the same whatever their number.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Reader } from './client'

/** The condition "column is among the ids of placeholder `ids`"; execute with `{ ids: JSON.stringify([...]) }`. */
export function amongIds(column: AnyColumn): SQL {
  return sql`${column} in (select value from json_each(${sql.placeholder('ids')}))`
}

/** The condition "column is one of these", the same text for any number of them. */
export function oneOf(column: AnyColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
}

/**
 * Makes a builder that keeps what it built per database. An open transaction is a database of its own for this and gets
 * a statement of its own.
 */
export function prepared<S extends object>(build: (db: Reader) => S): (db: Reader) => S {
  const known = new WeakMap<object, S>()
  return db => {
    const found = known.get(db)
    if (found) return found
    const made = build(db)
    known.set(db, made)
    return made
  }
}
