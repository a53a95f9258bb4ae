import { useState } from 'react'
import { risingRun } from './rising-run'

/** Rows that jump in one turn, up to which drawing them anew costs less than moving the others. */
const FEW = 5

/** Ids that went past others between two orders, of as few as possible. Pure. */
export function jumpedIds(before: readonly number[], after: readonly number[]): number[] {
  // Mostly one went up some places: what stands above and below those is as it was.
  let [start, rest] = [0, 0]
  const most = Math.min(before.length, after.length)
  while (start < most && before[start] === after[start]) start += 1
  while (rest < most - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1
  const place = new Map(before.slice(start, before.length - rest).map((id, index) => [id, index]))
  const stayed = after.slice(start, after.length - rest).filter(id => place.has(id))
  const run = risingRun(stayed.map(id => place.get(id) as number))
  return stayed.filter((_, index) => !run.has(index))
}

/**
 * Keys of rows in a list that changes its order. React moves every row that another one went past, one by one: a ticket that
 * jumps to the top takes all above its old place out of the page and puts them in again, with their styles and layout. With a
 * new key the one that jumped is drawn anew and nothing else moves.
 * @param isHeld whether a row must stay the same element (it has the focus, or is being pressed).
 */
export function useRowKeys(
  shown: readonly number[],
  isHeld: (id: number) => boolean,
): (id: number) => string {
  const [known, setKnown] = useState({ shown, jumps: new Map<number, number>() })
  let { jumps } = known
  if (known.shown !== shown) {
    const jumped = jumpedIds(known.shown, shown)
    if (jumped.length <= FEW && jumped.some(id => !isHeld(id))) {
      jumps = new Map(jumps)
      for (const id of jumped) if (!isHeld(id)) jumps.set(id, (jumps.get(id) ?? 0) + 1)
    }
    setKnown({ shown, jumps })
  }
  return id => `${id}-${jumps.get(id) ?? 0}`
}
