import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { WindowFacts } from '../wire'
import { say } from './bus'
import { standInFolder } from './environment'
import { Keys } from './keys'
import { ownFile } from './paths'
import { handlerOf } from './protocol'

/** What the gateway must know of windows; given by the window list. */
export interface WindowManager {
  factsOf(windowId: number): WindowFacts | null
  preloads(): Map<string, string>
  /** A page of this window is being loaded: its silence is a reload, not a farewell. */
  arriving(windowId: number): void
  download(windowId: number | null, appUrl: string, response: Response): void
}

const OWN = '/__stand-in/'
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'te', 'trailer'])

/**
 * The loopback server that stands for `app://<host>`: each request is turned into the Request that Electron's
 * protocol handler would get, and the handler's Response is streamed back. Only a browser that used a one-time key is
 * let in, only at the address itself (no DNS rebinding) and only from its own pages (no other site).
 */
export class Gateway {
  readonly keys = new Keys()
  private server: Server | null = null
  private address = ''
  private scheme = 'app'
  private host = 'turno'

  constructor(private readonly windowManager: WindowManager) {}

  /** Starts listening on 127.0.0.1, any free port. Safe to call again. */
  async start(
    onUpgrade: (request: IncomingMessage, socket: import('node:stream').Duplex, head: Buffer) => void,
  ) {
    if (this.server) return
    // Electron hands a page's request to main whatever its length; Node would break the line at 16 KiB.
    const server = createServer(
      { maxHeaderSize: 2 ** 20 },
      (request, response) => void this.answer(request, response),
    )
    this.server = server
    server.on('upgrade', onUpgrade)
    server.requestTimeout = 0
    // The port of the last time, so that the page's origin (and its localStorage) survives a restart; any, if taken.
    const kept = ownFile('stand-in.port')
    await listen(server, rememberedPort(kept)).catch(() => listen(server, 0))
    const { port } = server.address() as AddressInfo
    writeFileSync(kept, String(port), { mode: 0o600 })
    this.address = `127.0.0.1:${port}`
  }

  /** `http://127.0.0.1:<port>`. */
  get origin(): string {
    return `http://${this.address}`
  }

  /** `app://<host>`: what main sees instead of the loopback address. */
  get appOrigin(): string {
    return `${this.scheme}://${this.host}`
  }

  /** Which scheme and host the pages belong to, taken from the first loadURL. All windows must share them. */
  serve(appUrl: URL, first: boolean): void {
    const scheme = appUrl.protocol.slice(0, -1)
    if (first) {
      this.scheme = scheme
      this.host = appUrl.host
    } else if (`${scheme}://${appUrl.host}` !== this.appOrigin) {
      throw new Error(`The stand-in serves one origin (${this.appOrigin}), not ${appUrl.href}`)
    }
  }

  /** The address that opens `path` as this window, once. */
  invite(windowId: number, path: string): string {
    return `${this.origin}${OWN}enter?key=${this.keys.issue(windowId, path)}`
  }

  /** A page's address as main knows it: the loopback origin becomes `app://<host>`; others stay. */
  toAppUrl(url: string): string {
    return url.startsWith(`${this.origin}/`) ? this.appOrigin + url.slice(this.origin.length) : url
  }

  /** Whether a request (page or socket) comes from an admitted browser and from this very origin. */
  admits(request: IncomingMessage): boolean {
    const { host, origin, cookie } = request.headers
    const site = request.headers['sec-fetch-site']
    if (host !== this.address) return false
    if (origin !== undefined && origin !== this.origin) return false
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
    return this.keys.admitted(cookie)
  }

  stop(): void {
    this.server?.closeAllConnections()
    this.server?.close()
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', this.origin)
      if (url.pathname === `${OWN}enter`) return this.enter(request, url, response)
      if (!this.admits(request)) return refuse(response, 403, 'This address belongs to a Turno window.')
      if (url.pathname.startsWith(OWN)) return this.own(request, url, response)
      await this.forward(request, url, response)
    } catch (error) {
      say(`request ${request.method} ${request.url} failed: ${error instanceof Error ? error.stack : error}`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The handler failed.')
    }
  }

  /** The door: a good key is used up, the browser admitted, and the tab learns which window it is. */
  private enter(request: IncomingMessage, url: URL, response: ServerResponse): void {
    const held =
      request.headers.host === this.address ? this.keys.consume(url.searchParams.get('key') ?? '') : null
    if (!held || request.method !== 'GET') {
      refuse(response, 403, 'This address was used already.')
      return
    }
    const facts = JSON.stringify({ token: this.keys.tokenFor(held.windowId), path: held.path })
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; script-src 'self'`,
    }
    if (!this.keys.admitted(request.headers.cookie)) headers['set-cookie'] = this.keys.admit()
    response.writeHead(200, headers)
    const data = facts.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    response.end(
      `<!doctype html><title>Turno</title><script src="${OWN}enter.js" data-facts="${data}"></script>`,
    )
  }

  private own(request: IncomingMessage, url: URL, response: ServerResponse): void {
    const script = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }
    switch (url.pathname) {
      case `${OWN}enter.js`:
        response.writeHead(200, script).end(readFileSync(join(standInFolder, 'enter.js')))
        return
      case `${OWN}preload.js`:
        response.writeHead(200, script).end(this.preloadScript())
        return
      case `${OWN}window`: {
        const windowId = this.keys.windowOf(String(request.headers['x-turno-window'] ?? ''))
        const facts = windowId === null ? null : this.windowManager.factsOf(windowId)
        if (windowId === null || !facts) {
          refuse(response, 404, 'No such window.')
          return
        }
        this.windowManager.arriving(windowId)
        response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        response.end(JSON.stringify(facts))
        return
      }
      default:
        refuse(response, 404, 'No such thing.')
    }
  }

  /** The page side of the stand-in followed by the real preloads, each as a function; the page runs its own one. */
  private preloadScript(): string {
    const runtime = readFileSync(join(standInFolder, 'page.js'), 'utf8')
    const preloads = [...this.windowManager.preloads()].map(
      ([path, source]) =>
        `${JSON.stringify(path)}: function (require, module, exports, process, Buffer) {\n${source}\n}`,
    )
    return `(function () {\n${runtime}\n;turnoStandIn_page.turnoStandIn({\n${preloads.join(',\n')}\n});\n})();\n`
  }

  private async forward(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const handler = handlerOf(this.scheme)
    if (!handler) return refuse(response, 404, `No handler for ${this.scheme}:`)
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const appUrl = this.toAppUrl(url.href)
    const incoming = new Request(appUrl, {
      method: request.method,
      headers: this.inward(request),
      body: hasBody ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : undefined,
      duplex: hasBody ? 'half' : undefined,
      // No signal: Electron's handler never learns that a page has left; only a body that is no more wanted is cancelled.
    } as RequestInit)
    const answer = await handler(incoming)
    if (!(answer instanceof Response)) throw new TypeError(`the handler of ${this.scheme}: gave no Response`)
    const top = request.headers['sec-fetch-dest'] === 'document'
    if (top && /^attachment\b/i.test(answer.headers.get('content-disposition') ?? '')) {
      this.windowManager.download(null, appUrl, answer)
      response.writeHead(204).end()
      return
    }
    const html = top && /^text\/html\b/i.test(answer.headers.get('content-type') ?? '')
    await this.outward(answer, html, request.method === 'HEAD', response)
  }

  private inward(request: IncomingMessage): Headers {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (HOP.has(name) || value === undefined) continue
      // Chromium adds these on their way to a network; a scheme of the program's own never carries them.
      if (name.startsWith('sec-')) continue
      const text = Array.isArray(value) ? value.join(', ') : value
      if (name === 'cookie') {
        const rest = Keys.strip(text)
        if (rest) headers.set('cookie', rest)
      } else if (name === 'origin') headers.set('origin', this.appOrigin)
      else if (name === 'referer') headers.set('referer', this.toAppUrl(text))
      else headers.set(name, text)
    }
    return headers
  }

  private async outward(
    answer: Response,
    html: boolean,
    head: boolean,
    response: ServerResponse,
  ): Promise<void> {
    const headers: Record<string, string> = {}
    answer.headers.forEach((value, name) => {
      if (!HOP.has(name) && name !== 'set-cookie') headers[name] = value
    })
    if (headers.location?.startsWith(this.appOrigin))
      headers.location = headers.location.slice(this.appOrigin.length)
    if (html && !head) {
      const text = withPreload(await answer.text())
      delete headers['content-encoding']
      headers['content-length'] = String(Buffer.byteLength(text))
      // A stored copy would outlive the key that admitted this browser.
      headers['cache-control'] = 'no-store'
      response.writeHead(answer.status, headers)
      response.end(text)
      return
    }
    response.writeHead(answer.status, headers)
    if (!answer.body || head) {
      response.end()
      return
    }
    const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
    body.once('error', () => response.destroy())
    response.once('close', () => body.destroy())
    // The page may have left while the handler was at work.
    if (response.destroyed) body.destroy()
    body.pipe(response)
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

function rememberedPort(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return 0
  }
}

function withPreload(html: string): string {
  const tag = `<script src="${OWN}preload.js"></script>`
  const head = /<head[^>]*>/i.exec(html)
  if (!head) return html.replace(/^(\s*<!doctype[^>]*>)?/i, start => start + tag)
  const at = head.index + head[0].length
  return html.slice(0, at) + tag + html.slice(at)
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${text}\n`)
}
