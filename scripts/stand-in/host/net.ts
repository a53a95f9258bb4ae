import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ClientRequestHost } from './net-request'
import { NetWebSocketHost } from './net-socket'
import { handlerOf } from './protocol'
import { refusing } from './refusing'
import { network } from './surroundings'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.txt': 'text/plain',
}

async function fromFile(url: URL): Promise<Response> {
  const path = fileURLToPath(url)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new Error('net::ERR_FILE_NOT_FOUND')
  const headers = {
    'content-type': TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'content-length': String(found.size),
  }
  return new Response(Readable.toWeb(createReadStream(path)) as unknown as BodyInit, { headers })
}

export const net = refusing('net', {
  /** Electron's net.fetch: the web, files, and schemes with a handler (unless bypassed). */
  async fetch(
    input: string | URL | Request,
    init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
  ) {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.protocol === 'file:') return fromFile(url)
    const handler = init?.bypassCustomProtocolHandlers ? null : handlerOf(url.protocol.slice(0, -1))
    if (handler) return handler(new Request(input, init))
    return fetch(input, init)
  },
  request: (options: Electron.ClientRequestConstructorOptions | string) => new ClientRequestHost(options),
  WebSocket: NetWebSocketHost,
  isOnline: (): boolean => network.online,
  get online(): boolean {
    return network.online
  },
})
