/** Which downloads are worth a line on the screen. Pure. */
import type { DownloadEntry } from '@contract'

/** Lines at once; what is older is found in its conversation and in the folder. */
const MOST = 4

/**
 * @param early ids that were over before this window looked: nobody asked for them here.
 * @param hidden ids the person took away, or that have been read.
 */
export const shownDownloads = (
  entries: readonly DownloadEntry[],
  early: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): DownloadEntry[] =>
  entries.filter(({ id, state }) => !early.has(id) && !hidden.has(id) && state !== 'cancelled').slice(0, MOST)

/** Ids that are over already. */
export const overAlready = (entries: readonly DownloadEntry[]): Set<string> =>
  new Set(entries.filter(({ state }) => state !== 'running').map(({ id }) => id))
