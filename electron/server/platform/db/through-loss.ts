/** Work that a loss of the database would cut off, though nobody else would do it: what is written down before has to be ended. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Workspace } from '../../workspace'
import { isDatabaseLost } from './engine/lost'

/** Between two tries, in milliseconds. */
const AGAIN_MS = 2_000

/**
 * Does some work of a company, and again whenever the database was lost on the way, for as long as this process works for it:
 * whoever takes it over finds what was written down.
 * @param work may have been stored by an earlier try; it is given whether there was one.
 * @returns null where another process has it by now. @throws what the work throws, but the loss of the database.
 */
export const throughLoss = <T>(
  { work: working }: Pick<Workspace, 'work'>,
  companyId: number,
  work: (again: boolean) => Promise<T>,
): Promise<T | null> => whileLost(() => working.lost() || working.here(companyId), work)

/**
 * Does some work, and again whenever the database was lost on the way.
 * @param isOurs asked before each try. @param work is given whether there was an earlier try.
 * @returns null where it is not ours any more. @throws what the work throws, but the loss of the database.
 */
export async function whileLost<T>(
  isOurs: () => boolean,
  work: (again: boolean) => Promise<T>,
): Promise<T | null> {
  for (let again = false; isOurs(); again = true) {
    try {
      return await work(again)
    } catch (error) {
      if (!(error instanceof Error && isDatabaseLost(error))) throw error
      await delay(AGAIN_MS, undefined, { ref: false })
    }
  }
  return null
}
