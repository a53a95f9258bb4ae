/** Which of two states of a row is the newer one. */
import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { greater } from './engine/words'

/**
 * When a row is changed: now, or a millisecond after its last change where that was written by a clock that is ahead (of
 * another process, or before it was set right). Whoever has two states of a row knows by it which is the newer one, whatever
 * way they came.
 * @param updatedAt the row's column of that name. @param now of a prepared statement: the place of the present, milliseconds.
 * @returns its new value, for an update of the row.
 */
export const changedNow = (updatedAt: AnyColumn, now: Placeholder | number = Date.now()): SQL<string> =>
  greater<string>(sql`${updatedAt} + 1`, now)
