/** The console window for those who begin before it is there: it is brought to the front, or sent to a screen. */
import type { ConsoleWindow } from '../windows/console-window'
import { part } from './parts'

export const consoleHandle = part('consoleHandle', ['ipc'], ({ ipc }) => {
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
})
