/** Where a window beside the console opens. Pure; the screen is given. */
import type { SavedBounds } from '../settings/schema'
import { type Area, type DisplayInfo, isReachable, placeWindow } from './bounds'

export type SecondKind = 'spy' | 'wall' | 'popout'

export const SECOND_SIZES: Record<SecondKind, { width: number; height: number }> = {
  spy: { width: 560, height: 720 },
  wall: { width: 1_440, height: 900 },
  popout: { width: 900, height: 760 },
}
/** How far a further window of a kind is from the newest one, in device-independent pixels both ways. */
export const CASCADE_PX = 32

/**
 * @param saved bounds of the kind by display id, newest last.
 * @param displays the present ones, the primary first.
 * @param newest where the newest open window of the kind is, null when there is none.
 * @returns the remembered place, one step beside a window that is there already. A wall nobody has placed yet
 *   fills the second display, if there is one.
 */
export function placeSecond(
  kind: SecondKind,
  saved: Record<string, SavedBounds>,
  displays: readonly DisplayInfo[],
  newest: Area | null,
): Area & { maximized: boolean } {
  const [primary, second] = displays
  const fresh = Object.keys(saved).length === 0
  const other = kind === 'wall' && fresh && primary !== undefined && second !== undefined
  const place = placeWindow(saved, other ? [second, primary] : displays, SECOND_SIZES[kind])
  if (other) return { ...place, maximized: true }
  if (!newest) return place
  const beside = { ...place, x: newest.x + CASCADE_PX, y: newest.y + CASCADE_PX, maximized: false }
  return displays.some(display => isReachable(beside, display.workArea)) ? beside : place
}
