/** How both engines report a broken reference: a missing row, or one that is still needed. */

/** PostgreSQL's code, and SQLite's message: its code is the same for every constraint. */
const CODE = '23503'
const WORDS = /FOREIGN KEY constraint failed/

/** Whether a thrown value, or its cause, is a reference to a row that was deleted meanwhile. */
export function isReferenceGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === CODE || WORDS.test(error.message) || isReferenceGone(error.cause)
}
