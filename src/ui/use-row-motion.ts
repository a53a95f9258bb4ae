import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { EASE, isStill, MOTION } from './motion'

/** Rows that come in one turn, and places that a row goes, up to which a list is seen to move. */
const FEW = 3
/** A list that changed less than this before is busy: its rows take their places at once. Milliseconds. */
const CALM_MS = 1_000

export interface RowMoves {
  /** How many places each row stood below the one it has now (above: negative). */
  slid: ReadonlyMap<number, number>
  /** Rows that are new, or come from far away. */
  came: ReadonlySet<number>
}

/**
 * What happened to the rows in view between two orders of a list.
 * @param from place of the first row in view.
 * @param to place after the last one.
 * @returns null where nothing did, or too much for anybody to follow. Pure.
 */
export function rowMoves(
  before: readonly number[],
  after: readonly number[],
  from: number,
  to: number,
): RowMoves | null {
  const slid = new Map<number, number>()
  const came = new Set<number>()
  for (let place = from; place < Math.min(to, after.length); place++) {
    const id = after[place] as number
    // Nearly all are where they were, or a few places off: the whole list is looked through for the others alone.
    let was = -1
    for (let near = Math.max(0, place - FEW); near <= place + FEW && was < 0; near++)
      if (before[near] === id) was = near
    if (was < 0) came.add(id)
    else if (was !== place) slid.set(id, was - place)
    if (came.size > FEW) return null
  }
  return slid.size + came.size > 0 ? { slid, came } : null
}

export interface RowMotion {
  scroller: RefObject<HTMLElement | null>
  ids: readonly number[]
  /** Height of every row, in pixels. */
  rowPx: number
  /** The attribute by which a row in the page says its id. */
  attribute: 'data-ticket-id' | 'data-ticket'
}

/**
 * Shows where the rows of a virtual list went: those that moved slide there, those that came appear. Their places are known
 * from the orders alone, so nothing is measured, and only what is in view moves, by transform and opacity. Not while the list
 * changes all the time, not when much of it changes, and not where people want no motion.
 */
export function useRowMotion({ scroller, ids, rowPx, attribute }: RowMotion): void {
  const last = useRef(ids)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const top = useRef(0)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    // Read when it is laid out anyway: asking for it while rows change would lay them out once more.
    const read = (): void => {
      top.current = box.scrollTop
    }
    box.addEventListener('scroll', read, { passive: true })
    return () => box.removeEventListener('scroll', read)
  }, [scroller])
  useLayoutEffect(() => {
    const before = last.current
    if (before === ids) return
    last.current = ids
    const box = scroller.current
    if (!box) return
    const from = Math.floor(top.current / rowPx)
    const moves = rowMoves(before, ids, from, Math.ceil((top.current + window.innerHeight) / rowPx))
    if (!moves) return
    const now = performance.now()
    const isCalm = now - changedAt.current > CALM_MS
    changedAt.current = now
    // A list that was empty is loaded or begun: nothing of it has come from anywhere.
    if (!isCalm || before.length === 0 || isStill()) return
    for (const row of box.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
      // One that comes from a hand has a way of its own.
      if (row.dataset.landing !== undefined) continue
      const id = Number(row.getAttribute(attribute))
      const places = moves.slid.get(id)
      if (places !== undefined)
        row.animate(
          { transform: [`translateY(${places * rowPx}px)`, 'none'] },
          { duration: MOTION.move, easing: EASE },
        )
      else if (moves.came.has(id)) row.animate({ opacity: [0, 1] }, { duration: MOTION.move, easing: EASE })
    }
  }, [ids, rowPx, attribute, scroller])
}
