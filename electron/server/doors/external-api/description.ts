/**
 * The messages API and the webhooks as OpenAPI 3.1, generated from the contract's schemas, so that the description is
 * what is checked.
 */
import {
  type Endpoint,
  EXTERNAL_API,
  endpoints,
  externalAnswered,
  externalMessage,
  IDEMPOTENCY_HEADER,
  type ServerErrorCode,
  WEBHOOK_EVENTS,
  WEBHOOK_HEADERS,
  type WebhookEvent,
  webhookData,
  webhookEnvelope,
} from '@contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../errors'
import { apiErrorText } from '../../platform/http/api-error-text'

type Json = Record<string, unknown>

/** The path every endpoint lies below (http/bind.ts). */
const API_PREFIX = '/api'
const FORMAT = '3.1.0'
const REPORTS = [
  ...([
    'reportFigures',
    'reportTickets',
    'reportRatings',
    'reportCampaigns',
    'reportCosts',
    'reportForecast',
  ] as const),
]

/** The address of the API as this request reached it; a proxy tells whether it was https. */
export function addressOf(request: FastifyRequest): string {
  const outside = String(request.headers['x-forwarded-proto'] ?? '')
  const scheme = outside === 'https' ? 'https' : request.protocol
  return `${scheme}://${request.host}${API_PREFIX}`
}

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 uses as it is. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...plainSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // A list whose length is asked first (`upTo`) says nothing of itself.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema.out instanceof z.ZodArray)
        Object.assign(jsonSchema, schemaOf(zodSchema.out))
    },
  }) as Json
  return plainSchema
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })
const header = (description: string): Json => ({ description, schema: { type: 'string' } })

/** Errors of an endpoint by the status they travel with. */
function errorAnswers({ errors }: Endpoint): Json {
  const codes: ServerErrorCode[] = ['ERR_VALIDATION', ...errors]
  const byStatus = new Map<number, ServerErrorCode[]>()
  for (const code of codes) {
    const { status } = new ApiError(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      String(status),
      {
        description: own.map(code => `${code}: ${apiErrorText(code, 'en') ?? code}`).join('\n\n'),
        ...(status === 429
          ? { headers: { 'Retry-After': header('Seconds to wait before the next call') } }
          : {}),
        content: json({
          allOf: [
            { $ref: '#/components/schemas/ApiError' },
            { type: 'object', properties: { error: { enum: own } } },
          ],
        }),
      },
    ]),
  )
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'Code of the error' },
    message: { type: 'string', description: 'The same in words, in the language of Accept-Language' },
    retryAfter: { type: 'integer', description: 'Seconds to wait, with ERR_RATE_LIMIT' },
    issues: {
      type: 'array',
      description: 'What is not valid, with ERR_VALIDATION',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
      },
    },
  },
  examples: [{ error: 'ERR_API_TOKEN', message: apiErrorText('ERR_API_TOKEN', 'en') }],
}

function multipartSchema(endpoint: Endpoint, body: Json): Json {
  const { fileField = '', maxFiles = 1 } = endpoint.multipart ?? {}
  return {
    ...body,
    properties: {
      ...(body.properties as Json),
      [fileField]: {
        type: 'array',
        maxItems: maxFiles,
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
        description:
          'Files; `body` given once is the caption of the first, given as often as files one for each',
      },
    },
  }
}

const DATA_OF: Record<WebhookEvent, keyof typeof webhookData> = {
  'message.created': 'message',
  'message.updated': 'message',
  'message.ack': 'message',
  'message.transcribed': 'transcript',
  'ticket.created': 'ticket',
  'ticket.updated': 'ticketChange',
  'ticket.deleted': 'ticketDeleted',
  'ticket.summarised': 'ticketSummary',
  ping: 'ping',
}

function webhook(event: WebhookEvent): Json {
  const parameter = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const body = webhookEnvelope.extend({ event: z.literal(event), data: webhookData[DATA_OF[event]] })
  return {
    post: {
      operationId: `webhook-${event}`,
      summary: event,
      parameters: [
        parameter(WEBHOOK_HEADERS.event, 'Name of the event'),
        parameter(WEBHOOK_HEADERS.delivery, 'Id of the event, the same at every try'),
        parameter(
          WEBHOOK_HEADERS.timestamp,
          'Seconds since 1970 at this try; refuse what is older than five minutes',
        ),
        parameter(
          WEBHOOK_HEADERS.signature,
          'v1= and the HMAC-SHA256, in hexadecimal, of "<timestamp>.<body>" under the secret of the webhook',
        ),
      ],
      requestBody: { required: true, content: json(schemaOf(body)) },
      responses: {
        '2XX': {
          description:
            'Taken; any other answer is tried again for about a day, and what follows of the same ticket waits for it',
        },
      },
    },
  }
}

/** Articles: a call as its endpoint has it. */
function operation(operationId: string, endpoint: Endpoint): Json {
  const { params, query, body, method, response } = endpoint
  const parameters = [
    ['path', params],
    ['query', query],
  ].flatMap(([place, schema]) =>
    Object.entries((schemaOf(schema as z.ZodType).properties ?? {}) as Json).map(([name, own]) => ({
      name,
      in: place,
      required: place === 'path',
      schema: own,
    })),
  )
  return {
    operationId,
    summary: endpoint.summary,
    parameters,
    ...(method === 'GET' ? {} : { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      '200': { description: 'Done', content: json(schemaOf(response)) },
      ...errorAnswers(endpoint),
    },
  }
}

/** @param address of the API, for `servers`. */
export function description(address: string): Json {
  const send: Endpoint = endpoints['externalApi.send']
  const body = schemaOf(externalMessage)
  return {
    openapi: FORMAT,
    info: {
      title: 'Turno messages API',
      version: '1.0.0',
      description: `Sends WhatsApp messages through a connection, keeps articles of the knowledge, and tells figures of what came through it. ${EXTERNAL_API.calls} calls a minute for each token, of them ${EXTERNAL_API.reports} for figures.`,
    },
    servers: [{ url: address }],
    security: [{ connectionToken: [] }],
    paths: {
      [send.path]: {
        post: {
          operationId: 'sendMessage',
          summary: send.summary,
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              description: `A key of your own (${IDEMPOTENCY_HEADER}): the same key twice within 24 hours is one message and one answer`,
              schema: { type: 'string', minLength: 1, maxLength: EXTERNAL_API.keyMaxChars },
            },
          ],
          requestBody: {
            required: true,
            content: {
              ...json({ ...body, required: ['number', 'body'] }),
              'multipart/form-data': { schema: multipartSchema(send, body) },
            },
          },
          responses: {
            '200': {
              description: 'The message is stored and on its way',
              headers: { 'Idempotent-Replayed': header('`true` when this answer was given before') },
              content: json(schemaOf(externalAnswered)),
            },
            ...errorAnswers(send),
          },
        },
      },
      [endpoints['externalApi.articles'].path]: {
        get: operation('listArticles', endpoints['externalApi.articles']),
        post: operation('createArticle', endpoints['externalApi.createArticle']),
      },
      ...Object.fromEntries(
        REPORTS.map(name => [
          endpoints[`externalApi.${name}`].path,
          { get: operation(name, endpoints[`externalApi.${name}`]) },
        ]),
      ),
      [endpoints['externalApi.updateArticle'].path.replace(':id', '{id}')]: {
        put: operation('updateArticle', endpoints['externalApi.updateArticle']),
      },
    },
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map(event => [event, webhook(event)])),
    components: {
      securitySchemes: {
        connectionToken: { type: 'http', scheme: 'bearer', description: 'The token of a connection' },
      },
      schemas: { ApiError: ERROR_SCHEMA },
    },
  }
}
