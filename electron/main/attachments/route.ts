/**
 * The gateway's `/local/attachments` route: how a window hands over bytes and looks at them again.
 *
 * - `POST /local/attachments?name=<file name>`, body = the bytes, Content-Type = the media type
 *   -> 201 with an Attachment (contract/bridge), 413 ERR_FILE_TOO_LARGE, 401 when signed out
 * - `POST /local/attachments?name=<file name>&size=<bytes of the whole>`, body = its first piece -> 202 with `{ upload }`
 * - `POST /local/attachments/<upload>?from=<bytes so far>`, body = the next piece -> 202, and 201 as above after the last
 * - `GET /local/attachments/<id>` (Range understood) -> the bytes, for previews
 * - `DELETE /local/attachments/<id or upload>` -> 204; deletes it unless a draft or an outbox entry names it
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { LOCAL_ATTACHMENTS_PATH, parseRange } from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { Attachments, StoredFile } from './attachments'
import { createPieces, type Pieces, type Taken } from './pieces'

/** Shown by the page itself; everything else is only ever saved, because a page of ours must not run a stranger's file. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|bmp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

const errorAnswer = (status: number, error: string): Response =>
  Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } })

function headersOf(file: StoredFile): Headers {
  const shown = SHOWN.test(file.mime)
  const headers = new Headers({
    'content-type': shown ? file.mime : 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (!shown) {
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  }
  return headers
}

const bytesOf = (request: Request): AsyncIterable<Uint8Array> =>
  request.body
    ? (Readable.fromWeb(request.body as NodeStream<Uint8Array>) as AsyncIterable<Uint8Array>)
    : (async function* () {})()

const whole = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

const takenAnswer = ({ id, file }: Taken): Response =>
  Response.json(file ?? { upload: id }, {
    status: file ? 201 : 202,
    headers: { 'cache-control': 'no-store' },
  })

async function piece(pieces: Pieces, request: Request, url: URL, id: string): Promise<Response> {
  const bytes = bytesOf(request)
  if (id !== '') return takenAnswer(await pieces.next(id, whole(url.searchParams.get('from')) ?? -1, bytes))
  const size = whole(url.searchParams.get('size')) ?? 0
  const name = url.searchParams.get('name') ?? ''
  return takenAnswer(
    await pieces.begin({ name, mime: request.headers.get('content-type') ?? '', size }, bytes),
  )
}

async function receive(attachments: Attachments, request: Request, url: URL): Promise<Response> {
  const length = request.headers.get('content-length')
  const declared = length !== null && /^\d+$/.test(length) ? Number(length) : null
  const attachment = await attachments.receive({
    name: url.searchParams.get('name') ?? '',
    mime: request.headers.get('content-type') ?? '',
    bytes: bytesOf(request),
    declared,
  })
  return Response.json(attachment, { status: 201, headers: { 'cache-control': 'no-store' } })
}

async function show(attachments: Attachments, request: Request, id: string): Promise<Response> {
  const file = await attachments.find(id)
  if (!file) return errorAnswer(404, 'ERR_NOT_FOUND')
  const headers = headersOf(file)
  const range = parseRange(request.headers.get('range'), file.size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const whole = range === 'whole'
  const part = whole ? { start: 0, end: file.size - 1 } : range
  headers.set('content-length', String(part.end - part.start + 1))
  if (!whole) headers.set('content-range', `bytes ${part.start}-${part.end}/${file.size}`)
  const status = whole ? 200 : 206
  if (request.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers })
  const stream = Readable.toWeb(attachments.read(id, part)) as unknown as ReadableStream<Uint8Array>
  return new Response(stream, { status, headers })
}

/**
 * Makes the route's handler. The caller has already checked that the request comes from one of our windows and that
 * its path starts with LOCAL_ATTACHMENTS_PATH.
 * @param signedIn whether files may be taken in.
 */
export function createAttachmentRoute(deps: {
  attachments: Attachments
  signedIn: () => boolean
  log: Log
}): (request: Request) => Promise<Response> {
  const { attachments, log } = deps
  const pieces = createPieces({ attachments, newId: randomUUID })
  return async request => {
    const url = new URL(request.url)
    const id = url.pathname.slice(LOCAL_ATTACHMENTS_PATH.length).replace(/^\//, '')
    try {
      if (!deps.signedIn()) return errorAnswer(401, 'ERR_SESSION_EXPIRED')
      if (request.method === 'POST' && (id !== '' || url.searchParams.has('size')))
        return await piece(pieces, request, url, id)
      if (id === '' && request.method === 'POST') return await receive(attachments, request, url)
      if (id !== '' && (request.method === 'GET' || request.method === 'HEAD')) {
        return await show(attachments, request, id)
      }
      if (id !== '' && request.method === 'DELETE') {
        if (!pieces.drop(id) && (await attachments.find(id))) await attachments.release([id])
        return new Response(null, { status: 204 })
      }
      return errorAnswer(405, 'ERR_NOT_FOUND')
    } catch (error) {
      if (error instanceof MainError) {
        return errorAnswer(error.code === 'ERR_FILE_TOO_LARGE' ? 413 : 400, error.code)
      }
      log.error('attachment could not be handled', { error, method: request.method })
      return errorAnswer(500, 'BRIDGE_FAILED')
    }
  }
}
