/** Work that is done again and again while the workspace runs. */
import { reasonOf } from './log'
import type { Workspace } from './workspace'

/** What runs until it is stopped; `stop` waits for the turn under way. To be stopped before the database closes. */
export interface Job {
  stop(): Promise<void>
}

/**
 * Does work at once and again some time after each end of it, until stopped. What fails is logged and tried again; while
 * nothing can be stored, or another process may have the work, nothing is begun.
 * @param name what the log calls it.
 * @param ms from the end of one turn to the beginning of the next, milliseconds.
 */
export function every(app: Workspace, name: string, ms: number, work: () => Promise<unknown>): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const turn = (): void => {
    const can = app.storage.code() === null && app.work.here()
    current = (can ? work() : Promise.resolve())
      .catch((error: unknown) => app.log.warn(name, { reason: reasonOf(error) }))
      .then(() => {
        if (stopped) return
        timer = setTimeout(turn, ms)
        timer.unref()
      })
  }
  turn()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
