/** What was begun and has to be ended. */
import { within } from './time-limit'

export interface Teardown {
  /**
   * Is done at the end; the newest first.
   * @param what names it where it fails. @param limitMs how long it is waited for, milliseconds; without it as long as it takes.
   */
  add(what: string, work: () => unknown, limitMs?: number): void
  /** Ends all of it, one after the other. Never rejects: what fails or takes too long keeps nothing else from ending. */
  run(): Promise<void>
}

/** Makes one. @param failed called with what was not ended properly. */
export function createTeardown(failed: (what: string, error: unknown) => void): Teardown {
  const works: { what: string; work: () => unknown; limitMs: number | undefined }[] = []
  return {
    add: (what, work, limitMs) => void works.push({ what, work, limitMs }),
    async run() {
      for (const { what, work, limitMs } of works.splice(0).reverse()) {
        try {
          if (limitMs === undefined) await work()
          else await within(limitMs, async () => work())
        } catch (error) {
          failed(what, error)
        }
      }
    },
  }
}
