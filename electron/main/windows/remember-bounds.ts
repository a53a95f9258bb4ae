/** Keeps a window's place: a moment after it was moved or sized, and once more when it closes. */
import type { BrowserWindow, Screen } from 'electron'
import type { SettingsStore } from '../settings/settings'
import type { DisplayInfo } from './bounds'

const QUIET_MS = 500

/** The present displays, the primary first. */
export function displaysOf(screen: Screen): DisplayInfo[] {
  const primary = screen.getPrimaryDisplay().id
  return screen
    .getAllDisplays()
    .toSorted((a, b) => Number(b.id === primary) - Number(a.id === primary))
    .map(d => ({ id: String(d.id), workArea: d.workArea }))
}

export function rememberBounds(
  window: BrowserWindow,
  key: string,
  settings: SettingsStore,
  screen: Screen,
): void {
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    const bounds = window.getNormalBounds()
    const display = String(screen.getDisplayMatching(bounds).id)
    settings.saveBounds(key, display, { ...bounds, maximized: window.isMaximized() })
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(save, QUIET_MS)
  }
  window.on('move', later)
  window.on('resize', later)
  window.on('maximize', later)
  window.on('unmaximize', later)
  window.on('blur', save)
  window.on('close', save)
  window.on('closed', () => clearTimeout(timer))
}
