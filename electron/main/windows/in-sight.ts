/** Whether a window can be seen. */
import type { BrowserWindow } from 'electron'

const CHANGES = ['show', 'hide', 'minimize', 'restore', 'closed'] as const

/** Tells whether a window can be seen: now, and with each change of it. */
export function followSight(
  window: Pick<BrowserWindow, 'on' | 'isDestroyed' | 'isVisible' | 'isMinimized'>,
  tell: (seen: boolean) => void,
): void {
  const look = (): void => tell(!window.isDestroyed() && window.isVisible() && !window.isMinimized())
  for (const change of CHANGES) window.on(change as 'show', look)
  look()
}
