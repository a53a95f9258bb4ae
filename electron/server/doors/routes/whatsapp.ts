/** Calls about connections; each answer has the fields its reader may read (src/contract/readers.ts). */
import { saveAccount } from '../../desk/channel/cloud/account'
import { askPhone, phoneSyncsOf } from '../../desk/channel/cloud/ask-phone'
import { readCloudProfile, saveCloudProfile } from '../../desk/channel/cloud/profile'
import { cloudSetUpOf, tryCloud } from '../../desk/channel/cloud/set-up'
import { GRAPH_VERSION } from '../../desk/channel/cloud/version'
import { trafficOf } from '../../desk/channel/traffic'
import { saveRates, usedOf } from '../../desk/connections/cloud-use'
import {
  addConnection,
  announceConnection,
  changeConnection,
  connectionFor,
  connectionsOf,
  deleteConnection,
  renewToken,
  restartConnections,
  ticketsOfConnection,
} from '../../desk/connections/keep'
import { templatesOf } from '../../desk/templates/list'
import { ApiError } from '../../errors'
import { whatsappOf } from '../../platform/db/company-rows'
import type { HandlersOf } from '../../platform/http/handlers'

export const whatsappHandlers: HandlersOf<'whatsapps'> = {
  // The company is the caller's, and session data is left out, whatever is in the query.
  'whatsapps.list': ({ app, me }) => connectionsOf(app, me),
  'whatsapps.traffic': ({ app, me }) => trafficOf(app.db, me.companyId, Date.now()),
  'whatsapps.get': ({ app, me, params }) => connectionFor(app, me, params.id),
  'whatsapps.create': ({ app, me, body }) => addConnection(app, me, body),
  'whatsapps.update': ({ app, me, params, body }) => changeConnection(app, me, params.id, body),
  'whatsapps.remove': ({ app, me, params }) => deleteConnection(app, me, params.id),
  'whatsapps.tickets': ({ app, me, params }) => ticketsOfConnection(app.db, me, params.id),
  'whatsapps.renewToken': ({ app, me, params }) => renewToken(app, me, params.id),

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

  'whatsapps.phoneData': async ({ app, me, params }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    return { syncs: await phoneSyncsOf(app.db, params.id) }
  },

  'whatsapps.askPhone': async ({ app, me, params, body }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    return { syncs: await askPhone(app, { companyId: me.companyId, whatsappId: params.id }, body.kind) }
  },

  'whatsapps.cloudUse': async ({ app, me }) => ({
    version: GRAPH_VERSION,
    numbers: await usedOf(app.db, me.companyId, Date.now()),
  }),

  'whatsapps.saveCloudRates': ({ app, me, body }) => saveRates(app.db, me.companyId, body),

  'whatsapps.saveCloudProfile': async ({ app, me, params, body }) => {
    await whatsappOf(app.db, me.companyId, params.id)
    const saved = await saveCloudProfile(app, params.id, body)
    // Others who have the same profile open reload it.
    if (saved.reason === '') await announceConnection(app, me, params.id)
    return saved
  },

  'whatsapps.templates': async ({ app, me, params, query }) =>
    templatesOf(app, await whatsappOf(app.db, me.companyId, params.id), query.refresh ?? false),

  'whatsapps.restart': ({ app, me }) => restartConnections(app, me),

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
