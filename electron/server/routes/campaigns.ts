/** Campaigns, their report and their settings (docs/specification.md 3.7). */
import { fold, PAGE } from '@contract'
import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { audienceOf } from '../campaigns/audience'
import { recipientPage, reportCsv, timelineOf } from '../campaigns/report'
import { campaignFor, campaignView, campaignViews, refuseWithoutPlan } from '../campaigns/rows'
import { saveSettings } from '../campaigns/settings'
import { sendTest } from '../campaigns/test-send'
import {
  attachTo,
  cancelCampaign,
  createCampaign,
  removeCampaign,
  restartCampaign,
  retryCampaign,
  updateCampaign,
} from '../campaigns/write'
import { contains } from '../db/engine/words'
import { campaignOptOuts, campaigns } from '../db/schema'
import { containing } from '../db/search'
import { ApiError } from '../errors'
import { settingRows } from '../file-lists/variables'
import type { HandlersOf } from '../http/handlers'

export const campaignHandlers: HandlersOf<'campaigns'> = {
  'campaigns.page': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const wanted = and(
      eq(campaigns.companyId, me.companyId),
      query.searchParam
        ? sql`${campaigns.search} like ${containing(query.searchParam)} escape '\\'`
        : undefined,
    )
    const from = (query.pageNumber - 1) * PAGE.records
    const count = await app.db.$count(campaigns, wanted)
    const rows = await app.db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(wanted)
      .orderBy(asc(campaigns.search), asc(campaigns.id))
      .limit(PAGE.records)
      .offset(from)
    const records = await campaignViews(
      app.db,
      rows.map(row => row.id),
    )
    return { records, count, hasMore: count > from + rows.length }
  },

  'campaigns.audience': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    return audienceOf(app.db, me.companyId, query)
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
    return recipientPage(app.db, row.id, query)
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
    return reportCsv(app.db, row.id)
  },
}

export const campaignSettingHandlers: HandlersOf<'campaignSettings'> = {
  'campaignSettings.list': async ({ app, me }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    return settingRows(app.db, me.companyId)
  },

  'campaignSettings.save': async ({ app, me, body }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    await saveSettings(app.db, me.companyId, body.settings)
    return settingRows(app.db, me.companyId)
  },
}

export const campaignOptOutHandlers: HandlersOf<'campaignOptOuts'> = {
  'campaignOptOuts.page': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const typed = query.searchParam ? fold(query.searchParam) : ''
    const pattern = containing(typed)
    const wanted = and(
      eq(campaignOptOuts.companyId, me.companyId),
      typed
        ? or(
            sql`${campaignOptOuts.number} like ${pattern} escape '\\'`,
            contains(campaignOptOuts.name, typed),
          )
        : undefined,
    )
    const from = (query.pageNumber - 1) * PAGE.records
    const count = await app.db.$count(campaignOptOuts, wanted)
    const records = await app.db
      .select({
        id: campaignOptOuts.id,
        number: campaignOptOuts.number,
        name: campaignOptOuts.name,
        word: campaignOptOuts.word,
        createdAt: campaignOptOuts.createdAt,
      })
      .from(campaignOptOuts)
      .where(wanted)
      .orderBy(desc(campaignOptOuts.createdAt), desc(campaignOptOuts.id))
      .limit(PAGE.records)
      .offset(from)
    return { records, count, hasMore: count > from + records.length }
  },

  'campaignOptOuts.remove': async ({ app, me, params }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const gone = await app.db
      .company(me.companyId)
      .delete(campaignOptOuts)
      .where(and(eq(campaignOptOuts.id, params.id), eq(campaignOptOuts.companyId, me.companyId)))
      .returning({ id: campaignOptOuts.id })
    if (gone.length === 0) throw new ApiError('ERR_NO_CONTACT_FOUND')
    return null
  },
}
