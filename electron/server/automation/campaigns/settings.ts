/** The campaign settings of a company: rows of key and text (src/contract/campaign-settings.ts). */
import { type CampaignSettings, campaignSettingsOf, type Tempo } from '@contract'
import { settingRows } from '../../desk/file-lists/variables'
import type { Db, Reader } from '../../platform/db/client'
import { campaignSettings } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'

/** The settings of a company's campaigns. */
export async function settingsFor(db: Reader, companyId: number): Promise<CampaignSettings> {
  return campaignSettingsOf(await settingRows(db, companyId))
}

/** The time zone of its campaigns. */
export async function tempoOf(db: Reader, companyId: number, known?: CampaignSettings): Promise<Tempo> {
  const settings = known ?? (await settingsFor(db, companyId))
  return { pace: settings, quiet: settings.quiet, zone: await timeZoneOf(db, companyId) }
}

/** Saves the members that were sent, each as text. @returns what is saved now. */
export async function saveSettings(db: Db, companyId: number, settings: Readonly<Record<string, unknown>>) {
  await db.company(companyId).write(async tx => {
    for (const [key, given] of Object.entries(settings)) {
      if (given === undefined) continue
      const value = Array.isArray(given) ? JSON.stringify(given) : String(given)
      const updatedAt = new Date().toISOString()
      await tx
        .insert(campaignSettings)
        .values({ companyId, key, value })
        .onConflictDoUpdate({
          target: [campaignSettings.companyId, campaignSettings.key],
          set: { value, updatedAt },
        })
    }
  })
  return settingRows(db, companyId)
}
