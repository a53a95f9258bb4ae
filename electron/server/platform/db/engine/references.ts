/** How both engines say that a row names another that is not there, or is needed by another that is. */

/** PostgreSQL's code, and SQLite's own words: its code is the same for every rule of a table. */
const CODE = '23503'
const WORDS = /FOREIGN KEY constraint failed/

/** Whether a thrown value, or what caused it, is a reference to a row that is gone: somebody deleted it meanwhile. */
export function isReferenceGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === CODE || WORDS.test(error.message) || isReferenceGone(error.cause)
}
