/** Whether the person looks at a window, as far as a program can know: on a screen, and with the keyboard. */
import type { BrowserWindow } from 'electron'

/** A press on the task bar takes the keyboard first and is an event second (Windows); no press takes longer. */
const PRESS_MS = 500

export interface InFront {
  /** Neither hidden nor minimised; other windows may cover it. */
  onScreen(): boolean
  /** On a screen, and it has the keyboard or had it until the press that is asked about. */
  inFront(): boolean
}

export function watchInFront(
  window: Pick<BrowserWindow, 'on' | 'isDestroyed' | 'isVisible' | 'isMinimized' | 'isFocused'>,
  now: () => number = Date.now,
): InFront {
  let blurredAt = Number.NEGATIVE_INFINITY
  window.on('blur', () => {
    blurredAt = now()
  })
  // A minimised window is visible on Linux.
  const onScreen = () => !window.isDestroyed() && window.isVisible() && !window.isMinimized()
  return { onScreen, inFront: () => onScreen() && (window.isFocused() || now() - blurredAt < PRESS_MS) }
}
