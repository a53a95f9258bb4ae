/** Setting calls (specification 1 section 7). */
import { isTimeZone, readerOf, readsSetting } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { settings } from '../db/schema'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { readableSettings } from '../settings'

const columns = { key: settings.key, value: settings.value, companyId: settings.companyId }

export const settingHandlers: HandlersOf<'settings'> = {
  'settings.list': ({ app, me }) => readableSettings(app.db, me.companyId, readerOf(me)),

  'settings.get': async ({ app, me, params }) => {
    if (!readsSetting(readerOf(me), params.key)) throw new Refusal('ERR_NO_SETTING_FOUND')
    const [row] = await app.db
      .select(columns)
      .from(settings)
      .where(and(eq(settings.companyId, me.companyId), eq(settings.key, params.key)))
    if (!row) throw new Refusal('ERR_NO_SETTING_FOUND')
    return row
  },

  // What the sign-in screens need before anybody is known is the platform's, so it is read from the first company.
  'settings.public': async ({ app, params }) => {
    if (!readsSetting('public', params.key)) throw new Refusal('ERR_NO_SETTING_FOUND')
    const [row] = await app.db
      .select({ key: settings.key, value: settings.value })
      .from(settings)
      .where(eq(settings.key, params.key))
      .orderBy(asc(settings.companyId))
      .limit(1)
    if (!row) throw new Refusal('ERR_NO_SETTING_FOUND')
    return row
  },

  'settings.update': async ({ app, me, params, body }) => {
    const { companyId } = me
    // What somebody may not even read is not theirs to overwrite.
    if (!readsSetting(readerOf(me), params.key)) throw new Refusal('ERR_NO_PERMISSION')
    if (params.key === 'timezone' && !isTimeZone(body.value)) {
      throw new Refusal('ERR_VALIDATION', { field: 'value' })
    }
    const [row] = await app.db
      .insert(settings)
      .values({ companyId, key: params.key, value: body.value })
      .onConflictDoUpdate({
        target: [settings.companyId, settings.key],
        set: { value: body.value, updatedAt: new Date().toISOString() },
      })
      .returning(columns)
    if (!row) throw new Refusal('ERR_NO_SETTING_FOUND')
    app.realtime.toCompany(companyId, 'settings', { action: 'update', setting: row })
    return row
  },
}
