/** Invoices of the demo company in every state, and the bank that pays them. */
import { DEFAULT_TIME_ZONE, dayIn } from '@contract'
import type { Tx } from '../../server/db/client'
import { invoices } from '../../server/db/schema'
import { chooseSimulatedBank } from '../../server/payments/settings-row'
import { PLAN } from './company'

const DAY = 86_400_000
/** Days from the seed to the due date. The latest is still to be paid, the one before it is overdue. */
const OPEN_DUE = [12, -18] as const
const PAID_DUE = [-48, -79, -109] as const
/** Paid ones were paid so many days before they were due. */
const PAID_AHEAD = 2

/**
 * One invoice a month by the plan of the demo: paid, overdue, open.
 * @param now milliseconds since the epoch.
 */
export async function insertInvoices(tx: Tx, companyId: number, now: number): Promise<void> {
  const { name: detail, value, users, connections, queues } = PLAN
  const invoice = (daysAhead: number) => ({
    companyId,
    detail,
    cents: value * 100,
    users,
    connections,
    queues,
    dueDate: dayIn(DEFAULT_TIME_ZONE, new Date(now + daysAhead * DAY)),
  })
  const paid = PAID_DUE.map(daysAhead => ({
    ...invoice(daysAhead),
    status: 'paid' as const,
    paidAt: new Date(now + (daysAhead - PAID_AHEAD) * DAY).toISOString(),
  }))
  // Oldest first, so that numbers rise with time.
  await tx.insert(invoices).values([...OPEN_DUE.map(invoice), ...paid].reverse())
  await chooseSimulatedBank(tx)
}
