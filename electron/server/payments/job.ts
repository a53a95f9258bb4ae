/** Makes invoices and looks after charges, until stopped. */
import { CHARGE_TICK_MS, INVOICE_TICK_MS } from '@contract'
import { reasonOf } from '../log'
import type { Workspace } from '../workspace'
import { lookAfterAll } from './charges'
import { makeInvoices } from './invoices'

/** Calls `work` again `ms` after it has ended; failures are logged and tried again. `stop` waits for the turn under way. */
function every(
  app: Workspace,
  name: string,
  ms: number,
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const turn = (): void => {
    // Nothing can be kept: what is due waits for the disk.
    const can = app.storage.code() === null
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

/** Starts both; to be stopped before the database closes. */
export function startBilling(app: Workspace): { stop(): Promise<void> } {
  const jobs = [
    every(app, 'invoices', INVOICE_TICK_MS, () => makeInvoices(app)),
    every(app, 'charges', CHARGE_TICK_MS, () => lookAfterAll(app)),
  ]
  return { stop: async () => void (await Promise.all(jobs.map(job => job.stop()))) }
}
