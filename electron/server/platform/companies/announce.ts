/** Publishes that a company is new or has changed. */

import type { Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { type CompanyView, companyView } from './views'

/**
 * Tells the platform and the company's own consoles. People who may no longer work are signed out; those who may again
 * get everything anew.
 * @throws ApiError ERR_NO_COMPANY_FOUND
 */
export async function announceCompany(
  app: Workspace,
  tx: Tx,
  id: number,
  action: 'create' | 'update',
): Promise<CompanyView> {
  const company = await companyView(tx, id)
  if (action === 'update') app.realtime.refreshCompany(id)
  app.realtime.toPlatform('company', { action, company })
  if (action === 'update') app.realtime.toCompany(id, 'company', { action, company })
  return company
}
