/** The messages API and webhooks. */
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@contract'
import { resend, testWebhook } from '../../automation/webhooks/attempt'
import { deliveryOf, deliveryPage } from '../../automation/webhooks/rows'
import { createWebhook, keptWebhooks, renewSecret } from '../../automation/webhooks/write'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'
import { addArticle, articlesOf, changeArticle } from '../external-api/articles'
import { addressOf, description } from '../external-api/description'
import { sendOnce } from '../external-api/idempotency'
import {
  campaignsOfConnection,
  costsOfConnection,
  figuresOfConnection,
  forecastOfConnection,
  ratingsOfConnection,
  ticketsOfConnection,
} from '../external-api/reports'
import { inPlan } from './in-plan'

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
  'externalApi.reportCosts': ({ app, connection, query }) => costsOfConnection(app, connection, query),
  'externalApi.reportTickets': ({ app, connection, query }) => ticketsOfConnection(app, connection, query),
  'externalApi.reportRatings': ({ app, connection, query }) => ratingsOfConnection(app, connection, query),
  'externalApi.reportCampaigns': ({ app, connection, query }) =>
    campaignsOfConnection(app, connection, query),
  'externalApi.reportForecast': ({ app, connection, query }) => forecastOfConnection(app, connection, query),
  'externalApi.description': async ({ request }) => description(addressOf(request)),
  'externalApi.address': async ({ request }) => ({ address: addressOf(request) }),
}

export const webhookHandlers = inPlan<keyof HandlersOf<'webhooks'>>('useExternalApi', {
  ...serve('webhooks', keptWebhooks, 'list'),
  'webhooks.create': ({ app, me, body }) => createWebhook(app, me, body),
  'webhooks.renewSecret': ({ app, me, params }) => renewSecret(app, me.companyId, params.id),
  'webhooks.test': ({ app, me, params }) => testWebhook(app, me.companyId, params.id),
})

export const deliveryHandlers = inPlan<keyof HandlersOf<'deliveries'>>('useExternalApi', {
  'deliveries.list': ({ app, me, query }) => deliveryPage(app.db, me.companyId, query),
  'deliveries.get': ({ app, me, params }) => deliveryOf(app.db, me.companyId, params.id),
  'deliveries.resend': ({ app, me, params }) => resend(app, me.companyId, params.id),
})
