/** Makes invoices and looks after charges, until stopped. */
import { CHARGE_TICK_MS, INVOICE_TICK_MS } from '@contract'
import { every, type Job } from '../../every'
import type { Workspace } from '../../workspace'
import { PLATFORM } from '../db/shards'
import { pollPendingCharges } from './charges'
import { makeInvoices } from './invoices'

/** Starts both; to be stopped before the database closes. */
export function startBilling(app: Workspace): Job {
  let reached = 0
  const own = (work: () => Promise<unknown>) => async () => (app.work.here(PLATFORM) ? await work() : null)
  const jobs = [
    every(
      app,
      'invoice.make',
      INVOICE_TICK_MS,
      own(() => makeInvoices(app)),
    ),
    every(
      app,
      'charge.poll',
      CHARGE_TICK_MS,
      own(async () => {
        reached = await pollPendingCharges(app, reached)
      }),
    ),
  ]
  return { stop: async () => void (await Promise.all(jobs.map(job => job.stop()))) }
}
