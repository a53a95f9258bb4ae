/** Sends a session's reports to the server (./wire.ts), in order and until they are stored. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WebDelivered, WebStatus, WebUp } from './wire'

/** Tries to store an event, and the longest pause between them (milliseconds). */
const STORE_TRIES = 20
const STORE_MOST_MS = 10_000

/** The library's log is discarded: it contains keys and customers' words. */
export function silence() {
  const nothing = (): void => undefined
  const logger = {
    level: 'silent',
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    child: () => logger,
  }
  return logger
}

/** @param storeMs first pause before a failed store is retried, milliseconds; it doubles. */
export function createReports(up: WebUp, storeMs: number) {
  let last: Promise<void> = Promise.resolve()
  const note = (level: 'info' | 'warn', words: string, data: Record<string, string | number> = {}): void =>
    void up.log(level, words, data).catch(() => undefined)
  /** One after the other, so that no report overtakes another. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => {
      note('warn', 'a report of a number was not taken', { reason: String(error).slice(0, 200) })
    })
    return last
  }
  return {
    note,
    inOrder,
    status: (update: WebStatus): Promise<void> => inOrder(() => up.status(update)),
    /** Retried until it is on the disk: WhatsApp considers it delivered. @throws Error after the last try. */
    async deliver(delivered: readonly WebDelivered[], tries = STORE_TRIES): Promise<void> {
      for (let tried = 0; delivered.length > 0; tried++)
        try {
          return await up.deliver(delivered)
        } catch (error) {
          if (tried >= tries) throw error
          await delay(Math.min(STORE_MOST_MS, storeMs * 2 ** tried))
        }
    },
    /** Resolves when all previous reports have been accepted. */
    settled: () => last,
  }
}
