/** The number on the program's icon: dock (macOS), launcher (Linux), overlay of the task bar button (Windows). */
import { join } from 'node:path'
import { app, type BrowserWindow, nativeImage } from 'electron'
import type { Totals } from './work'

/** What the number counts: customers who wait and conversations of mine with something new. */
export const badgeCount = (totals: Totals): number => totals.pending + totals.unread

/** The text of a dock badge; empty without anything to count. */
export const badgeText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count))

/** The overlay's file; null without anything to count. */
export const overlayFile = (count: number): string | null =>
  count <= 0 ? null : `${count > 9 ? '9plus' : count}.png`

export interface Badge {
  set(count: number, description: string): void
  /** The window is on the task bar again: its button is a new one and carries no picture (Windows). */
  again(): void
  /** Something new came while the window was not in front. */
  call(): void
}

export function createBadge(deps: {
  platform: NodeJS.Platform
  resources: string
  window: () => BrowserWindow | null
}): Badge {
  const { platform } = deps
  let shown: { count: number; description: string } | null = null
  const alive = () => {
    const window = deps.window()
    return window && !window.isDestroyed() ? window : null
  }
  /** @returns whether there was something to put it on. */
  const put = (count: number, description: string): boolean => {
    if (platform === 'darwin') app.dock?.setBadge(badgeText(count))
    else if (platform === 'linux') app.setBadgeCount(count)
    else {
      const window = alive()
      if (!window) return false
      const file = overlayFile(count)
      const image = file ? nativeImage.createFromPath(join(deps.resources, 'icons/overlay', file)) : null
      // The picture ends at "9+"; the description has the number.
      window.setOverlayIcon(image, file ? description : '')
    }
    return true
  }
  return {
    set(count, description) {
      if (count === shown?.count && description === shown.description) return
      shown = put(count, description) ? { count, description } : null
    },
    again() {
      if (platform === 'win32' && shown) put(shown.count, shown.description)
    },
    call() {
      const window = alive()
      if (!window || window.isFocused()) return
      // A window that jumped to the front would take the keys from what is being typed elsewhere.
      if (platform === 'darwin') app.dock?.bounce('informational')
      else window.flashFrame(true)
    },
  }
}
