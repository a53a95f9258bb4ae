/** Work that is done again and again while the workspace runs. */
import type { CompanyWork } from './company-work'
import { reasonOf } from './log'
import type { Workspace } from './workspace'

/** What runs until it is stopped; `stop` waits for the turn under way. To be stopped before the database closes. */
export interface Job {
  stop(): Promise<void>
}

/** There was nothing to do: until something is written, or some time has passed, there will be nothing. */
export const NOTHING = 'nothing'
/** What nobody wrote about is late by this at the most: something whose time has come by itself. */
const IDLE_MS = 5_000

/**
 * Does work at once (where the start is not to be held up, some time after it: `jobsAfterMs`) and again some time after each end of
 * it, until stopped. What fails is logged and tried again; while
 * nothing can be stored, or another process may have the work, nothing is begun. Work that returns NOTHING is left out while
 * nothing is written.
 * @param name what the log and `app.turns` call it: what it is about, a dot, and what is done to it.
 * @param ms from the end of one turn to the beginning of the next, milliseconds.
 */
export function every(
  app: Workspace,
  name: `${string}.${string}`,
  ms: number,
  work: () => Promise<unknown>,
): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  /** The database as it was when there was nothing to do, and until when that is believed. */
  let idle: { changes: number; until: number } | null = null
  const isIdle = (): boolean =>
    idle !== null && performance.now() < idle.until && app.db.changes() === idle.changes

  /** @param isAsked somebody asks for it: it is done whatever was believed. */
  const turn = (isAsked: boolean): Promise<void> => {
    current = current.then(async () => {
      clearTimeout(timer)
      if (stopped) return
      const can = app.storage.code() === null && !app.work.isFenced() && (isAsked || !isIdle())
      if (can) {
        const changes = app.db.changes()
        try {
          idle = (await work()) === NOTHING ? { changes, until: performance.now() + IDLE_MS } : null
        } catch (error) {
          idle = null
          app.log.warn(name, { reason: reasonOf(error) })
        }
      }
      later(ms)
    })
    return current
  }
  const later = (afterMs: number): void => {
    if (stopped) return
    timer = setTimeout(turn, afterMs, false)
    timer.unref()
  }
  app.turns.set(name, () => turn(true))
  if (app.jobsAfterMs > 0) later(app.jobsAfterMs)
  else void turn(false)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** A job that begins work which goes on beside it: with its end what is under way is given up and waited for. */
export const withWork = (job: Job, work: CompanyWork): Job => ({
  async stop() {
    const ended = work.stop()
    await job.stop()
    await ended
  },
})
