/** Hands rows to the virtual list so that one change never grows both ends at once. Pure. */

/**
 * Where rows changed. The virtual list keeps the reader's place by itself when they came or went at the `start` (from
 * the end, which it has to be given) or at the `end` (from the start); not when they changed in the `middle`.
 */
export type Change = 'none' | 'start' | 'end' | 'middle'

export interface Stage<R extends { key: string }> {
  rows: readonly R[]
  change: Change
}

/** How many rows both begin with. */
function sharedStart(a: readonly { key: string }[], b: readonly { key: string }[]): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at]?.key === b[at]?.key) at += 1
  return at
}

/**
 * The virtual list keeps the reader's place either from the start or from the end, not both. When rows changed at the
 * start and elsewhere in one turn, the start is changed first and the rest in the next step.
 * @param shown what is on screen.
 * @param wanted what should be.
 * @returns what to show now; call again with that as `shown` until it is `wanted`.
 */
export function stageRows<R extends { key: string }>(shown: readonly R[], wanted: readonly R[]): Stage<R> {
  if (shown === wanted) return { rows: wanted, change: 'none' }
  const shared = sharedStart(shown, wanted)
  if (shared === shown.length || shared === wanted.length)
    return { rows: wanted, change: shown.length === wanted.length ? 'none' : 'end' }
  if (shared > 0) return { rows: wanted, change: 'middle' }
  const came = wanted.findIndex(row => row.key === shown[0]?.key)
  const left = came > 0 ? -1 : shown.findIndex(row => row.key === wanted[0]?.key)
  if (came <= 0 && left <= 0) return { rows: wanted, change: 'middle' }
  const next = came > 0 ? [...wanted.slice(0, came), ...shown] : shown.slice(left)
  const whole = next.length === wanted.length && sharedStart(next, wanted) === next.length
  return { rows: whole ? wanted : next, change: 'start' }
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
 * @param openAt key of a row that has to be among them, null when the end is enough.
 * @returns key of the first row to draw, null to draw all of them.
 */
export function firstSight(
  rows: readonly { key: string }[],
  most: number,
  openAt: string | null,
): string | null {
  const from = rows.length - most
  if (from <= 0) return null
  const wanted = openAt === null ? -1 : rows.findIndex(row => row.key === openAt)
  return wanted >= 0 && wanted < from ? null : (rows[from]?.key ?? null)
}

/** Rows from a key on; all of them when there is no key or it is gone. */
export function rowsFrom<R extends { key: string }>(rows: readonly R[], key: string | null): readonly R[] {
  const from = key === null ? -1 : rows.findIndex(row => row.key === key)
  return from > 0 ? rows.slice(from) : rows
}
