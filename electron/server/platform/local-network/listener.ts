/** The listener for the network: only TLS, only private networks, only requests with the key or an invitation. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { placeOf } from '../../../outward/addresses'
import { limitAnonymousConnections } from '../http/anonymous-connections'
import type { Callers } from '../http/callers'
import { isKey, keyOf } from '../http/door'
import { certificateOf, type Identity } from './identity'

/** Most connections of all colleagues, signed in or not. */
const MOST_CONNECTIONS = 1_000
const HANDSHAKE_MS = 3_000
/** Most connections without a TLS handshake, from one address and in total, so that the others keep their places. */
const SILENT = { ofOne: 50, ofAll: 500 }
/** Events wait up to 100 ms for others (realtime/gathered-writes.ts). */
const LAST_WORDS_MS = 200

/** The answer to callers without the key. */
const FOR_INVITED = new Set(['/api/invitations/look', '/api/invitations/join'])

export interface Listener {
  port: number
  /** Stops answering, and ends all connections once their pending data has left. */
  close(): Promise<void>
}

/** Whether an address belongs to a network behind a router, or to this computer. */
export const isNear = (address: string | undefined): boolean =>
  ['private', 'loopback'].includes(placeOf(address ?? ''))

/**
 * Listens on every IPv4 address this computer has and will have; callers from outside are disconnected.
 * @param on.http gets the accepted requests; its time limits apply here as well.
 * @param on.key what consoles show, as text.
 * @param on.letIn told of each accepted request before anybody reads it.
 * @param on.port another free one is used when it is taken.
 * @throws Error when nothing can be listened on.
 */
export async function listenInNetwork(on: {
  http: Server
  identity: Identity
  key: string
  callers: Callers
  port: number
  letIn(request: IncomingMessage): void
}): Promise<Listener> {
  const { http, identity } = on
  const wanted = Buffer.from(on.key)
  const server = createServer({
    key: identity.privateKey,
    cert: await certificateOf(identity),
    // Both ends are Turno's.
    minVersion: 'TLSv1.3',
    handshakeTimeout: HANDSHAKE_MS,
    keepAliveTimeout: http.keepAliveTimeout,
    headersTimeout: http.headersTimeout,
    requestTimeout: http.requestTimeout,
    // Slow heads are checked for as often as within their limit.
    connectionsCheckingInterval: http.headersTimeout / 4,
  })
  server.maxConnections = MOST_CONNECTIONS
  server.timeout = http.timeout
  let closing = false
  const open = new Set<Socket>()
  /** Ports of connections without a finished handshake, by address. */
  const silent = new Map<string, Set<number>>()
  const spoke = (address: string, port: number): void => {
    silent.get(address)?.delete(port)
    if (silent.get(address)?.size === 0) silent.delete(address)
  }
  server.on('connection', (socket: Socket) => {
    if (!isNear(socket.remoteAddress) || !isNear(socket.localAddress)) return void socket.destroy()
    const address = socket.remoteAddress ?? ''
    const ofOne = silent.get(address) ?? new Set()
    const ofAll = [...silent.values()].reduce((sum, ports) => sum + ports.size, 0)
    if (ofOne.size >= SILENT.ofOne || ofAll >= SILENT.ofAll) return void socket.destroy()
    silent.set(address, ofOne.add(socket.remotePort ?? 0))
    open.add(socket)
    const port = socket.remotePort ?? 0
    socket.once('close', () => {
      open.delete(socket)
      spoke(address, port)
    })
  })
  server.on('secureConnection', ({ remoteAddress = '', remotePort = 0 }) => spoke(remoteAddress, remotePort))
  limitAnonymousConnections(server, on.callers, 'secureConnection')
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.on('clientError', (_error, socket) => socket.destroy())

  /** Browser pages send an origin, and know neither the name nor the key. */
  const passes = (request: IncomingMessage): boolean => {
    const { host = '', origin } = request.headers
    if (closing) return false
    if (host.replace(/:\d+$/, '').toLowerCase() !== identity.host || origin !== undefined) return false
    if (isKey(keyOf(request.headers), wanted)) return true
    return request.method === 'POST' && FOR_INVITED.has(request.url ?? '')
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!passes(request)) {
      response.writeHead(403, { connection: 'close' })
      return void response.end()
    }
    on.letIn(request)
    http.emit('request', request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!passes(request)) return void socket.destroy()
    on.letIn(request)
    http.emit('upgrade', request, socket, head)
  })

  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host: '0.0.0.0' }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(on.port).catch(error => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(0)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closing = true
      server.close()
      await delay(LAST_WORDS_MS)
      for (const socket of open) socket.destroy()
    },
  }
}
