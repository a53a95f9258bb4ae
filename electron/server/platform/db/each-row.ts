/** Rows that are worked off one after the other. */
import { type Log, reasonOf } from '../../log'
import { isDatabaseLost } from './engine/lost'

/**
 * Does something for each row; one for which it fails is logged and left as it is, and holds up no other.
 * @param what names the work in the log.
 * @returns the ids of the rows it failed for.
 * @throws the error of a lost database: nothing would succeed now.
 */
export async function eachRow<R extends { id: number }>(
  log: Log,
  what: string,
  rows: readonly R[],
  work: (row: R) => Promise<unknown>,
): Promise<readonly number[]> {
  const failed: number[] = []
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (error instanceof Error && isDatabaseLost(error)) throw error
      log.warn(what, { id: row.id, reason: reasonOf(error) })
      failed.push(row.id)
    }
  }
  return failed
}
