import type { Socket } from 'node:net'
import type { WebSocketOptions } from 'electron'
import WebSocket from 'ws'
import { direct, proxyFor, tunnel } from './net-proxy'

/** Messages as Electron delivers them unless asked otherwise. */
type BinaryType = 'nodebuffer' | 'arraybuffer' | 'blob'

/**
 * Electron's net.WebSocket on ws: the WHATWG shape and no more (no ping, no terminate, no look at the wire), through the
 * system's proxy, with the Origin that Electron sends by itself.
 */
export class NetWebSocketHost extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  binaryType: BinaryType = 'nodebuffer'
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: Event) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  readonly url: string
  private state: number = NetWebSocketHost.CONNECTING
  private socket: WebSocket | null = null

  constructor(url: string, protocols?: string | string[] | WebSocketOptions) {
    super()
    const options = typeof protocols === 'object' && !Array.isArray(protocols) ? protocols : { protocols }
    const address = new URL(url)
    if (address.protocol !== 'ws:' && address.protocol !== 'wss:')
      throw new DOMException(`The URL's scheme must be either 'ws' or 'wss'`, 'SyntaxError')
    this.url = address.href
    void this.open(address, options)
  }

  private async open(address: URL, options: WebSocketOptions): Promise<void> {
    const http = new URL(address.href.replace(/^ws/, 'http'))
    const origin = options.origin ?? http.origin
    const port = Number(address.port || (address.protocol === 'wss:' ? 443 : 80))
    let line: Socket | null = null
    try {
      if (address.protocol === 'ws:') {
        const proxy = proxyFor(http)
        const host = address.hostname.replace(/^\[|\]$/g, '')
        line = proxy ? await tunnel(proxy, host, port) : await direct(host, port)
      }
    } catch (error) {
      return this.failed(error as Error)
    }
    if (this.state !== NetWebSocketHost.CONNECTING) return void line?.destroy()
    const given = line
    const socket = new WebSocket(address, options.protocols ?? [], {
      origin,
      headers: options.headers ?? {},
      ...(given ? { createConnection: () => given } : {}),
    })
    this.socket = socket
    socket.on('open', () => {
      if (this.state !== NetWebSocketHost.CONNECTING) return
      this.state = NetWebSocketHost.OPEN
      this.tell(new Event('open'), this.onopen)
    })
    socket.on('message', (data: Buffer, isBinary) => {
      const value = isBinary ? this.binary(data) : data.toString()
      this.tell(new MessageEvent('message', { data: value }), this.onmessage)
    })
    socket.on('error', () => this.tell(new Event('error'), this.onerror))
    socket.on('close', (code, reason) => this.closed(code, String(reason)))
  }

  private binary(data: Buffer): unknown {
    if (this.binaryType === 'nodebuffer') return data
    return this.binaryType === 'blob' ? new Blob([new Uint8Array(data)]) : new Uint8Array(data).buffer
  }

  private tell<E extends Event>(event: E, handler: ((event: E) => void) | null): void {
    handler?.call(this, event)
    this.dispatchEvent(event)
  }

  private failed(_error: Error): void {
    if (this.state === NetWebSocketHost.CLOSED) return
    this.tell(new Event('error'), this.onerror)
    this.closed(1006, '')
  }

  private closed(code: number, reason: string): void {
    if (this.state === NetWebSocketHost.CLOSED) return
    this.state = NetWebSocketHost.CLOSED
    const event = Object.assign(new Event('close'), { code, reason, wasClean: code !== 1006 })
    this.tell(event, this.onclose)
  }

  get readyState(): number {
    return this.state
  }

  get protocol(): string {
    return this.socket?.protocol ?? ''
  }

  get extensions(): string {
    return this.socket?.extensions ?? ''
  }

  get bufferedAmount(): number {
    return this.socket?.bufferedAmount ?? 0
  }

  send(data: string | ArrayBufferLike | ArrayBufferView | Blob): void {
    if (this.state === NetWebSocketHost.CONNECTING)
      throw new DOMException("Failed to execute 'send': still in CONNECTING state.", 'InvalidStateError')
    if (this.state !== NetWebSocketHost.OPEN) return
    if (data instanceof Blob) throw new Error('The stand-in sends no Blob')
    this.socket?.send(data as string)
  }

  close(code?: number, reason?: string): void {
    if (this.state >= NetWebSocketHost.CLOSING) return
    const opening = this.state === NetWebSocketHost.CONNECTING
    this.state = NetWebSocketHost.CLOSING
    if (!this.socket) return void setImmediate(() => this.failed(new Error('closed before it was open')))
    if (opening) this.socket.terminate()
    else this.socket.close(code, reason)
  }
}
