/** The console window for those who begin before it is there: it is brought to the front, or sent to a screen. */
import type { BrowserWindow } from 'electron'
import type { Ipc } from '../ipc/ipc'
import type { ConsoleWindow } from '../windows/console-window'

export interface ConsoleHandle {
  /** Sets which window is the console. */
  attach(console: ConsoleWindow): void
  /** Null before it is opened. */
  window(): BrowserWindow | null
  /** Shows a screen of the console, in front. */
  go(path: string): void
  /** Brings the console to the front as it is. */
  reveal(): void
}

export function openConsoleHandle(ipc: Ipc): ConsoleHandle {
  let own: ConsoleWindow | null = null
  return {
    attach(console) {
      own = console
    },
    window: () => own?.window ?? null,
    go(path) {
      if (!own || own.window.isDestroyed()) return
      const { webContents } = own.window
      const sendPath = () => ipc.sendTo(webContents.id, 'navigate', { path })
      // Navigating first: what comes to the front is already the right place.
      if (webContents.isLoading()) webContents.once('did-finish-load', sendPath)
      else sendPath()
      own.reveal()
    },
    reveal: () => own?.reveal(),
  }
}
