import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Key = string | number

/**
 * Rows in the order on screen while something is on one of them: known rows keep their places with their new
 * contents, rows that are gone leave, newcomers show only below the last row.
 * @returns `waiting`: how many newcomers are kept back. Pure.
 */
export function stillRows<R>(
  shown: readonly R[],
  live: readonly R[],
  rowKey: (row: R) => Key,
): { rows: readonly R[]; waiting: number } {
  // Most events change rows where they stand: of fifty thousand nothing has to be sorted out then.
  if (shown.length === live.length && live.every((row, i) => rowKey(row) === rowKey(shown[i] as R)))
    return { rows: live, waiting: 0 }
  const fresh = new Map(live.map(row => [rowKey(row), row]))
  const kept = shown.flatMap(row => fresh.get(rowKey(row)) ?? [])
  if (kept.length === 0) return { rows: live, waiting: 0 }
  const known = new Set(kept.map(rowKey))
  let tail = live.length
  while (tail > 0 && !known.has(rowKey(live[tail - 1] as R))) tail -= 1
  const rows = [...kept, ...live.slice(tail)]
  return { rows, waiting: live.length - rows.length }
}

export interface StillRows<R> {
  rows: readonly R[]
  waiting: number
  /** Whether a pointer or the keyboard is on the rows. */
  hold: (held: boolean) => void
  /** Shows everything as it is now. */
  release: () => void
}

/**
 * Keeps a table still: no row moves under a pointer or the keyboard, and none that is being read while others appear
 * above it.
 * @param rowPx height of every row, in pixels.
 */
export function useStillRows<R>(
  live: readonly R[],
  rowKey: (row: R) => Key,
  pane: RefObject<HTMLElement | null>,
  rowPx: number,
): StillRows<R> {
  const [held, setHeld] = useState(false)
  const [, draw] = useState(0)
  const shown = useRef<readonly R[]>(live)
  const last = useRef<readonly R[]>(live)
  const still = held ? stillRows(shown.current, live, rowKey) : { rows: live, waiting: 0 }
  useLayoutEffect(() => {
    shown.current = still.rows
    const before = last.current
    last.current = still.rows
    const box = pane.current
    if (!box || before === still.rows || box.scrollTop < rowPx) return
    const top = before[Math.floor(box.scrollTop / rowPx)]
    if (top === undefined) return
    const key = rowKey(top)
    const place = still.rows.findIndex(row => rowKey(row) === key)
    const moved = place - Math.floor(box.scrollTop / rowPx)
    if (place >= 0 && moved !== 0) box.scrollTop += moved * rowPx
  })
  return {
    ...still,
    hold: setHeld,
    release: () => {
      shown.current = live
      draw(times => times + 1)
    },
  }
}
