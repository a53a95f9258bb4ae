/** The end: everything that was started is stopped, in reverse, and what is unsaved is saved. */
import type { App } from 'electron'
import type { Log } from './log/log'

const LIMIT_MS = 6_000

export interface Quit {
  /** Runs at the end; the newest first. */
  atEnd(what: string, work: () => unknown): void
  isQuitting(): boolean
}

export function prepareQuit(app: App, log: Log): Quit {
  const works: { what: string; work: () => unknown }[] = []
  let quitting = false
  let done = false
  const teardown = async () => {
    for (const { what, work } of works.toReversed()) {
      try {
        await work()
      } catch (error) {
        log.error('not stopped properly', { what, error })
      }
    }
  }
  app.on('before-quit', () => {
    quitting = true
  })
  app.on('will-quit', event => {
    if (done) return
    event.preventDefault()
    done = true
    const limit = new Promise<void>(resolve => setTimeout(resolve, LIMIT_MS))
    void Promise.race([teardown(), limit]).finally(() => {
      log.info('ended')
      app.exit(0)
    })
  })
  return {
    atEnd: (what, work) => void works.push({ what, work }),
    isQuitting: () => quitting,
  }
}
