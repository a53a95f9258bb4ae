import type { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { app } from './app'
import { ipcMain } from './ipc-main'
import { nativeTheme, powerMonitor, screen } from './surroundings'
import { windows } from './window-manager'

let collect: (() => void) | null = null

/** A full collection without a flag at the start: the flag is set for the new context alone. */
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

const listenersOf = (emitter: unknown): number => {
  const host = emitter as EventEmitter
  return host.eventNames().reduce((sum, name) => sum + host.listenerCount(name), 0)
}

/** What main holds after a collection: heap in bytes, timers that keep it alive, listeners of Electron's emitters. */
export function resources() {
  collectGarbage()
  collectGarbage()
  const emitters = [app, process, ipcMain, powerMonitor, nativeTheme, screen]
  const pages = [...windows.values()].flatMap(window => [window, window.webContents])
  return {
    heapBytes: process.memoryUsage().heapUsed,
    timers: process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length,
    listeners: [...emitters, ...pages].reduce((sum, emitter) => sum + listenersOf(emitter), 0),
    windows: windows.size,
  }
}
