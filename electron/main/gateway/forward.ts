/** `/api`, `/media` and `/public`: a request of the UI carried to the server and its answer carried back. */
import { CONNECTION_TOKEN_HEADER, externalApiEndpoints, IDEMPOTENCY_HEADER } from '../../../src/contract'
import type { Log } from '../log/log'
import type { ServerClient, ServerInit } from '../session/server-client'
import { errorAnswer } from './answers'
import { harden, INERT_POLICY } from './csp'

/** What the server may know of the request. Origin, cookies and browser details stay here. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  IDEMPOTENCY_HEADER,
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  'x-requested-with',
]

/** Hop-by-hop, session, and what described the encoded body that fetch has decoded. */
const DROPPED = new Set([
  'connection',
  'content-encoding',
  'content-security-policy',
  'content-security-policy-report-only',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
])

const NULL_BODY = new Set([101, 103, 204, 205, 304])
/** Bodies of forms and calls are held for one retry; files are streamed. */
const BUFFERED = /^application\/(?:json|x-www-form-urlencoded)\b|^text\/plain\b/i
const BUFFER_MAX_BYTES = 12 * 1024 * 1024
const HTML = /^(?:text\/html|application\/xhtml)/i
/** Types a browser would run; served as text, with `nosniff`, they are only words, whoever asks for them as what. */
const RUNNABLE = /javascript|ecmascript|html|wasm|text\/css|xslt/i

/** The call of the messages API that a window makes with a connection's token, to try it. */
const EXTERNAL_SEND = `/api${externalApiEndpoints['externalApi.send'].path}`

async function bodyOf(request: Request): Promise<{ body?: ServerInit['body']; tooLarge?: boolean }> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return {}
  const type = request.headers.get('content-type') ?? ''
  if (type !== '' && !BUFFERED.test(type)) return { body: request.body }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > BUFFER_MAX_BYTES) return { tooLarge: true }
    parts.push(part)
  }
  if (size === 0) return {}
  const bytes = Buffer.concat(parts)
  return { body: () => bytes }
}

/** The headers of an upstream answer as the UI may see them. */
function inwardHeaders(upstream: Headers): Headers {
  const headers = new Headers()
  const encoded = (upstream.get('content-encoding') ?? 'identity') !== 'identity'
  upstream.forEach((value, name) => {
    if (DROPPED.has(name) || name.startsWith('access-control-')) return
    if (name === 'content-length' && encoded) return
    headers.set(name, value)
  })
  if (RUNNABLE.test(headers.get('content-type') ?? ''))
    headers.set('content-type', 'text/plain; charset=utf-8')
  headers.set('content-security-policy', INERT_POLICY)
  return harden(headers)
}

/**
 * Carries one request. Electron does not report that a page has given a request up; the body of the answer is then
 * cancelled, which stops the call (session/request-fetch.ts).
 * @param area `api` goes below the API base, the others below the server's origin.
 * @returns the server's answer; 503 SERVER_UNREACHABLE, or SERVER_CERTIFICATE, when there is none; 502 SERVER_UNREADABLE for a page.
 */
export async function forward(
  request: Request,
  url: URL,
  area: 'api' | 'media' | 'public',
  client: ServerClient,
  log: Log,
): Promise<Response> {
  const { body, tooLarge } = await bodyOf(request)
  if (tooLarge) return errorAnswer(413, 'ERR_FILE_TOO_LARGE')
  const headers = new Headers()
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const connectionToken = request.headers.get(CONNECTION_TOKEN_HEADER)
  const isExternal = request.method === 'POST' && url.pathname === EXTERNAL_SEND
  const init: ServerInit = {
    method: request.method,
    headers,
    ...(body ? { body } : {}),
    ...(isExternal ? { bearer: connectionToken ?? '' } : {}),
  }
  let upstream: Response
  try {
    upstream =
      area === 'api'
        ? await client.fetch(url.pathname.replace(/^\/api\/?/, '') + url.search, init)
        : await client.fetchFromOrigin(url.pathname + url.search, init)
  } catch (error) {
    const code = (error as { code?: unknown }).code
    log.warn('request not answered', { method: request.method, area, error })
    if (code === 'SERVER_UNREADABLE') return errorAnswer(502, 'SERVER_UNREADABLE')
    if (code === 'BRIDGE_INVALID_INPUT') return errorAnswer(400, 'ERR_NOT_FOUND')
    return errorAnswer(503, code === 'SERVER_CERTIFICATE' ? code : 'SERVER_UNREACHABLE')
  }
  const stored = area !== 'api'
  const isPage = HTML.test(upstream.headers.get('content-type') ?? '')
  if (isPage && (!stored || !upstream.ok)) {
    await upstream.body?.cancel()
    log.warn('the server answered with a page', { method: request.method, area, status: upstream.status })
    return errorAnswer(upstream.status >= 400 ? upstream.status : 502, 'SERVER_UNREADABLE')
  }
  const nullBody = NULL_BODY.has(upstream.status) || request.method === 'HEAD'
  return new Response(nullBody ? null : upstream.body, {
    status: upstream.status,
    statusText: upstream.statusText,
    headers: inwardHeaders(upstream.headers),
  })
}
