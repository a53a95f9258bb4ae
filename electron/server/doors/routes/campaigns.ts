/** Campaigns, their report and their settings. */
import { audienceOf } from '../../automation/campaigns/audience'
import { limitFor } from '../../automation/campaigns/messaging-limit'
import { optOutPage, removeOptOut } from '../../automation/campaigns/opt-outs'
import { recipientPage, reportCsv, timelineOf } from '../../automation/campaigns/report'
import { campaignFor, campaignPage, campaignView, refuseWithoutPlan } from '../../automation/campaigns/rows'
import { saveSettings } from '../../automation/campaigns/settings'
import { sendTest } from '../../automation/campaigns/test-send'
import {
  attachTo,
  cancelCampaign,
  createCampaign,
  removeCampaign,
  restartCampaign,
  retryCampaign,
  updateCampaign,
} from '../../automation/campaigns/write'
import { settingRows } from '../../desk/file-lists/variables'
import type { HandlersOf } from '../../platform/http/handlers'
import { inPlan } from './in-plan'

export const campaignHandlers: HandlersOf<'campaigns'> = {
  'campaigns.page': ({ app, me, query }) => campaignPage(app.db, me, query),

  'campaigns.audience': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const [audience, { limit, begun, numbers }] = await Promise.all([
      audienceOf(app.db, me.companyId, query),
      limitFor(app, me.companyId, query.whatsappId),
    ])
    return { ...audience, limit, begun, sharing: numbers }
  },

  'campaigns.test': async ({ app, me, body, files }) => {
    await sendTest(app, me, body, files[0])
    return null
  },

  'campaigns.get': async ({ app, me, params }) => {
    const row = await campaignFor(app.db, me, params.id)
    return campaignView(app.db, row.id)
  },

  'campaigns.create': ({ app, me, body }) => createCampaign(app, me, body),

  'campaigns.update': ({ app, me, params, body }) => updateCampaign(app, me, params.id, body),

  'campaigns.remove': async ({ app, me, params }) => {
    await removeCampaign(app, me, params.id)
    return null
  },

  'campaigns.cancel': async ({ app, me, params }) => {
    await cancelCampaign(app, me, params.id)
    return null
  },

  'campaigns.restart': async ({ app, me, params }) => {
    await restartCampaign(app, me, params.id)
    return null
  },

  'campaigns.retry': async ({ app, me, params }) => ({ count: await retryCampaign(app, me, params.id) }),

  'campaigns.attach': async ({ app, me, params, files }) => {
    await attachTo(app, me, params.id, files[0])
    return null
  },

  'campaigns.detach': async ({ app, me, params }) => {
    await attachTo(app, me, params.id, null)
    return null
  },

  'campaigns.recipients': async ({ app, me, params, query }) => {
    const row = await campaignFor(app.db, me, params.id)
    return recipientPage(app.db, me, row.id, query)
  },

  'campaigns.timeline': async ({ app, me, params }) => {
    const row = await campaignFor(app.db, me, params.id)
    return timelineOf(app.db, row.id)
  },

  'campaigns.export': async ({ app, me, params, reply }) => {
    const row = await campaignFor(app.db, me, params.id)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="campaign-${row.id}.csv"`)
    return reportCsv(app.db, me, row.id)
  },
}

export const campaignSettingHandlers = inPlan<keyof HandlersOf<'campaignSettings'>>('useCampaigns', {
  'campaignSettings.list': ({ app, me }) => settingRows(app.db, me.companyId),
  'campaignSettings.save': ({ app, me, body }) => saveSettings(app.db, me.companyId, body.settings),
})

export const campaignOptOutHandlers = inPlan<keyof HandlersOf<'campaignOptOuts'>>('useCampaigns', {
  'campaignOptOuts.page': ({ app, me, query }) => optOutPage(app.db, me, query),
  'campaignOptOuts.remove': ({ app, me, params }) => removeOptOut(app, me, params.id),
})
