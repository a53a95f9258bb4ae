/** The HTTP side of the workspace: Fastify with its plugins, the endpoints, media, and error answers. */
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { ApiError } from '../../errors'
import type { Log } from '../../log'
import type { Workspace } from '../../workspace'
import { serveLogos } from '../logos/serve'
import { serveMedia } from '../media/serve'
import { logRequests, REQUEST_ID_HEADER, requestIdOf } from '../operation/request-scope'
import { serveOperation } from '../operation/serve'
import { limitAnonymousConnections } from './anonymous-connections'
import { bindEndpoints } from './bind'
import type { Callers } from './callers'
import { type Door, keyOf } from './door'
import { installFailures } from './failures'
import type { Handlers } from './handlers'

/** Fewest bytes of a body in one interval: 13 kbit/s, below any line that carries a conversation. */
const LEAST_BYTES = 16 * 1024

/**
 * Ends requests whose body stalls, answered or not: in every `stepMs` it must end or bring at least 16 KiB. The sender
 * gets 408 and the connection closes.
 */
function bodyPace(http: FastifyInstance, stepMs: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    done()
    if (raw.complete || (!raw.headers['content-length'] && !raw.headers['transfer-encoding'])) return
    const { socket } = raw
    let before = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer)
      const moved = socket.bytesRead - before
      before = socket.bytesRead
      // A body nobody reads yet (a busy server, a full disk) stalls without its sender's fault.
      if (moved >= LEAST_BYTES || raw.readableLength >= raw.readableHighWaterMark) return
      clearInterval(timer)
      if (!reply.raw.headersSent) {
        reply.hijack()
        const body = JSON.stringify({ error: 'ERR_VALIDATION' })
        reply.raw.writeHead(408, { 'content-type': 'application/json', connection: 'close' })
        reply.raw.end(body, () => raw.destroy())
      } else raw.destroy()
    }, stepMs)
    timer.unref()
    // A body that continues after its answer is still read to its end, and must also make progress.
    reply.raw.once('close', () => {
      if (raw.complete || raw.destroyed) clearInterval(timer)
    })
  })
}

/** Largest JSON body, in bytes: four times the longest message with every character escaped. Reading it takes 20 ms. */
const JSON_LIMIT_BYTES = 2 * 1024 * 1024

/** How often the time limit of a head is checked: a slow one stays at most a tenth longer. */
const CHECKS_IN_TIME = 10

/** How long a client may take, in milliseconds. */
export interface HttpTimeouts {
  /** An idle connection between two requests. */
  keepAliveMs: number
  /** A connection on which nothing moves. */
  silenceMs: number
  /** The head of a request. */
  headersMs: number
  /** A whole request: a file of the largest size on a slow line. */
  requestMs: number
  /** The interval in which a body must make progress (`bodyPace`). */
  paceMs: number
}

export const HTTP_TIMEOUTS: HttpTimeouts = {
  keepAliveMs: 30_000,
  silenceMs: 120_000,
  headersMs: 10_000,
  requestMs: 30 * 60_000,
  paceMs: 10_000,
}

/**
 * The contract's shapes are checked by zod (bind.ts), so no route has a JSON schema. Without this Fastify loads its own
 * validator and serializer at every start.
 */
const noSchemas = (): never => {
  throw new Error('Routes of the workspace have no JSON schemas')
}
export const NO_SCHEMAS = { buildValidator: noSchemas, buildSerializer: noSchemas }

/** What the operator of the server asked for. */
export interface Watched {
  /** Addresses or networks of proxies whose `x-forwarded-for` is trusted. */
  proxies?: readonly string[]
  /** The token for /metrics; null leaves it out. */
  metricsToken?: string | null
  /** Receives a line for every request; null for none. */
  requestLog?: Log | null
}

/** Builds the server; it does not listen yet. */
export async function buildHttp(
  app: Workspace,
  handlers: Handlers,
  door: Door,
  callers: Callers,
  timeouts: HttpTimeouts = HTTP_TIMEOUTS,
  { metricsToken = null, requestLog = null, proxies = [] }: Watched = {},
): Promise<FastifyInstance> {
  const http = Fastify({
    logger: false,
    genReqId: requestIdOf,
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    bodyLimit: JSON_LIMIT_BYTES,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.silenceMs,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.headersMs / CHECKS_IN_TIME,
    },
    forceCloseConnections: true,
    schemaController: { compilersFactory: NO_SCHEMAS },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1_024 },
  })
  limitAnonymousConnections(http.server, callers)
  app.operation.meters?.observe(http)
  if (requestLog) logRequests(http, requestLog)
  // Before anything of a request is read.
  http.addHook('onRequest', (request, _reply, done) => {
    // Other programs use a connection's token instead of the console's key.
    const { keyless = false } = request.routeOptions.config
    const { raw } = request
    const admitted = door.admits(raw) && (keyless || door.opens(raw, keyOf(raw.headers)))
    done(admitted ? undefined : new ApiError('ERR_NO_PERMISSION'))
  })
  // An empty body is allowed: several calls of legacy clients are sent as JSON without one.
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, {})
    try {
      done(null, JSON.parse(body))
    } catch {
      done(
        new ApiError('ERR_VALIDATION', { issues: [{ path: '', message: 'not JSON', code: 'invalid_json' }] }),
      )
    }
  })
  await http.register(cookie)
  await http.register(multipart)
  http.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header(REQUEST_ID_HEADER, request.id)
    // The next request of this client goes to another process.
    if (app.operation.draining) reply.header('connection', 'close')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  bodyPace(http, timeouts.paceMs)
  installFailures(http, app.log)
  bindEndpoints(http, app, handlers)
  serveMedia(http, app)
  serveLogos(http, app)
  serveOperation(http, app, metricsToken)
  app.channel.serve?.(http)
  return http
}
