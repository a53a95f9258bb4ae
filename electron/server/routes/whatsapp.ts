/** Connection calls, each answered as its reader may read (docs/specification.md 2.7; src/contract/readers.ts). */
import { readerOf } from '@contract'
import { asc, count, desc, eq } from 'drizzle-orm'
import { saveAccount } from '../channel/cloud/account'
import { readCloudProfile, saveCloudProfile } from '../channel/cloud/profile'
import { cloudSetUpOf, tryCloud } from '../channel/cloud/set-up'
import { GRAPH_VERSION } from '../channel/cloud/version'
import { costsOf, saveRates, usedOf } from '../connections/cloud-use'
import { trafficOf } from '../connections/traffic'
import { createConnection, newToken, removeConnection, updateConnection } from '../connections/write'
import type { Tx } from '../db/client'
import { whatsappOf } from '../db/company-rows'
import { tickets, whatsapps } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import { templatesOf } from '../templates/list'
import { whatsappViews } from '../views/whatsapps'
import type { Me, Workspace } from '../workspace'

/** Statuses of a connection that a restart begins anew; one that was signed out stays so. */
const RESTARTED: ReadonlySet<string> = new Set(['CONNECTED', 'PAIRING', 'TIMEOUT', 'OPENING', 'PENDING'])

async function answer(app: Workspace, me: Me, id: number) {
  const [view] = await whatsappViews(app, [id], readerOf(me))
  if (!view) throw new ApiError('ERR_NO_WAPP_FOUND')
  return view
}

/** Notifies the company's consoles, each as much as its reader may have. */
async function announce(
  { channel, realtime }: Workspace,
  tx: Tx,
  companyId: number,
  ids: number[],
  action: 'create' | 'update' = 'update',
) {
  for (const whatsapp of await whatsappViews({ db: tx, channel }, ids, 'super'))
    realtime.toCompany(companyId, 'whatsapp', { action, whatsapp })
}

/** Whether another provider in the form is another line: only where there is more than one to choose. */
function changesLine(app: Workspace, before: string, wanted: string | undefined): boolean {
  const offered = app.channel.providers ?? []
  return wanted !== undefined && wanted !== before && (offered.includes(before) || offered.includes(wanted))
}

export const whatsappHandlers: HandlersOf<'whatsapps'> = {
  // The company is the caller's, and session data is left out, whatever is in the query.
  'whatsapps.list': async ({ app, me }) => {
    const rows = await app.db
      .select({ id: whatsapps.id })
      .from(whatsapps)
      .where(eq(whatsapps.companyId, me.companyId))
      .orderBy(desc(whatsapps.isDefault), asc(whatsapps.name), asc(whatsapps.id))
    return whatsappViews(
      app,
      rows.map(row => row.id),
      readerOf(me),
    )
  },

  'whatsapps.traffic': ({ app, me }) => trafficOf(app.db, me.companyId, Date.now()),

  'whatsapps.get': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    return answer(app, me, params.id)
  },

  'whatsapps.create': async ({ app, me, body }) => {
    const id = await app.db.company(me.companyId).write(async tx => {
      const made = await createConnection(tx, me.companyId, body)
      await announce(app, tx, me.companyId, [made.id], 'create')
      await announce(app, tx, me.companyId, made.demoted)
      return made.id
    })
    await app.channel.connect(id)
    return answer(app, me, id)
  },

  'whatsapps.update': async ({ app, me, params, body }) => {
    const before = await whatsappOf(app.db, me.companyId, params.id)
    const moves = changesLine(app, before.provider, body.provider)
    // With another provider it is another line: the one so far ends before the row names the other.
    if (moves) await app.channel.disconnect(params.id)
    try {
      await app.db.company(me.companyId).write(async tx => {
        const { demoted } = await updateConnection(tx, me.companyId, params.id, body)
        await announce(app, tx, me.companyId, [params.id, ...demoted])
      })
    } finally {
      // Also after an error: then it is the connection it was.
      if (moves) await app.channel.connect(params.id)
    }
    return answer(app, me, params.id)
  },

  'whatsapps.remove': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    // Signed out first: the phone must not go on writing into a connection that is not there.
    await app.channel.disconnect(params.id)
    await app.db.company(me.companyId).write(async tx => {
      const { promoted } = await removeConnection(tx, me.companyId, params.id)
      app.realtime.toCompany(me.companyId, 'whatsapp', { action: 'delete', whatsappId: params.id })
      if (promoted !== null) await announce(app, tx, me.companyId, [promoted])
    })
    return null
  },

  'whatsapps.tickets': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    const rows = await app.db
      .select({ status: tickets.status, count: count() })
      .from(tickets)
      .where(eq(tickets.whatsappId, params.id))
      .groupBy(tickets.status)
    const of = (status: string): number => rows.find(row => row.status === status)?.count ?? 0
    return { open: of('open'), pending: of('pending'), closed: of('closed') }
  },

  'whatsapps.renewToken': async ({ app, me, params }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useExternalApi')
    await app.db.company(me.companyId).write(async tx => {
      await updateConnection(tx, me.companyId, params.id, { token: newToken() })
      await announce(app, tx, me.companyId, [params.id])
    })
    return answer(app, me, params.id)
  },

  'whatsapps.cloud': async ({ app, me, params, request }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    return cloudSetUpOf(app, me.companyId, params.id, request)
  },

  'whatsapps.saveCloud': async ({ app, me, params, body, request }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    await saveAccount(app.db, app.keys, { companyId: me.companyId, whatsappId: params.id }, body)
    await app.channel.restart(params.id)
    return cloudSetUpOf(app, me.companyId, params.id, request)
  },

  'whatsapps.testCloud': async ({ app, me, params, body }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    return tryCloud(app, params.id, body)
  },

  'whatsapps.cloudProfile': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    return readCloudProfile(app, params.id)
  },

  'whatsapps.cloudUse': async ({ app, me }) => ({
    version: GRAPH_VERSION,
    numbers: await usedOf(app.db, me.companyId, Date.now()),
  }),

  'whatsapps.cloudCosts': ({ app, me, query }) => costsOf(app.db, me.companyId, query.month, Date.now()),

  'whatsapps.saveCloudRates': ({ app, me, body }) => saveRates(app.db, me.companyId, body),

  'whatsapps.saveCloudProfile': async ({ app, me, params, body }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    const saved = await saveCloudProfile(app, params.id, body)
    // Whoever has the same profile open reads it anew.
    if (saved.reason === '')
      await app.db.company(me.companyId).write(tx => announce(app, tx, me.companyId, [params.id]))
    return saved
  },

  'whatsapps.templates': async ({ app, me, params, query }) =>
    templatesOf(app, await whatsappOf(app.db, me.companyId, params.id), query.refresh ?? false),

  'whatsapps.restart': async ({ app, me }) => {
    const rows = await app.db
      .select({ id: whatsapps.id, status: whatsapps.status })
      .from(whatsapps)
      .where(eq(whatsapps.companyId, me.companyId))
    for (const row of rows) if (RESTARTED.has(row.status)) await app.channel.restart(row.id)
    return null
  },

  'whatsapps.connect': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    await app.channel.connect(params.id)
    return null
  },

  'whatsapps.newCode': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    await app.channel.newQr(params.id)
    return null
  },

  'whatsapps.pairByCode': async ({ app, me, params, body }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    const { channel } = app
    if (!channel.pairByCode) throw new ApiError('ERR_WAPP_UNSUPPORTED')
    await channel.pairByCode(params.id, body.phone)
    return null
  },

  'whatsapps.disconnect': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    await app.channel.disconnect(params.id)
    return null
  },
}
