/** The end: everything that was started is stopped, in reverse, and what is unsaved is saved. */
import type { App, AutoUpdater } from 'electron'
import { createTeardown } from '../teardown'
import type { Log } from './log/log'

const LIMIT_MS = 6_000

export interface Quit {
  /** Runs at the end; the newest first. */
  atEnd(what: string, work: () => unknown): void
  isQuitting(): boolean
  /** Quitting, and the updater does it: it waits for the windows to close and ends the program itself. */
  isUpdating(): boolean
}

/** @param updater Electron's own updater, which closes the windows first and quits when they are closed (macOS). */
export function prepareQuit(app: Pick<App, 'on' | 'exit'>, updater: Pick<AutoUpdater, 'on'>, log: Log): Quit {
  const teardown = createTeardown((what, error) => log.error('not stopped properly', { what, error }))
  let quitting = false
  let updating = false
  let done = false
  app.on('before-quit', () => {
    quitting = true
  })
  // `before-quit` comes only once every window is closed; a window that rested in the tray instead kept the old version.
  updater.on('before-quit-for-update', () => {
    quitting = updating = true
  })
  app.on('will-quit', event => {
    if (done) return
    event.preventDefault()
    done = true
    const limit = new Promise<void>(resolve => setTimeout(resolve, LIMIT_MS))
    void Promise.race([teardown.run(), limit]).finally(() => {
      log.info('ended')
      app.exit(0)
    })
  })
  return {
    atEnd: teardown.add,
    isQuitting: () => quitting,
    isUpdating: () => updating,
  }
}
