/** The variables of campaigns and file lists, which a company sets with its campaign settings. */
import { campaignSettingsOf, unknownVariables } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { campaignSettings } from '../../platform/db/schema'

const columns = { id: campaignSettings.id, key: campaignSettings.key, value: campaignSettings.value }

/** The saved settings, by key; empty when nobody saved any. */
export const settingRows = (db: Reader, companyId: number) =>
  db
    .select(columns)
    .from(campaignSettings)
    .where(eq(campaignSettings.companyId, companyId))
    .orderBy(asc(campaignSettings.key))

/** @throws ApiError ERR_CAMPAIGN_VARIABLE, naming the field and the first unknown variable. */
export async function refuseUnknownVariables(
  db: Reader,
  companyId: number,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const { variables } = campaignSettingsOf(await settingRows(db, companyId))
  for (const [field, text] of Object.entries(texts)) {
    const [name] = unknownVariables([text], variables)
    if (name !== undefined) throw new ApiError('ERR_CAMPAIGN_VARIABLE', { field, name })
  }
}
