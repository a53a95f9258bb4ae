/** Which request a log line belongs to, however deep below its handler the line is written. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log'

export const REQUEST_ID_HEADER = 'x-request-id'
/** What is taken over of a caller: it is in the log. */
const FITTING = /^[\w.-]{8,64}$/

const scope = new AsyncLocalStorage<string>()

/** The id of the request whose work this is; undefined outside of any, and while nobody asked for ids in the log. */
export const currentRequest = (): string | undefined => scope.getStore()

/** The id of a request: the caller's (a proxy's) where it is a plain word of 8 to 64 signs, else a new one. */
export function requestIdOf(raw: IncomingMessage): string {
  const given = raw.headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && FITTING.test(given) ? given : randomUUID()
}

/** Asked every few seconds by programs: their lines would be most of the log. */
const UNLOGGED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/**
 * Writes one line per request, by its route and never its address: that holds what people search for. Work of a request
 * is run in its scope.
 */
export function logRequests(http: FastifyInstance, log: Log): void {
  http.addHook('onRequest', (request, _reply, done) => scope.run(request.id, done))
  // A body that was read in between comes out of the socket's own scope.
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
