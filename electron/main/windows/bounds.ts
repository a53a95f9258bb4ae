/** Where a window may open. Pure; the screen is given. */
import type { SavedBounds } from '../settings/schema'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}
export interface DisplayInfo {
  id: string
  /** Without task bars. */
  workArea: Area
}

export const MIN_SIZE = { width: 360, height: 560 } as const
const DEFAULT_SIZE = { width: 1_280, height: 820 } as const
/** Pixels of a remembered window that must be on a display, both ways, for it to open there again. */
const VISIBLE_PX = 100

const overlap = (a: number, aSize: number, b: number, bSize: number): number =>
  Math.min(a + aSize, b + bSize) - Math.max(a, b)

/** Whether enough of a window is on one display, its top edge included: without that nobody can drag it back. */
export function isReachable(bounds: Area, display: Area): boolean {
  return (
    overlap(bounds.x, bounds.width, display.x, display.width) >= VISIBLE_PX &&
    overlap(bounds.y, bounds.height, display.y, display.height) >= VISIBLE_PX &&
    bounds.y >= display.y - 1
  )
}

function centred(display: Area, size: { width: number; height: number }): Area {
  const width = Math.min(size.width, display.width)
  const height = Math.min(size.height, display.height)
  return {
    x: Math.round(display.x + (display.width - width) / 2),
    y: Math.round(display.y + (display.height - height) / 2),
    width,
    height,
  }
}

/**
 * Bounds for a window that opens.
 * @param saved by display id, newest last; entries of displays that are gone are not used as positions.
 * @param displays the present ones, the primary first.
 * @returns bounds on a present display: the remembered ones if they can be reached, else centred with the
 *   remembered size.
 * @param size of a window that nobody has placed yet.
 */
export function placeWindow(
  saved: Record<string, SavedBounds>,
  displays: readonly DisplayInfo[],
  size: { width: number; height: number } = DEFAULT_SIZE,
): Area & { maximized: boolean } {
  const entries = Object.entries(saved).reverse()
  for (const [displayId, bounds] of entries) {
    const display = displays.find(d => d.id === displayId)
    if (!display) continue
    const sized = {
      x: bounds.x,
      y: bounds.y,
      width: Math.min(Math.max(bounds.width, MIN_SIZE.width), display.workArea.width),
      height: Math.min(Math.max(bounds.height, MIN_SIZE.height), display.workArea.height),
    }
    if (displays.some(d => isReachable(sized, d.workArea))) return { ...sized, maximized: bounds.maximized }
  }
  const newest = entries[0]?.[1]
  const primary = displays[0]?.workArea ?? { x: 0, y: 0, ...DEFAULT_SIZE }
  return { ...centred(primary, newest ?? size), maximized: newest?.maximized ?? false }
}

/**
 * Where a window that was out of sight has to come back, because the display it stood on is gone.
 * @returns null where it can be reached where it is.
 */
export function rescued(bounds: Area, displays: readonly DisplayInfo[]): Area | null {
  const [primary] = displays
  if (!primary || displays.some(display => isReachable(bounds, display.workArea))) return null
  return centred(primary.workArea, bounds)
}
