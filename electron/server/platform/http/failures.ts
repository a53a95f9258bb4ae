/** Turns anything thrown below a route into an answer: always `{ "error": CODE }`, never a stack. */

import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { AnsweredError } from '../../errors'
import { type Log, reasonOf } from '../../log'
import { isDatabaseLost } from '../db/engine/lost'
import { isReferenceGone } from '../db/engine/references'
import { REFRESH_TEXT, StaleToken } from './access'
import { apiErrorText } from './api-error-text'

/** Most faults listed in an answer. */
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

/** One fault for each unknown field, by its name: the schema reports one for all of them. */
const fieldsOf = (issue: ZodError['issues'][number]): ZodError['issues'] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map(key => ({ ...issue, path: [...issue.path, key], message: 'Unknown field' }))
    : [issue]

/** Maps a thrown value to status and body; null for an unexpected one. */
function answerFor(error: unknown): Answer | null {
  if (error instanceof AnsweredError)
    return { status: error.status, body: { error: error.code, ...error.details } }
  // A failed statement is wrapped in an error with its text; the cause is inside.
  if (error instanceof Error && isDatabaseLost(error))
    return { status: 503, body: { error: 'ERR_DATABASE_LOST' } }
  // The row existed when it was looked up and was deleted meanwhile.
  if (isReferenceGone(error)) return { status: 404, body: { error: 'ERR_NOT_FOUND' } }
  if (error instanceof StaleToken) return { status: 403, body: { error: REFRESH_TEXT } }
  if (error instanceof ZodError) {
    const issues = error.issues
      .flatMap(fieldsOf)
      .slice(0, ISSUES_TOLD)
      // The kind of value decides: a text is too long, a number too high.
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
    // Fastify would close at once, and a sender that is still writing would see a broken connection instead of the
    // answer.
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
