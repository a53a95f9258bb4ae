/** Hands rows to the virtualiser so that one change never grows both ends at once. Pure. */
import type { Row } from './rows'

export interface Stage<R extends { key: string } = Row> {
  rows: readonly R[]
  /** The rows grew (or shrank) at the start compared with what was shown: positions are kept from the end. */
  shift: boolean
  /** More remains to be shown in a second step. */
  partial: boolean
}

/**
 * The virtualiser keeps the reader's place either from the start or from the end, not both. When older rows and new
 * rows come in one turn, the older ones are shown first and the new ones in the next step.
 * @param shown what is on screen.
 * @param wanted what should be.
 */
export function stageRows<R extends { key: string }>(shown: readonly R[], wanted: readonly R[]): Stage<R> {
  const firstShown = shown[0]
  const lastShown = shown[shown.length - 1]
  const firstWanted = wanted[0]
  if (!firstShown || !lastShown || !firstWanted || firstShown.key === firstWanted.key) {
    return { rows: wanted, shift: false, partial: false }
  }
  const from = wanted.findIndex(row => row.key === firstShown.key)
  if (from < 0) {
    // The old beginning is gone: either rows left at the start, or this is another thread altogether.
    const kept = shown.findIndex(row => row.key === firstWanted.key)
    const trimmed = kept > 0 && wanted.length === shown.length - kept
    return { rows: wanted, shift: trimmed, partial: false }
  }
  if (wanted.length - from === shown.length) return { rows: wanted, shift: true, partial: false }
  const older = wanted.slice(0, from)
  return { rows: [...older, ...shown], shift: true, partial: true }
}

/** Height of a screen that one row of a thread takes up, with the bars around the thread counted in. Pixels. */
const SCREEN_PER_ROW = 72

/**
 * Rows a thread is opened with: as many as fill the screen. The ones above follow as soon as these are painted, so
 * that a click never waits for rows nobody sees yet.
 * @param screen height of the window in pixels.
 */
export const firstRows = (screen: number): number => Math.max(8, Math.ceil(screen / SCREEN_PER_ROW))

/**
 * Where a thread begins at first sight.
 * @param most rows to draw.
 * @param openAt message that has to be among the rows, null when the end is enough.
 * @returns key of the first row to draw, null to draw all of them.
 */
export function firstSight(rows: readonly Row[], most: number, openAt: string | null): string | null {
  const from = rows.length - most
  if (from <= 0) return null
  const wanted =
    openAt === null ? -1 : rows.findIndex(row => row.kind === 'message' && row.message.id === openAt)
  return wanted >= 0 && wanted < from ? null : (rows[from]?.key ?? null)
}

/** Rows from a key on; all of them when there is no key or it is gone. */
export function rowsFrom(rows: readonly Row[], key: string | null): readonly Row[] {
  const from = key === null ? -1 : rows.findIndex(row => row.key === key)
  return from > 0 ? rows.slice(from) : rows
}
