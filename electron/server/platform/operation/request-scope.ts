/** The request a log line belongs to, however deep below its handler the line is written. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log'

export const REQUEST_ID_HEADER = 'x-request-id'
/** Ids of callers that are accepted: they go into the log. */
const FITTING = /^[\w.-]{8,64}$/

const scope = new AsyncLocalStorage<string>()

/** The id of the present request; undefined outside of any, and when ids are not wanted in the log. */
export const currentRequest = (): string | undefined => scope.getStore()

/** The id of a request: the caller's (a proxy's) if it is a plain word of 8 to 64 characters, else a new one. */
export function requestIdOf(raw: IncomingMessage): string {
  const given = raw.headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && FITTING.test(given) ? given : randomUUID()
}

/** Called by programs every few seconds: their lines would fill the log. */
const UNLOGGED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/**
 * Writes one line per request, by its route, because the address contains search terms. The request's work runs in its
 * scope.
 */
export function logRequests(http: FastifyInstance, log: Log): void {
  http.addHook('onRequest', (request, _reply, done) => scope.run(request.id, done))
  // A body read in between leaves the request's scope.
  http.addHook('preHandler', (request, _reply, done) => scope.run(request.id, done))
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (!UNLOGGED.has(route))
      log.info('request', {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      })
    done()
  })
}
