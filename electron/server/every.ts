/** Repeated work while the workspace runs. */
import type { CompanyWork } from './company-work'
import { reasonOf } from './log'
import type { Workspace } from './workspace'

/** Runs until it is stopped; `stop` waits for the round under way. Stop it before the database closes. */
export interface Job {
  stop(): Promise<void>
}

/** There was nothing to do, and there will be nothing until something is written or some time passes. */
export const NOTHING = 'nothing'
/** The longest delay of work that time alone brings. */
const IDLE_MS = 5_000

/**
 * Runs work at once (or `jobsAfterMs` after the start) and again some time after each end, until stopped. Failures are
 * logged and retried; nothing begins while nothing can be stored, or another process may have the work. After NOTHING
 * the next rounds are skipped while nothing is written.
 * @param name in the log and in `app.turns`: the subject, a dot, the action.
 * @param ms from the end of one round to the beginning of the next, milliseconds.
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
  /** The state of the database when there was nothing to do, and until when that is trusted. */
  let idle: { changes: number; until: number } | null = null
  const isIdle = (): boolean =>
    idle !== null && performance.now() < idle.until && app.db.changes() === idle.changes

  /** @param isAsked somebody asks for it: it runs in any case. */
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

/** A job whose work continues in the background: its end aborts that work and waits for it. */
export const withWork = (job: Job, work: CompanyWork): Job => ({
  async stop() {
    const ended = work.stop()
    await job.stop()
    await ended
  },
})
