/** How anything thrown below a route becomes an answer: always `{ "error": CODE }`, never a stack. */

import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { AnsweredError } from '../../errors'
import { type Log, reasonOf } from '../../log'
import { isDatabaseLost } from '../db/engine/lost'
import { isReferenceGone } from '../db/engine/references'
import { REFRESH_TEXT, StaleToken } from './access'
import { apiErrorText } from './api-error-text'

/** Faults of one request that are listed in its answer: who sends ten thousand needs no list of them. */
const ISSUES_TOLD = 20

/** Longest announced body whose rest is read and dropped, in bytes, so that its sender gets the answer. */
const DROPPED_BYTES = 32 * 1024 * 1024

/** Limits of a multipart body that count parts, not bytes: the request is wrong, not its file too large. */
const PART_LIMITS = new Set(['FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT', 'FST_FILES_LIMIT'])

interface Answer {
  status: number
  body: { error: string } & Record<string, unknown>
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined
  return typeof error.statusCode === 'number' ? error.statusCode : undefined
}

/** A fault for each field a call does not know, by its name: the schema has one for all, at the object they are in. */
const fieldsOf = (issue: ZodError['issues'][number]): ZodError['issues'] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map(key => ({ ...issue, path: [...issue.path, key], message: 'Unknown field' }))
    : [issue]

/** Maps a thrown value to status and body; null for what nobody foresaw. */
function answerFor(error: unknown): Answer | null {
  if (error instanceof AnsweredError)
    return { status: error.status, body: { error: error.code, ...error.details } }
  // Every statement that fails is wrapped with its text; what it met is the cause.
  if (error instanceof Error && isDatabaseLost(error))
    return { status: 503, body: { error: 'ERR_DATABASE_LOST' } }
  // What a call names was there when it was looked up and is gone now.
  if (isReferenceGone(error)) return { status: 404, body: { error: 'ERR_NOT_FOUND' } }
  if (error instanceof StaleToken) return { status: 403, body: { error: REFRESH_TEXT } }
  if (error instanceof ZodError) {
    const issues = error.issues
      .flatMap(fieldsOf)
      .slice(0, ISSUES_TOLD)
      // Of what kind the value is: a text is too long, a number too high.
      .map(i => ({
        path: i.path.join('.'),
        message: i.message,
        code: i.code,
        ...('origin' in i ? { origin: i.origin } : {}),
      }))
    return { status: 400, body: { error: 'ERR_VALIDATION', issues } }
  }
  const status = statusOf(error)
  if (PART_LIMITS.has(String((error as { code?: unknown }).code)))
    return { status: 400, body: { error: 'ERR_VALIDATION' } }
  if (status === 415) return { status, body: { error: 'ERR_CONTENT_TYPE' } }
  if (status === 413) return { status, body: { error: 'ERR_FILE_TOO_LARGE' } }
  if (status !== undefined && status >= 400 && status < 500)
    return { status, body: { error: 'ERR_VALIDATION' } }
  return null
}

/** Installs the error and not-found answers. */
export function installFailures(http: FastifyInstance, log: Log): void {
  http.setErrorHandler((error, request, reply) => {
    const known = answerFor(error)
    if (!known) {
      log.error('request failed', {
        route: request.routeOptions.url ?? '',
        method: request.method,
        reason: reasonOf(error),
      })
    }
    const answer = known ?? { status: 500, body: { error: 'ERR_INTERNAL' } }
    // Fastify would close at once, and a sender that is still writing then sees a broken line instead of the answer.
    if (answer.status === 413 && Number(request.headers['content-length']) <= DROPPED_BYTES)
      reply.removeHeader('connection')
    const { retryAfter } = answer.body
    if (answer.status === 429 && typeof retryAfter === 'number')
      reply.header('retry-after', String(retryAfter))
    if (request.routeOptions.config.external) {
      const message = apiErrorText(answer.body.error, request.headers['accept-language'])
      if (message !== null) return reply.code(answer.status).send({ ...answer.body, message })
    }
    return reply.code(answer.status).send(answer.body)
  })
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'ERR_NOT_FOUND' }))
}
