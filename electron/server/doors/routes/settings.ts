/** Setting and logo calls. */
import { LOGO_STORED, readerOf } from '@contract'
import { ApiError } from '../../errors'
import { saveSetting } from '../../platform/companies/settings'
import type { Reader } from '../../platform/db/client'
import type { HandlersOf } from '../../platform/http/handlers'
import { keepLogo, listLogos, removeLogo } from '../../platform/logos/store'
import { platformSetting, readableSettings } from '../../settings'

const PUBLIC = ['allowregister', 'viewregister', 'userCreation', 'trial'] as const
type PublicKey = (typeof PUBLIC)[number]
const isPublic = (key: string): key is PublicKey => PUBLIC.some(known => known === key)

/** The platform's settings that the sign-in and sign-up screens need. */
const publicly = async (db: Reader, key: PublicKey) => ({
  key,
  value: await platformSetting(db, key),
})

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

  'settings.update': ({ app, me, params, body }) => saveSetting(app, me, params.key, body.value),

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
