/** The messages API and webhooks (docs/specification.md 3.7; webhooks beyond it). */
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@contract'
import { resend, testWebhook } from '../../automation/webhooks/by-hand'
import { deliveryOf, deliveryPage, webhooksOf } from '../../automation/webhooks/rows'
import { createWebhook, removeWebhook, renewSecret, updateWebhook } from '../../automation/webhooks/write'
import type { Reader } from '../../platform/db/client'
import type { HandlersOf } from '../../platform/http/handlers'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me } from '../../workspace'
import { addArticle, articlesOf, changeArticle } from '../external-api/articles'
import { addressOf, description } from '../external-api/description'
import { sendOnce } from '../external-api/idempotency'
import { figuresOfConnection, ticketsOfConnection } from '../external-api/reports'

/** @throws ApiError ERR_PLAN_LACKS */
const inPlan = (db: Reader, me: Me): Promise<void> => refuseWithoutFeature(db, me.companyId, 'useExternalApi')

export const externalApiHandlers: HandlersOf<'externalApi'> = {
  'externalApi.send': async ({ app, connection, body, files, fields, request, reply }) => {
    const bodies = fields.get('body') ?? []
    const captions = bodies.length > 1 ? bodies : []
    const key = request.headers[IDEMPOTENCY_HEADER]
    const { answer, replayed } = await sendOnce(app, connection, key, { form: body, files, captions })
    if (replayed) reply.header(REPLAYED_HEADER, 'true')
    return answer
  },
  'externalApi.articles': ({ app, connection, query }) => articlesOf(app, connection, query),
  'externalApi.createArticle': ({ app, connection, body, request }) =>
    addArticle(app, connection, request, body),
  'externalApi.updateArticle': ({ app, connection, params, body, request }) =>
    changeArticle(app, connection, request, params.id, body),
  'externalApi.reportFigures': ({ app, connection, query }) => figuresOfConnection(app, connection, query),
  'externalApi.reportTickets': ({ app, connection, query }) => ticketsOfConnection(app, connection, query),
  'externalApi.description': async ({ request }) => description(addressOf(request)),
  'externalApi.address': async ({ request }) => ({ address: addressOf(request) }),
}

export const webhookHandlers: HandlersOf<'webhooks'> = {
  'webhooks.list': async ({ app, me }) => {
    await inPlan(app.db, me)
    return webhooksOf(app.db, me.companyId)
  },
  'webhooks.create': async ({ app, me, body }) => {
    await inPlan(app.db, me)
    return createWebhook(app, me.companyId, body)
  },
  'webhooks.update': async ({ app, me, params, body }) => {
    await inPlan(app.db, me)
    return updateWebhook(app, me.companyId, params.id, body)
  },
  'webhooks.remove': async ({ app, me, params }) => {
    await inPlan(app.db, me)
    await removeWebhook(app, me.companyId, params.id)
    return null
  },
  'webhooks.renewSecret': async ({ app, me, params }) => {
    await inPlan(app.db, me)
    return renewSecret(app, me.companyId, params.id)
  },
  'webhooks.test': async ({ app, me, params }) => {
    await inPlan(app.db, me)
    return testWebhook(app, me.companyId, params.id)
  },
}

export const deliveryHandlers: HandlersOf<'deliveries'> = {
  'deliveries.list': async ({ app, me, query }) => {
    await inPlan(app.db, me)
    return deliveryPage(app.db, me.companyId, query)
  },
  'deliveries.get': async ({ app, me, params }) => {
    await inPlan(app.db, me)
    return deliveryOf(app.db, me.companyId, params.id)
  },
  'deliveries.resend': async ({ app, me, params }) => {
    await inPlan(app.db, me)
    return resend(app, me.companyId, params.id)
  },
}
