/** GET /public/logos/<file>: for anybody, also before sign-in; served as an image only. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogoType } from '@contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { logoFolder, readLogoName } from './store'

const MIME: Record<LogoType, string> = {
  png: 'image/png',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}
const address = z.object({ file: z.string().max(80) })

/** Registers the route (GET and HEAD). */
export function serveLogos(http: FastifyInstance, app: Workspace): void {
  http.get('/public/logos/:file', async (request, reply) => {
    const file = address.safeParse(request.params).data?.file ?? ''
    const known = readLogoName(file)
    const bytes = known && (await readFile(join(logoFolder(app.folder), file)).catch(() => null))
    if (!known || !bytes) throw new ApiError('ERR_NOT_FOUND')
    return reply
      .headers({
        'content-type': MIME[known.type],
        // Opened as a page of its own, an SVG must still only draw.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(bytes)
  })
}
