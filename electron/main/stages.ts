/** Named steps of the start with their times in the log. */
import type { Log } from './log/log'

export interface Stages {
  /** Runs one step; a failure is logged with the step's name and passed on. */
  run<T>(stage: string, work: () => T): T
  runAsync<T>(stage: string, work: () => Promise<T>): Promise<T>
  /** Where a failure is written from now on; the first steps run before there is a log. */
  follow(log: Log): void
  /** Writes the times taken so far. */
  report(log: Log): void
}

export function createStages(now: () => number = () => performance.now()): Stages {
  const begun = now()
  const times: Record<string, number> = {}
  let lateLog: Log | null = null
  const note = (stage: string, from: number) => {
    times[stage] = Math.round((now() - from) * 10) / 10
  }
  return {
    run(stage, work) {
      const from = now()
      try {
        return work()
      } catch (error) {
        lateLog?.error('start failed', { stage, error })
        throw error
      } finally {
        note(stage, from)
      }
    },
    async runAsync(stage, work) {
      const from = now()
      try {
        return await work()
      } catch (error) {
        lateLog?.error('start failed', { stage, error })
        throw error
      } finally {
        note(stage, from)
      }
    },
    follow(log) {
      lateLog = log
    },
    report(log) {
      log.info('start', { stagesMs: times, totalMs: Math.round(now() - begun) })
    },
  }
}
