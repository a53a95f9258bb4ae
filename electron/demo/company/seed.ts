/** Fills an empty workspace once with the demo company. The same at every first start, dated relative to it. */

import { DEFAULT_TIME_ZONE, dayIn } from '@contract'
import { decideKind } from '../../server/platform/companies/found'
import type { Db, Tx } from '../../server/platform/db/client'
import { countOn } from '../../server/platform/db/engine/keys'
import { companies, invoices } from '../../server/platform/db/schema'
import { chooseSimulatedBank } from '../../server/platform/payments/settings-row'
import { createRandom } from '../simulator/random'
import { placeOnCloud } from './cloud-tickets'
import { PLAN } from './company'
import { openFileShop } from './files'
import { addForeign } from './foreign'
import { insertHistory } from './history'
import { insertAdministration } from './seed-administration'
import { insertCampaigns } from './seed-campaigns'
import { demoPasswordHash, insertCompany, insertOtherCompany } from './seed-company'
import { insertCosts } from './seed-costs'
import { insertExternalApi } from './seed-external-api'
import { insertMarketing } from './seed-marketing'
import { insertServiceLevels } from './seed-service-levels'
import { insertSteps } from './seed-steps'
import { insertTickets } from './seed-tickets'
import { writeTickets } from './seed-words'
import { addShowcase } from './showcase'

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
async function insertInvoices(tx: Tx, companyId: number, now: number): Promise<void> {
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

/** Changing it changes every name and word of the demo. */
const SEED = 20_260_504

/**
 * @param folder the workspace's data folder; media files are made below it.
 * @param now milliseconds since the epoch; tickets lie in the 30 days before.
 * @returns whether it filled anything: a workspace that has a company is left alone.
 */
export async function seedDemo(db: Db, folder: string, now: number = Date.now()): Promise<boolean> {
  if ((await db.$count(companies)) > 0) return false
  const random = createRandom(SEED)
  const passwordHash = await demoPasswordHash()
  const company = await db.platform.write(async tx => {
    const own = await insertCompany(tx, passwordHash, now)
    await insertInvoices(tx, own.id, now)
    await insertOtherCompany(tx, passwordHash, now)
    await decideKind(tx, 'demo')
    return own
  })
  const files = await openFileShop(folder, company.id, random.fork('files'))
  const written = await writeTickets(random, company, files, now)
  await addShowcase(company, files, written)
  addForeign(company, written)
  placeOnCloud(company, written.tickets)
  await insertTickets(db, random, company, written, now)
  await db.platform.write(countOn)
  await insertAdministration(db, folder, company, now)
  await insertServiceLevels(db, company)
  await insertHistory(db, company, now)
  await insertSteps(db, company)
  await insertMarketing(db, folder, company, now)
  await insertCampaigns(db, company, now)
  await insertCosts(db, company, written.tickets, now)
  await insertExternalApi(db, folder, company, now)
  await db.platform.write(countOn)
  return true
}
