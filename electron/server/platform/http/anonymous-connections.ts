/**
 * Limits connections that have not signed in yet, by network and in total, so that nobody can block the door for
 * others. A connection counts until it signs in or ends.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../auth/network'
import type { Callers } from './callers'

export interface AnonymousLimits {
  /** For one network (network.ts): a whole office may come back at once. */
  perNetwork: number
  inAll: number
}

export const ANONYMOUS_LIMITS: AnonymousLimits = { perNetwork: 500, inAll: 4_000 }

export interface AnonymousConnections {
  /**
   * Takes a place.
   * @param address null: unknown, counts in the total only.
   * @returns a function that gives the place back, once; null when there is none.
   */
  enter(address: string | null): (() => void) | null
  /** Whether there is a place. */
  hasRoom(address: string | null): boolean
}

/** Makes the places for one kind of connection. */
export function anonymousConnections({ perNetwork, inAll }: AnonymousLimits): AnonymousConnections {
  const byNetwork = new Map<string, number>()
  let all = 0
  const placeOf = (address: string | null): { network: string | null; there: number } => {
    const network = address === null ? null : networkOf(address)
    return { network, there: network === null ? 0 : (byNetwork.get(network) ?? 0) }
  }
  const isFull = (there: number): boolean => all >= inAll || there >= perNetwork
  return {
    hasRoom: address => !isFull(placeOf(address).there),
    enter(address) {
      const { network, there } = placeOf(address)
      if (isFull(there)) return null
      all += 1
      if (network !== null) byNetwork.set(network, there + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        all -= 1
        if (network === null) return
        const rest = (byNetwork.get(network) ?? 1) - 1
        if (rest > 0) byNetwork.set(network, rest)
        else byNetwork.delete(network)
      }
    },
  }
}

/**
 * Ends connections without a place; the first request of a connection gives its place back.
 * @param event a server's event for connections that carry requests.
 */
export function limitAnonymousConnections(
  server: Server,
  callers: Callers,
  event: 'connection' | 'secureConnection' = 'connection',
): void {
  const strangers = anonymousConnections(ANONYMOUS_LIMITS)
  const places = new WeakMap<Socket, () => void>()
  server.on(event, (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    // A proxy stands for many people, and keeps slow connections away itself.
    const leave = strangers.enter(callers.isProxy(address) ? null : address)
    if (!leave) return void socket.destroy()
    places.set(socket, leave)
    socket.once('close', leave)
  })
  const identified = (request: IncomingMessage): void => places.get(request.socket)?.()
  server.prependListener('request', identified)
  server.prependListener('upgrade', identified)
}
