import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable, Writable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ClientRequestConstructorOptions } from 'electron'
import { authInfoOf, learn, proxyFor, proxyHeaders, refusedBy } from './net-proxy'

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 32 }),
  'https:': new https.Agent({ keepAlive: true, maxSockets: 32 }),
} as const
/** The network's own names for what Node calls otherwise. */
const FAILURES: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'net::ERR_TIMED_OUT',
  EHOSTUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'net::ERR_INTERNET_DISCONNECTED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'net::ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'net::ERR_CERT_AUTHORITY_INVALID',
  CERT_HAS_EXPIRED: 'net::ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'net::ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'net::ERR_CERT_COMMON_NAME_INVALID',
  ERR_SSL_WRONG_VERSION_NUMBER: 'net::ERR_SSL_PROTOCOL_ERROR',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'net::ERR_SSL_PROTOCOL_ERROR',
  EPROTO: 'net::ERR_SSL_PROTOCOL_ERROR',
}
/** Of an error, also of one for several addresses tried at once. */
const failureOf = (error: Error & { code?: string }): Error => {
  const { code } = error instanceof AggregateError ? (error.errors[0] as { code?: string }) : error
  return new Error(FAILURES[code ?? ''] ?? `net::ERR_FAILED (${error.message})`)
}
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Electron's IncomingMessage: a plain stream over what the network hands over. Throwing it away tells nobody; only
 * `abort()` of its request does.
 */
class AnswerHost extends Readable {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Record<string, string | string[]>
  readonly rawHeaders: string[]

  constructor(
    private readonly source: Readable,
    head: IncomingMessage,
  ) {
    super()
    this.statusCode = head.statusCode ?? 0
    this.statusMessage = head.statusMessage ?? ''
    this.headers = head.headers as Record<string, string | string[]>
    this.rawHeaders = head.rawHeaders
    source.on('data', chunk => {
      if (!this.destroyed && !this.push(chunk)) source.pause()
    })
    source.on('end', () => this.push(null))
    source.on('error', error => this.destroy(error))
  }

  override _read(): void {
    this.source.resume()
  }
}

function decoded(message: IncomingMessage): Readable {
  switch (message.headers['content-encoding']) {
    case 'gzip':
      return message.pipe(createGunzip())
    case 'deflate':
      return message.pipe(createInflate())
    case 'br':
      return message.pipe(createBrotliDecompress())
    default:
      return message
  }
}

/** Electron's ClientRequest: the system's proxy, no cookies, a body collected first unless `chunkedEncoding` is set. */
export class ClientRequestHost extends Writable {
  chunkedEncoding = false
  private readonly url: URL
  private readonly method: string
  private readonly redirectMode: string
  private readonly headers = new Map<string, string>()
  private readonly collected: Buffer[] = []
  private request: http.ClientRequest | null = null
  private answer: AnswerHost | null = null
  private aborted = false

  constructor(options: ClientRequestConstructorOptions | string) {
    super()
    const {
      url,
      method = 'GET',
      redirect = 'follow',
    } = typeof options === 'string' ? { url: options } : options
    if (!url) throw new Error('The stand-in makes requests by url only')
    this.url = new URL(url)
    this.method = method.toUpperCase()
    this.redirectMode = redirect
  }

  setHeader(name: string, value: string): void {
    if (this.request) throw new Error("Can't set headers after they are sent")
    this.headers.set(name.toLowerCase(), String(value))
  }

  removeHeader(name: string): void {
    this.headers.delete(name.toLowerCase())
  }

  override _write(
    chunk: Buffer | string,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
    if (!this.chunkedEncoding) {
      this.collected.push(bytes)
      done()
      return
    }
    this.request ??= this.open()
    this.request.write(bytes, done)
  }

  override _final(done: () => void): void {
    if (!this.request) {
      this.request = this.open()
      if (this.collected.length > 0) this.request.end(Buffer.concat(this.collected))
      else this.request.end()
    } else this.request.end()
    done()
  }

  /** Cancels the request; the answer that may be on its way is destroyed. */
  abort(): void {
    if (!this.aborted) process.nextTick(() => this.emit('abort'))
    this.aborted = true
    this.die()
  }

  private die(error?: Error): void {
    // A request whose body is sent is a finished stream, which would keep the error to itself.
    if (error && this.destroyed) this.emit('error', error)
    else this.destroy(error)
    this.request?.destroy()
    this.answer?.destroy(error)
  }

  private open(): http.ClientRequest {
    const proxy = proxyFor(this.url)
    const used = proxy ? proxyHeaders(proxy) : {}
    const headers: Record<string, string> = {
      'accept-encoding': 'gzip, deflate, br',
      ...Object.fromEntries(this.headers),
      ...used,
      host: this.url.host,
    }
    if (!this.chunkedEncoding && this.collected.length > 0)
      headers['content-length'] = String(this.collected.reduce((sum, one) => sum + one.byteLength, 0))
    // Node frames no body of a DELETE by itself.
    if (this.chunkedEncoding) headers['transfer-encoding'] = 'chunked'
    const { method } = this
    const request = proxy
      ? http.request({
          host: proxy.hostname,
          port: Number(proxy.port || 80),
          method,
          path: this.url.href,
          headers,
          agent: agents['http:'],
        })
      : this.url.protocol === 'https:'
        ? https.request(this.url, { method, headers, agent: agents['https:'] })
        : http.request(this.url, { method, headers, agent: agents['http:'] })
    request.on('response', message => this.answered(message, proxy, used['proxy-authorization']))
    request.on('error', error => {
      if (!this.aborted && !this.answer) this.die(failureOf(error))
    })
    return request
  }

  private answered(message: IncomingMessage, proxy: URL | null, used: string | undefined): void {
    const { statusCode = 0, headers } = message
    if (this.aborted) message.destroy()
    else if (proxy && statusCode === 407) this.asked(message, proxy, used)
    else if (REDIRECTS.has(statusCode) && headers.location) this.redirected(message, headers.location)
    else {
      this.answer = new AnswerHost(decoded(message), message)
      this.emit('response', this.answer)
    }
  }

  private asked(message: IncomingMessage, proxy: URL, used: string | undefined): void {
    refusedBy(proxy, used)
    const give = (username?: string, password?: string) => {
      if (this.aborted) return
      if (!username) {
        this.answer = new AnswerHost(message, message)
        this.emit('response', this.answer)
        return
      }
      message.resume()
      // An upload that streamed is gone; Chromium asks for it again from where it came.
      if (this.chunkedEncoding) return this.die(new Error('net::ERR_UPLOAD_STREAM_REWIND_NOT_SUPPORTED'))
      learn(proxy, username, password ?? '')
      this.request = this.open()
      if (this.collected.length > 0) this.request.end(Buffer.concat(this.collected))
      else this.request.end()
    }
    if (!this.emit('login', authInfoOf(proxy, message), give)) give()
  }

  private redirected(message: IncomingMessage, location: string): void {
    message.resume()
    if (this.redirectMode !== 'manual') {
      this.die(new Error(`The stand-in follows no redirect (${this.redirectMode})`))
      return
    }
    const headers: Record<string, string[]> = {}
    for (const [name, value] of Object.entries(message.headers)) headers[name] = [value ?? ''].flat()
    const target = new URL(location, this.url).href
    this.emit('redirect', message.statusCode, this.method, target, headers)
    if (!this.aborted) this.die(new Error('Redirect was cancelled'))
  }
}
