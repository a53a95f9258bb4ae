/** Work that must survive a loss of the database, because nobody else would finish it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Workspace } from '../../workspace'
import { isDatabaseLost } from './engine/lost'

/** Between two tries, in milliseconds. */
const AGAIN_MS = 2_000

/**
 * Does work of a company, again after each loss of the database, while this process works for the company: another
 * owner finds the rows.
 * @param work may have been stored by an earlier try; it is told whether there was one.
 * @returns null when another process has it by now.
 * @throws what the work throws, except the loss of the database.
 */
export const throughLoss = <T>(
  { work: working }: Pick<Workspace, 'work'>,
  companyId: number,
  work: (again: boolean) => Promise<T>,
): Promise<T | null> => whileLost(() => working.isFenced() || working.owns(companyId), work)

/**
 * Does work, again after each loss of the database.
 * @param isOurs asked before each try.
 * @param work is told whether there was an earlier try.
 * @returns null when it is no longer ours.
 * @throws what the work throws, except the loss of the database.
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
