/**
 * Statements used at every request or message are built once per database and then only given values. Lists of ids
 * travel as one JSON text (engine/words.ts: amongIds), so that the statement is the same for any number.
 */
import type { Reader } from './client'

/**
 * Makes a builder that caches per database. An open transaction counts as its own database and gets its own statement.
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
