/** Fills an empty workspace once with the demo company. The same at every first start, dated relative to it. */

import { decideKind } from '../../server/companies/found'
import type { Db } from '../../server/db/client'
import { countOn } from '../../server/db/engine/keys'
import { companies } from '../../server/db/schema'
import { createRandom } from '../simulator/random'
import { openFileShop } from './files'
import { insertAdministration } from './seed-administration'
import { insertCampaigns } from './seed-campaigns'
import { demoPasswordHash, insertCompany, insertOtherCompany } from './seed-company'
import { insertExternalApi } from './seed-external-api'
import { insertInvoices } from './seed-invoices'
import { insertMarketing } from './seed-marketing'
import { insertTickets } from './seed-tickets'
import { writeTickets } from './seed-words'
import { addShowcase } from './showcase'

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
  await insertTickets(db, random, company, written, now)
  await db.platform.write(countOn)
  await insertAdministration(db, folder, company, now)
  await insertMarketing(db, folder, company, now)
  await insertCampaigns(db, company, now)
  await insertExternalApi(db, folder, company, now)
  await db.platform.write(countOn)
  return true
}
