/** The end: everything that was started is stopped, in reverse, and what is unsaved is saved. */
import type { App, AutoUpdater } from 'electron'
import { createTeardown } from '../teardown'
import type { Log } from './log/log'

/** How long all ends are waited for, and one of them unless it says otherwise, milliseconds. */
const LIMIT_MS = 10_000
const END_LIMIT_MS = 2_000

export interface Quit {
  /** Runs at the end; the newest first. @param limitMs how long it is waited for, milliseconds; 2 s unless given. */
  atEnd(what: string, work: () => unknown, limitMs?: number): void
  /** Before the end that a person wants: null where there is nothing to ask, else the end waits for the answer; false stays. */
  askFirst(question: () => Promise<boolean> | null): void
  /** Whether Turno may end now: it has then begun to. While there is something to ask, it waits for the answer and ends by it. */
  mayEnd(): boolean
  /** The system ends the session: nobody is asked any more. */
  askNobody(): void
  /** Ends all that was started, without a question: the start has failed. Never rejects. */
  endAll(): Promise<void>
  isQuitting(): boolean
  /** Quitting, and the updater does it: it waits for the windows to close and ends the program itself. */
  isUpdating(): boolean
}

/** @param updater Electron's own updater, which closes the windows first and quits when they are closed (macOS). */
export function prepareQuit(
  app: Pick<App, 'on' | 'exit' | 'quit'>,
  updater: Pick<AutoUpdater, 'on'>,
  log: Log,
): Quit {
  const teardown = createTeardown((what, error) => log.error('not stopped properly', { what, error }))
  let quitting = false
  let updating = false
  let done = false
  const endAll = (): Promise<void> => {
    const limit = new Promise<void>(resolve => setTimeout(resolve, LIMIT_MS))
    return Promise.race([teardown.run(), limit])
  }
  let question: () => Promise<boolean> | null = () => null
  let asking: Promise<boolean> | null = null
  const mayEnd = (): boolean => {
    if (!quitting) asking ??= question()
    if (!asking) {
      quitting = true
      return true
    }
    const answered = (ends: boolean): void => {
      if (quitting) return
      asking = null
      if (!ends) return
      quitting = true
      app.quit()
    }
    const failed = (error: unknown): boolean => {
      log.error('not asked before the end', { error })
      return true
    }
    asking.catch(failed).then(answered)
    return false
  }
  app.on('before-quit', event => {
    if (!mayEnd()) event.preventDefault()
  })
  // `before-quit` comes only once every window is closed; a window that rested in the tray instead kept the old version.
  updater.on('before-quit-for-update', () => {
    quitting = updating = true
  })
  app.on('will-quit', event => {
    // Also a second time: a key pressed again, or SIGTERM after the system's word of its end, would cut the ends short.
    event.preventDefault()
    if (done) return
    done = true
    void endAll().finally(() => {
      log.info('ended')
      app.exit(0)
    })
  })
  return {
    atEnd: (what, work, limitMs = END_LIMIT_MS) => teardown.add(what, work, limitMs),
    askFirst(asked) {
      question = asked
    },
    mayEnd,
    endAll,
    askNobody() {
      question = () => null
      asking = null
    },
    isQuitting: () => quitting,
    isUpdating: () => updating,
  }
}
