import type { BrowserWindowHost } from './browser-window'

/** Live windows by id, oldest first. */
export const windows = new Map<number, BrowserWindowHost>()

let focused: BrowserWindowHost | null = null
/** The window that has the keyboard, or null. */
export const focusedWindow = (): BrowserWindowHost | null => focused

/** Notes who has the keyboard; whoever moves it tells of it too (`focusOn`). */
export const setFocused = (window: BrowserWindowHost | null): void => {
  focused = window
}
