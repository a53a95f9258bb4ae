/** Changing a setting of a company or of the platform. */
import { isSettingKey, readerOf, readsSetting, SETTINGS, type SettingKey, settingAccepts } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { platformCompany } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { companies, settings } from '../db/schema'

/** @throws ApiError ERR_NO_PERMISSION for a setting that is not the caller's to read or to change. */
function mayChange(me: Me, key: SettingKey): void {
  if (!readsSetting(readerOf(me), key) || (SETTINGS[key].write === 'super' && !me.super))
    throw new ApiError('ERR_NO_PERMISSION')
}

/** Notifies whoever reads the setting: the company, or every company where it is the platform's. */
async function announce(
  app: Workspace,
  tx: Tx,
  key: SettingKey,
  value: string,
  companyId: number,
): Promise<void> {
  const rows = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(SETTINGS[key].scope === 'platform' ? undefined : eq(companies.id, companyId))
  for (const { id } of rows)
    app.realtime.toCompany(id, 'settings', { action: 'update', setting: { key, value, companyId: id } })
}

/** @throws ApiError ERR_NO_SETTING_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION (value) */
export async function saveSetting(app: Workspace, me: Me, key: string, value: string) {
  if (!isSettingKey(key)) throw new ApiError('ERR_NO_SETTING_FOUND')
  mayChange(me, key)
  if (!settingAccepts(key, value)) throw new ApiError('ERR_VALIDATION', { field: 'value' })
  const keeper = SETTINGS[key].scope === 'platform' ? await platformCompany(app.db) : me.companyId
  await app.db.company(me.companyId).write(async tx => {
    await tx
      .insert(settings)
      .values({ companyId: keeper ?? me.companyId, key, value })
      .onConflictDoUpdate({
        target: [settings.companyId, settings.key],
        set: { value, updatedAt: new Date().toISOString() },
      })
    await announce(app, tx, key, value, me.companyId)
    // Somebody who reads a ticket only because of a mention may now read on, or no more.
    if (key === 'mentionsOpenTickets') app.realtime.refreshCompany(me.companyId)
    // What consoles may show has changed: they reload everything.
    if (key === 'maskNumbers') app.realtime.startOver(me.companyId)
  })
  return { key, value, companyId: me.companyId }
}
