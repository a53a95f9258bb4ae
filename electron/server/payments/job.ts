/** Makes invoices and looks after charges, until stopped. */
import { CHARGE_TICK_MS, INVOICE_TICK_MS } from '@contract'
import { every, type Job } from '../every'
import type { Workspace } from '../workspace'
import { lookAfterAll } from './charges'
import { makeInvoices } from './invoices'

/** Starts both; to be stopped before the database closes. */
export function startBilling(app: Workspace): Job {
  const jobs = [
    every(app, 'invoices', INVOICE_TICK_MS, () => makeInvoices(app)),
    every(app, 'charges', CHARGE_TICK_MS, () => lookAfterAll(app)),
  ]
  return { stop: async () => void (await Promise.all(jobs.map(job => job.stop()))) }
}
