/**
 * Statements that are asked for at every request or message are built once per database and then only given values.
 * Lists of ids travel as one JSON text (engine/words.ts: amongIds), so that the statement stays the same whatever their
 * number.
 */
import type { Reader } from './client'

/**
 * Makes a builder that keeps what it built per database. An open transaction is a database of its own for this and gets
 * a statement of its own.
 */
export function prepared<S extends object>(build: (db: Reader) => S): (db: Reader) => S {
  const known = new WeakMap<object, S>()
  return db => {
    const found = known.get(db)
    if (found) return found
    const made = build(db.forPrepared?.() ?? db)
    known.set(db, made)
    return made
  }
}
