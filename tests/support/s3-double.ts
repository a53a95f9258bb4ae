/**
 * A store that speaks the part of S3 the server uses, on loopback. It believes nobody: each request's signature (version 4) is
 * computed anew from what arrived, and its body has to have the hash it states.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const S3_KEYS = { id: 'AKIDOUBLE', secret: 'secret/of/the+double' }

export interface S3Double {
  /** Address of the store. */
  endpoint: string
  bucket: string
  /** What is stored, by key. */
  objects: Map<string, { bytes: Buffer; at: Date }>
  /** What was asked, such as `GET 1/a.png bytes=0-1`. */
  asked: string[]
  /** Requests that were not signed as they have to be. */
  unsigned: number
  /** While true, nothing is answered but 503. */
  down: boolean
  close(): Promise<void>
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** Whether a request carries the signature it has to, over a body of the stated hash. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    )
  if (!said) return false
  const [, id, scope = '', day = '', region = '', names = '', signature] = said
  const stated = String(request.headers['x-amz-content-sha256'])
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) return false
  if (!names.split(';').includes('host') || !names.split(';').includes('x-amz-content-sha256')) return false
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double')
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names
    .split(';')
    .map(name => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [request.method, pathname, query, headers, names, stated].join('\n')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${S3_KEYS.secret}`, day))
  return id === S3_KEYS.id && hmac(key, text).toString('hex') === signature
}

/** Starts the store with one bucket. @param page keys in one answer of a list. */
export async function s3Double(page = 3): Promise<S3Double> {
  const bucket = 'turno-files'
  const objects: S3Double['objects'] = new Map()
  const state = { asked: [] as string[], unsigned: 0, down: false }

  const list = (url: URL): string => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
    const shown = keys.slice(0, page)
    const more = keys.length > shown.length
    const contents = shown.map(key => `<Contents><Key>${key}</Key></Contents>`).join('')
    const next = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`
  }

  const answer = (request: IncomingMessage, body: Buffer, reply: ServerResponse): unknown => {
    const url = new URL(request.url ?? '/', 'http://double')
    const [, named = '', ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const fault = (status: number, code: string): void => {
      reply.writeHead(status, { 'content-type': 'application/xml' })
      reply.end(
        request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      )
    }
    state.asked.push([request.method, key, request.headers.range].filter(Boolean).join(' '))
    if (state.down) return fault(503, 'ServiceUnavailable')
    if (!isSigned(request, body)) {
      state.unsigned += 1
      return fault(403, 'SignatureDoesNotMatch')
    }
    if (named !== bucket) return fault(404, 'NoSuchBucket')
    if (key === '') {
      reply.writeHead(200, { 'content-type': 'application/xml' })
      return reply.end(request.method === 'GET' ? list(url) : '')
    }
    if (request.method === 'PUT') {
      const from = request.headers['x-amz-copy-source']
      const source = from ? objects.get(decodeURIComponent(String(from)).replace(`${bucket}/`, '')) : null
      if (from && !source) return fault(404, 'NoSuchKey')
      objects.set(key, { bytes: source ? source.bytes : body, at: new Date() })
      reply.writeHead(200, { 'content-type': 'application/xml' })
      return reply.end(from ? '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>' : '')
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return fault(404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes
    reply.writeHead(range ? 206 : 200, {
      'content-length': part.length,
      'last-modified': found.at.toUTCString(),
      ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${found.bytes.length}` } : {}),
    })
    reply.end(request.method === 'HEAD' ? undefined : part)
  }

  const server = createServer((request, reply) => {
    buffer(request).then(
      body => answer(request, body, reply),
      () => reply.destroy(),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
