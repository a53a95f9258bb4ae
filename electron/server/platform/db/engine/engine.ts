/**
 * Which database a statement is written for. Tables, query builder and rules are the same on both; where the words
 * differ, a piece of a statement holds both versions, and one is chosen when it is written out.
 */
import { type SQL, sql } from 'drizzle-orm'

export type EngineName = 'sqlite' | 'postgres'

/** Statements are written out synchronously, so nothing else can interfere. */
let writing: EngineName = 'sqlite'

/** Writes statements out for PostgreSQL while the callback runs; it must not be asynchronous. */
export function forPostgres<T>(write: () => T): T {
  const before = writing
  writing = 'postgres'
  try {
    return write()
  } finally {
    writing = before
  }
}

/** A piece of a statement in the words of each engine; they are chosen, and made, when the statement is written out. */
export function perEngine<T = unknown>(words: Record<EngineName, () => SQL>): SQL<T> {
  return sql<T>`${{ getSQL: () => words[writing](), shouldOmitSQLParens: () => true }}`
}
