import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { AuthInfo } from 'electron'

/** The system's proxy: TURNO_STAND_IN_PROXY, `http://host:port`. Chromium never sends loopback addresses to it. */
const system = process.env.TURNO_STAND_IN_PROXY ? new URL(process.env.TURNO_STAND_IN_PROXY) : null

/** What the network service remembers of proxies until the program ends; a password that was refused is forgotten. */
const known = new Map<string, string>()

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** The proxy that an address goes through; null for a direct line. */
export const proxyFor = (url: URL): URL | null => (system && !LOOPBACK.test(url.hostname) ? system : null)

export const proxyHeaders = (proxy: URL): Record<string, string> => {
  const credentials = known.get(proxy.host)
  return credentials ? { 'proxy-authorization': credentials } : {}
}

/** Whether a 407 names the password we just used: then it is wrong. */
export function refusedBy(proxy: URL, used: string | undefined): void {
  if (used !== undefined && known.get(proxy.host) === used) known.delete(proxy.host)
}

export function learn(proxy: URL, username: string, password: string): void {
  known.set(proxy.host, `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
}

/** What Electron tells of a proxy's question. */
export const authInfoOf = (proxy: URL, answer: IncomingMessage): AuthInfo => ({
  isProxy: true,
  scheme: 'basic',
  host: proxy.hostname,
  port: Number(proxy.port || 80),
  realm: /realm="([^"]*)"/i.exec(String(answer.headers['proxy-authenticate'] ?? ''))?.[1] ?? '',
})

/** A tunnel through the proxy, as sockets take it. Rejects on anything but 200: a WebSocket asks nobody for a password. */
export function tunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const used = proxyHeaders(proxy)
    const ask = httpRequest({
      host: proxy.hostname,
      port: Number(proxy.port || 80),
      method: 'CONNECT',
      path: `${host}:${port}`,
      headers: used,
      agent: false,
    })
    ask.once('connect', (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket as Socket)
      socket.destroy()
      reject(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'))
    })
    ask.once('response', answer => {
      answer.resume()
      reject(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'))
    })
    ask.once('error', reject)
    ask.end()
  })
}

/** A direct line. */
export const direct = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
