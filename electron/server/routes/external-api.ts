/** The messages API and webhooks (docs/specification.md 3.7; webhooks beyond it). */
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@contract'
import type { Reader } from '../db/client'
import { webhookDeliveries } from '../db/schema'
import { ApiError } from '../errors'
import { addArticle, articlesOf, changeArticle } from '../external-api/articles'
import { addressOf, description } from '../external-api/description'
import { sendOnce } from '../external-api/idempotency'
import { figuresOfConnection, ticketsOfConnection } from '../external-api/reports'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import { attemptNow } from '../webhooks/attempt'
import { deliveryOf, deliveryPage, webhookOf, webhooksOf } from '../webhooks/rows'
import { createWebhook, removeWebhook, renewSecret, updateWebhook } from '../webhooks/write'
import type { Me } from '../workspace'

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
    const { id: webhookId } = await webhookOf(app.db, me.companyId, params.id)
    // Without a time of its own: this call makes the one try.
    const [made] = await app.db
      .company(me.companyId)
      .insert(webhookDeliveries)
      .values({ companyId: me.companyId, webhookId, event: 'ping' })
      .returning({ id: webhookDeliveries.id })
    if (!made) throw new ApiError('ERR_INTERNAL')
    await attemptNow(app, me.companyId, made.id)
    return deliveryOf(app.db, me.companyId, made.id)
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
    await deliveryOf(app.db, me.companyId, params.id)
    await attemptNow(app, me.companyId, params.id)
    return deliveryOf(app.db, me.companyId, params.id)
  },
}
