/** The messages API for other programs, and outgoing webhooks (beyond it). */
import { z } from 'zod'
import { SEARCH_MAX_CHARS } from '../constants'
import { article, webhook, webhookDelivery, webhookDeliveryDetail, webhookWithSecret } from '../entities'
import { DELIVERY_STATUSES, EXTERNAL_API, isWebhookAddress, WEBHOOK, WEBHOOK_TOPICS } from '../external-api'
import { MENU_FAULTS, menuParts } from '../menus'
import { line, pageNumber, queryFlag, rowId, textId, words } from '../requests'
import { hasMore, listOf, maybeFigure, rowCount, text } from '../scalars'
import { articleChange, articleForm } from './articles'
import { crud } from './crud'
import { endpoint } from './define'
import { comingWeekOutside, counted, reportEndpoints, reportRating, reportTicket } from './reports'

/**
 * One message from another program: a text, or files with captions (multipart). A field it does
 * not know is refused: a misspelt one would cost its sender half of the message without a word.
 */
export const externalMessage = z.strictObject({
  number: z.union([line(50).min(1), rowId.transform(String)]).meta({
    description: 'Recipient: country code, area code and number, without a mask',
    examples: ['5511912345678'],
  }),
  body: words(70_000)
    .default('')
    .meta({ description: 'Text of the message; beside files the caption of the first one' }),
  menu: menuParts.optional().meta({
    description:
      'Buttons, list or link below the text, not together with files. A number without support sends text with numbered lines',
  }),
  closeTicket: queryFlag.meta({
    description: 'Resolve the conversation once the message has left, unless a person holds it',
  }),
})

/** What this server answers to a message it has taken. */
export const externalAnswered = z.object({
  mensagem: z.literal('Mensagem enviada'),
  messageIds: z.array(z.string()),
  ticketId: z.number().int(),
  contactId: z.number().int(),
})

/** The answer to a message that was taken. Legacy servers give the sentence alone. */
export const externalAnswer = z.object({
  mensagem: text,
  messageIds: listOf('externalApi.send', z.string()),
  ticketId: maybeFigure,
  contactId: maybeFigure,
})

/** Form of a webhook: an address by https (or on this computer itself), and at least one kind of event. */
export const webhookForm = z
  .object({
    name: line(WEBHOOK.nameMax, 'Too Long!').min(2, 'Too Short!'),
    url: line(WEBHOOK.urlMax).refine(isWebhookAddress, 'URL inválida'),
    messages: z.boolean(),
    acks: z.boolean(),
    tickets: z.boolean(),
    active: z.boolean().default(true),
  })
  .refine(form => WEBHOOK_TOPICS.some(topic => form[topic]), {
    message: 'Escolha ao menos um evento',
    path: ['messages'],
  })

/** Of whoever shows no token, or one that may not now. */
const REFUSED = ['ERR_API_TOKEN', 'ERR_COMPANY_EXPIRED', 'ERR_PLAN_LACKS', 'ERR_RATE_LIMIT'] as const
const DENIED = ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'] as const
const MISSING = [...DENIED, 'ERR_NO_WEBHOOK_FOUND'] as const

export const externalApiEndpoints = {
  'externalApi.send': endpoint('POST', '/messages/send', {
    summary: 'Another program sends a text or files through the connection whose token it shows',
    access: 'connection',
    body: externalMessage,
    multipart: { fileField: 'medias', maxFiles: EXTERNAL_API.maxFiles },
    response: externalAnswer,
    errors: [
      ...REFUSED,
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_SENDING_WAPP_MSG',
      'ERR_MESSAGE_TOO_LONG',
      ...MENU_FAULTS,
      'ERR_FILE_TOO_LARGE',
      'ERR_CONTENT_TYPE',
      'ERR_IDEMPOTENCY_KEY',
    ],
  }),
  'externalApi.articles': endpoint('GET', '/external-api/articles', {
    summary:
      'Articles of everybody and of the queues of the connection, by title, paged; with words those that hold and have each of them, best first, at most 20',
    access: 'connection',
    query: () => z.object({ words: line(SEARCH_MAX_CHARS).default(''), pageNumber }),
    response: () => z.object({ records: listOf('externalApi.articles', article), count: rowCount, hasMore }),
    errors: REFUSED,
  }),
  'externalApi.createArticle': endpoint('POST', '/external-api/articles', {
    summary: 'Add an article, for everybody or for a queue of the connection',
    access: 'connection',
    body: articleForm.strict(),
    response: article,
    errors: [...REFUSED, 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'],
  }),
  'externalApi.updateArticle': endpoint('PUT', '/external-api/articles/:id', {
    summary: 'Change an article, what is left out stays; what it said stays as a version',
    access: 'connection',
    body: articleChange,
    response: article,
    errors: [...REFUSED, 'ERR_NO_ARTICLE_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'],
  }),
  'externalApi.reportFigures': endpoint('GET', '/external-api/reports/figures', {
    summary:
      'Figures of what came through the connection: a period as a whole and by group, as the screen of reports has them. Milliseconds; how long people were there is not told',
    access: 'connection',
    query: () => reportEndpoints['reports.figures'].query.omit({ whatsappIds: true }),
    response: () => reportEndpoints['reports.figures'].response,
    errors: REFUSED,
  }),
  'externalApi.reportTickets': endpoint('GET', '/external-api/reports/tickets', {
    summary: 'The tickets of the connection behind a figure, the latest first; whose they are is not told',
    access: 'connection',
    query: () => reportEndpoints['reports.tickets'].query.omit({ whatsappIds: true }),
    response: () =>
      z.object({
        tickets: listOf('externalApi.reportTickets', reportTicket.omit({ contactName: true })),
        ...counted,
      }),
    errors: REFUSED,
  }),
  'externalApi.reportCosts': endpoint('GET', '/external-api/reports/costs', {
    summary:
      'What delivered messages of the connection cost by the company’s rate card, as the screen of reports has it; amounts in the card’s currency',
    access: 'connection',
    query: () => reportEndpoints['reports.costs'].query.omit({ whatsappIds: true }),
    response: () => reportEndpoints['reports.costs'].response,
    errors: REFUSED,
  }),
  'externalApi.reportRatings': endpoint('GET', '/external-api/reports/ratings', {
    summary:
      'What customers of the connection said of the service, the latest first; who they are is not told',
    access: 'connection',
    query: () => reportEndpoints['reports.ratings'].query.omit({ whatsappIds: true }),
    response: () =>
      z.object({
        ratings: listOf('externalApi.reportRatings', reportRating.omit({ contactName: true })),
        ...counted,
      }),
    errors: REFUSED,
  }),
  'externalApi.reportCampaigns': endpoint('GET', '/external-api/reports/campaigns', {
    summary: 'Campaigns of the connection that began in a period, and what came of them',
    access: 'connection',
    query: () => reportEndpoints['reports.campaigns'].query,
    response: () => reportEndpoints['reports.campaigns'].response,
    errors: REFUSED,
  }),
  'externalApi.reportForecast': endpoint('GET', '/external-api/reports/forecast', {
    summary:
      'Conversations that the hours of the coming week will bring through the connection, and how many people a promise needs; who will be there is not told',
    access: 'connection',
    query: () => reportEndpoints['reports.forecast'].query,
    response: () => comingWeekOutside,
    errors: REFUSED,
  }),
  'externalApi.description': endpoint('GET', '/openapi.json', {
    summary: 'The messages API and the webhooks in OpenAPI 3.1',
    access: 'public',
    keyless: true,
    response: () => z.record(z.string(), z.unknown()),
  }),
  'externalApi.address': endpoint('GET', '/external-api', {
    summary: 'The address under which this server is asked, as it was asked just now',
    access: 'member',
    response: () => z.object({ address: text }),
  }),
  ...crud('webhooks', '/webhooks', {
    access: 'admin',
    record: webhook,
    form: webhookForm,
    missing: 'ERR_NO_WEBHOOK_FOUND',
    list: 'Webhooks of the company, by name',
    update: [
      'Change a webhook, or switch it on and off; what waits is sent once it is on',
      ...DENIED,
      'ERR_WEBHOOK_ADDRESS',
    ],
    remove: ['Delete a webhook with its log; what waits is not sent', ...DENIED],
  }),
  'webhooks.create': endpoint('POST', '/webhooks', {
    summary: 'Add a webhook; its secret is in this answer and in no other',
    access: 'admin',
    body: webhookForm,
    response: webhookWithSecret,
    errors: [...DENIED, 'ERR_WEBHOOK_ADDRESS', 'ERR_WEBHOOK_LIMIT'],
  }),
  'webhooks.renewSecret': endpoint('POST', '/webhooks/:id/secret', {
    summary: 'Give a webhook a new secret; the old one ends at once',
    access: 'admin',
    response: webhookWithSecret,
    errors: MISSING,
  }),
  'webhooks.test': endpoint('POST', '/webhooks/:id/test', {
    summary: 'Send a test event now, once, also while it is off',
    access: 'admin',
    response: webhookDeliveryDetail,
    errors: MISSING,
  }),
  'deliveries.list': endpoint('GET', '/webhook-deliveries', {
    summary: 'What webhooks were sent, newest first, paged',
    access: 'admin',
    query: () =>
      z.object({
        webhookId: textId.optional(),
        status: z.enum(DELIVERY_STATUSES).optional(),
        pageNumber,
      }),
    response: () => z.object({ records: listOf('deliveries', webhookDelivery), count: rowCount, hasMore }),
    errors: DENIED,
  }),
  'deliveries.get': endpoint('GET', '/webhook-deliveries/:id', {
    summary: 'One delivery with what was sent and answered',
    access: 'admin',
    response: webhookDeliveryDetail,
    errors: [...DENIED, 'ERR_NO_DELIVERY_FOUND'],
  }),
  'deliveries.resend': endpoint('POST', '/webhook-deliveries/:id/resend', {
    summary: 'Send a delivery again now, under the same id',
    access: 'admin',
    response: webhookDeliveryDetail,
    errors: [...DENIED, 'ERR_NO_DELIVERY_FOUND'],
  }),
} as const
