/** Setting and logo calls (docs/specification.md 2.2, 2.7 and 2.9). */
import {
  isSettingKey,
  LOGO_STORED,
  readerOf,
  readsSetting,
  SETTINGS,
  type SettingKey,
  settingAccepts,
} from '@contract'
import { eq } from 'drizzle-orm'
import type { Reader, Tx } from '../db/client'
import { companies, settings } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { keepLogo, listLogos, removeLogo } from '../logos/store'
import { platformCompany, platformSetting, readableSettings } from '../settings'
import type { Me, Workspace } from '../workspace'

const PUBLIC = ['allowregister', 'viewregister', 'userCreation', 'trial'] as const
type PublicKey = (typeof PUBLIC)[number]
const isPublic = (key: string): key is PublicKey => PUBLIC.some(known => known === key)

/** What the sign-in and sign-up screens need before anybody is known: the platform's, chosen or not. */
const publicly = async (db: Reader, key: PublicKey) => ({
  key,
  value: await platformSetting(db, key),
})

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

export const settingHandlers: HandlersOf<'settings'> = {
  'settings.list': ({ app, me }) => readableSettings(app.db, me.companyId, readerOf(me)),

  'settings.get': async ({ app, me, params }) => {
    const found = (await readableSettings(app.db, me.companyId, readerOf(me))).find(
      row => row.key === params.key,
    )
    if (!found) throw new ApiError('ERR_NO_SETTING_FOUND')
    return found
  },

  'settings.public': ({ app, params }) => {
    if (!isPublic(params.key)) throw new ApiError('ERR_NO_SETTING_FOUND')
    return publicly(app.db, params.key)
  },

  'settings.trial': ({ app }) => publicly(app.db, 'trial'),

  'settings.allowRegister': ({ app }) => publicly(app.db, 'allowregister'),

  'settings.update': async ({ app, me, params, body }) => {
    const { key } = params
    if (!isSettingKey(key)) throw new ApiError('ERR_NO_SETTING_FOUND')
    mayChange(me, key)
    if (!settingAccepts(key, body.value)) throw new ApiError('ERR_VALIDATION', { field: 'value' })
    const keeper = SETTINGS[key].scope === 'platform' ? await platformCompany(app.db) : me.companyId
    await app.db.company(me.companyId).write(async tx => {
      await tx
        .insert(settings)
        .values({ companyId: keeper ?? me.companyId, key, value: body.value })
        .onConflictDoUpdate({
          target: [settings.companyId, settings.key],
          set: { value: body.value, updatedAt: new Date().toISOString() },
        })
      await announce(app, tx, key, body.value, me.companyId)
      // Who reads a ticket by a mention alone reads on, or no more.
      if (key === 'mentionsOpenTickets') app.realtime.refreshCompany(me.companyId)
    })
    return { key, value: body.value, companyId: me.companyId }
  },

  'settings.uploadLogo': async ({ app, query, files }) => {
    const [file] = files
    if (!file) throw new ApiError('ERR_VALIDATION', { field: 'file' })
    await keepLogo(app.folder, query.ref, file.path)
    return { mensagem: LOGO_STORED }
  },

  'settings.removeLogo': async ({ app, query }) => {
    await removeLogo(app.folder, query.ref)
    return null
  },

  'settings.logos': async ({ app }) => ({ logos: await listLogos(app.folder) }),
}
