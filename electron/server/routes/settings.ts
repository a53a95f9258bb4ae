/** Setting calls (specification 1 section 7). */
import { and, asc, eq } from 'drizzle-orm'
import { settings } from '../db/schema'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'

const columns = { key: settings.key, value: settings.value, companyId: settings.companyId }

/**
 * Settings the sign-in screens need before anybody is known. They are the platform's, so they are read from the first
 * company; everything else stays inside.
 */
const PUBLIC_KEYS: ReadonlySet<string> = new Set(['userCreation', 'viewregister', 'allowregister'])

/** Credentials of integrations: whoever may not change settings does not read them either. */
const SECRET = /token|secret|password|senha|clientid|^asaas$/i

export const settingHandlers: HandlersOf<'settings'> = {
  'settings.list': async ({ app, me }) => {
    const rows = await app.db
      .select(columns)
      .from(settings)
      .where(eq(settings.companyId, me.companyId))
      .orderBy(asc(settings.key))
    return me.profile === 'admin' || me.super ? rows : rows.filter(row => !SECRET.test(row.key))
  },

  'settings.get': async ({ app, me, params }) => {
    const secret = SECRET.test(params.key) && me.profile !== 'admin' && !me.super
    const [row] = await app.db
      .select(columns)
      .from(settings)
      .where(and(eq(settings.companyId, me.companyId), eq(settings.key, params.key)))
    if (!row || secret) throw new Refusal('ERR_NO_SETTING_FOUND')
    return row
  },

  'settings.public': async ({ app, params }) => {
    if (!PUBLIC_KEYS.has(params.key)) throw new Refusal('ERR_NO_SETTING_FOUND')
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
