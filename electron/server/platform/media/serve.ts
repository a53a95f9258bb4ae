/**
 * GET /media/<companyId>/<file>: only for members of the company (announcements: for everybody), with ranges, never as
 * something executable.
 */
import { Readable } from 'node:stream'
import { parseRange, REFRESH_COOKIE } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { servedAs } from '../../../file-kinds'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { companyOfCookie } from '../auth/refresh'
import type { Reader } from '../db/client'
import { announcements } from '../db/schema'
import { authenticate } from '../http/access'
import { mediaUrl } from './folder'

const address = z.object({
  companyId: z.coerce.number().int().positive(),
  file: z.string().regex(/^[\w-][\w.-]*$/),
})

/** The company of the caller: by bearer token, or by the refresh cookie for browser elements. */
async function companyOf(app: Workspace, request: FastifyRequest): Promise<number> {
  if (request.headers.authorization) return (await authenticate(app, request)).companyId
  const cookie = request.cookies[REFRESH_COOKIE]
  const companyId = cookie ? await companyOfCookie(app.db, cookie) : null
  if (companyId === null) throw new ApiError('ERR_SESSION_EXPIRED')
  return companyId
}

/** Whether a file is the picture of an announcement, which every company reads. */
async function isAnnounced(db: Reader, companyId: number, file: string): Promise<boolean> {
  const shown = and(
    eq(announcements.status, true),
    eq(announcements.companyId, companyId),
    eq(announcements.mediaPath, mediaUrl(companyId, file)),
  )
  return (await db.$count(announcements, shown)) > 0
}

function headers(reply: FastifyReply, file: string, etag: string, changed: Date): void {
  const kind = servedAs(file)
  reply.headers({
    'content-type': kind.mime,
    'content-disposition': kind.inline ? 'inline' : `attachment; filename="${file}"`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    etag,
    'last-modified': changed.toUTCString(),
  })
  if (!kind.inline) reply.header('content-security-policy', "sandbox; default-src 'none'")
}

/** Registers the media route (GET and HEAD). */
export function serveMedia(http: FastifyInstance, app: Workspace): void {
  http.get('/media/:companyId/:file', async (request, reply) => {
    const parsed = address.safeParse(request.params)
    if (!parsed.success) throw new ApiError('ERR_NOT_FOUND')
    const { companyId, file } = parsed.data
    const caller = await companyOf(app, request)
    if (caller !== companyId && !(await isAnnounced(app.db, companyId, file)))
      throw new ApiError('ERR_NO_PERMISSION')

    const info = await app.media.facts(companyId, file)
    if (!info) throw new ApiError('ERR_NOT_FOUND')
    const etag = `"${info.size.toString(16)}-${Math.floor(info.changed.getTime()).toString(16)}"`
    headers(reply, file, etag, info.changed)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()

    const ifRange = request.headers['if-range']
    const range = ifRange && ifRange !== etag ? 'whole' : parseRange(request.headers.range, info.size)
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${info.size}`).send('')
    }
    if (range === 'whole') {
      reply.header('content-length', info.size)
      // Only the length is needed: a remote store sends no bytes for it.
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      return reply.send(await app.media.read(companyId, file))
    }
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${info.size}`)
      .header('content-length', range.end - range.start + 1)
      .send(await app.media.read(companyId, file, range))
  })
}
