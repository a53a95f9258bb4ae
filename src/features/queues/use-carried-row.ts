import { type CollisionDetection, closestCenter, KeyboardCode } from '@dnd-kit/core'
import { type RefObject, useMemo, useRef } from 'react'
import type { KeySensorOptions } from '@/features/dragging'

/** Places that Page Up and Page Down take a row. */
const PAGE_ROWS = 10

/**
 * A row of a table that is carried by arrows, one place at a time, and where it stands; by the pointer it goes where it is
 * nearest to.
 * @param pane what scrolls the rows. @param ids of the rows, in their order.
 * @param rowPx height of a row, and of the head that covers the rows above. Pixels.
 */
export function useCarriedRow(
  pane: RefObject<HTMLElement | null>,
  ids: readonly number[],
  rowPx: number,
  headPx: number,
) {
  /** From where to where keys carry a row, and how far the pane was scrolled then; null while none do. */
  const carried = useRef<{ from: number; to: number; scrolled: number } | null>(null)
  /** Id of the row in whose place one was put last by keys. */
  const landed = useRef<number | null>(null)
  const idsNow = useRef(ids)
  idsNow.current = ids

  return useMemo(() => {
    const idAt = (): number | null => (carried.current ? (idsNow.current[carried.current.to] ?? null) : null)
    const options: KeySensorOptions = {
      carry: code => {
        const row = carried.current
        const box = pane.current
        if (!row || !box) return null
        const last = idsNow.current.length - 1
        const places: Record<string, number> = {
          [KeyboardCode.Down]: row.to + 1,
          [KeyboardCode.Up]: row.to - 1,
          Home: 0,
          End: last,
          PageUp: row.to - PAGE_ROWS,
          PageDown: row.to + PAGE_ROWS,
        }
        const to = places[code]
        if (to === undefined) return null
        row.to = Math.min(Math.max(to, 0), last)
        const top = row.to * rowPx
        if (top < box.scrollTop) box.scrollTop = top
        const below = top + rowPx + headPx - box.clientHeight
        if (below > box.scrollTop) box.scrollTop = below
        // The rows that scroll along are the library's to count.
        return { x: 0, y: (row.to - row.from) * rowPx - (box.scrollTop - row.scrolled) }
      },
    }
    const collisionDetection: CollisionDetection = args => {
      const id = idAt()
      if (id === null) return closestCenter(args)
      const container = args.droppableContainers.find(one => one.id === id)
      return container ? [{ id, data: { droppableContainer: container, value: 0 } }] : []
    }
    return {
      options,
      collisionDetection,
      /** @param place of the row that keys have lifted; null when the pointer did. */
      lift: (place: number | null): void => {
        carried.current =
          place === null ? null : { from: place, to: place, scrolled: pane.current?.scrollTop ?? 0 }
        landed.current = null
      },
      /** Ends the carrying. @returns the id of the row in whose place it ends; null when no keys carried. */
      drop: (): number | null => {
        landed.current = idAt()
        carried.current = null
        return landed.current
      },
      /** What `drop` returned last. */
      landed: (): number | null => landed.current,
    }
  }, [pane, rowPx, headPx])
}
