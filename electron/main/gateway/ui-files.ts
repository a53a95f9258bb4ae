/** The UI's own files, from `out/renderer`, or from Vite's server in a run from source. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FetchLike } from '../session/http'
import { errorAnswer } from './answers'
import { contentSecurityPolicy, harden, permissionsPolicy } from './csp'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** The pages have it where the nonce of each load goes. */
const NONCE_PLACE = '%CSP_NONCE%'

/** Content type by file name; unknown kinds are plain bytes. */
const typeOf = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'

/** Answers a path of the UI (already authorized). */
export type UiFiles = (path: string, request: Request) => Promise<Response>

/**
 * Serves a folder: existing files with their type, any path without an extension as `index.html` (the router's routes),
 * everything else 404.
 */
export function uiFolder(root: string): UiFiles {
  return async (path, request) => {
    const isFile = extname(path) !== ''
    const wanted = isFile ? path : '/index.html'
    const file = join(root, wanted)
    // authorize() has refused traversal; this holds even if a caller forgets it.
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return errorAnswer(404, 'ERR_NOT_FOUND')
    let bytes: Buffer<ArrayBuffer>
    try {
      bytes = (await readFile(file)) as Buffer<ArrayBuffer>
    } catch {
      return errorAnswer(404, 'ERR_NOT_FOUND')
    }
    const isPage = wanted.endsWith('.html')
    const nonce = isPage ? randomBytes(16).toString('base64') : null
    if (nonce) bytes = Buffer.from(bytes.toString('utf8').replaceAll(NONCE_PLACE, nonce))
    const headers = harden(
      new Headers({
        'content-type': typeOf(wanted),
        'content-length': String(bytes.byteLength),
        'content-security-policy': contentSecurityPolicy(null, nonce, wanted === '/index.html'),
        // Names under assets/ carry a hash of their content.
        'cache-control': wanted.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : isPage
            ? 'no-store'
            : 'no-cache',
      }),
    )
    if (isPage) headers.set('permissions-policy', permissionsPolicy(wanted === '/recorder.html'))
    return new Response(request.method === 'HEAD' ? null : bytes, { headers })
  }
}

/** Passes the UI's paths to Vite's server; only in a run from source. */
export function uiFromDevServer(base: string, fetch: FetchLike): UiFiles {
  const policy = contentSecurityPolicy(base, null, true)
  return async (path, request) => {
    const url = new URL(request.url)
    // Vite serves modules whose names have no extension too (`/@vite/client`), so it decides what exists.
    const answer = await fetch(new URL(path + url.search, base).href, {
      method: request.method,
      headers: { accept: request.headers.get('accept') ?? '*/*' },
    })
    const headers = harden(new Headers())
    for (const name of ['content-type', 'etag', 'cache-control']) {
      const value = answer.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    headers.set('content-security-policy', policy)
    return new Response(request.method === 'HEAD' || answer.status === 304 ? null : answer.body, {
      status: answer.status,
      headers,
    })
  }
}
