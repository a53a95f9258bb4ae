/** Starts the parts of main in the order of their list, with their times in the log, and has them ended in reverse. */
import type { Log } from '../log/log'
import type { Part, Parts } from './parts'

interface Runner {
  /**
   * Runs one step; a promise is the step's end.
   * @throws what the step throws, after it was logged with the step's name.
   */
  step<T>(name: string, work: () => T): T
  /** Where a failure is written from now on; the first steps run before there is a log. */
  follow(log: Log): void
  /**
   * Starts parts one after the other. Each gets what it needs, and has its ends registered with `quit`.
   * @param given what is there before them.
   * @returns what is there afterwards.
   * @throws Error for a part that needs a later one; what a start throws, after it was logged and all that was started has
   *   ended: the server of this computer, cut off, would look for damage at its next start.
   */
  start(parts: readonly Part[], given: Partial<Parts> & Pick<Parts, 'quit'>): Promise<Parts>
  /** Writes the times taken so far. */
  report(log: Log): void
}

export function createRunner(now: () => number = () => performance.now()): Runner {
  const begun = now()
  const times: Record<string, number> = {}
  let lateLog: Log | null = null
  const startAll: Runner['start'] = async (parts, given) => {
    const there: Partial<Parts> = { ...given }
    for (const { name, needs, start } of parts) {
      const missing = needs.filter(need => !(need in there))
      if (missing.length > 0) throw new Error(`${name} needs ${missing.join(', ')}, which is not there yet`)
      const named = Object.fromEntries(needs.map(need => [need, there[need]])) as unknown as Parts
      const made = runner.step(name, () =>
        start(named, (end, limitMs) => given.quit.atEnd(name, end, limitMs)),
      )
      // Without a promise the next part starts at once: nothing else runs in between.
      Object.assign(there, { [name]: made instanceof Promise ? await made : made })
    }
    return there as Parts
  }
  const runner: Runner = {
    step(name, work) {
      const from = now()
      const over = (): void => {
        times[name] = Math.round((now() - from) * 10) / 10
      }
      const failed = (error: unknown): never => {
        lateLog?.error('start failed', { stage: name, error })
        throw error
      }
      try {
        const made = work()
        if (made instanceof Promise) return made.catch(failed).finally(over) as typeof made
        over()
        return made
      } catch (error) {
        return failed(error)
      }
    },
    async start(parts, given) {
      try {
        return await startAll(parts, given)
      } catch (error) {
        await given.quit.endAll()
        throw error
      }
    },
    follow(log) {
      lateLog = log
    },
    report(log) {
      log.info('start', { stagesMs: times, totalMs: Math.round(now() - begun) })
    },
  }
  return runner
}
