/** Tells which of two states of a row is newer. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { greater } from './engine/words'

/**
 * The new `updatedAt` of a row: now, or a millisecond after the last change if that was written by a clock that is
 * ahead. So the newer of two states is known, whatever way they came.
 * @param updatedAt the row's column of that name.
 * @returns its new value, for an update of the row.
 */
export const changedNow = (updatedAt: AnyColumn): SQL<string> =>
  greater<string>(sql`${updatedAt} + 1`, Date.now())
