/**
 * Which requests are answered at all, before anybody is asked who they are. A server on loopback can be reached by
 * every program of the computer and, through DNS rebinding, by every page in its browser.
 */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { WORKSPACE_KEY_HEADER } from '@contract'

export interface DoorOptions {
  /** Address the server listens on. */
  host: string
  /** Names of the server besides its own address, lower case, without a port. */
  names: readonly string[]
  /** The key every request and handshake must carry; null: none (a standalone server). */
  key: string | null
  /** Whether a request came in through another listener, which has checked names and a key itself (local-network). */
  isInside?(request: IncomingMessage): boolean
}

export interface Door {
  /** Whether the host name of a request is ours. */
  admits(request: IncomingMessage): boolean
  /** Whether a request shows the key; always true without one. */
  opens(request: IncomingMessage, shown: unknown): boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1']
const ANY_ADDRESS = new Set(['0.0.0.0', '::', ''])
/** Turno's own pages; main omits the origin, Chromium's sockets send it. */
const OWN_ORIGIN = 'app://turno'

/** The host of a header or origin without port and brackets, lower case; null when invalid. */
function hostOf(value: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(value)
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '') ?? null
}

/**
 * Makes the door. Loopback names and the listening address are always ours. A server that listens beyond loopback is
 * also called by its addresses: rebinding needs a name.
 */
export function createDoor({ host, names, key, isInside = () => false }: DoorOptions): Door {
  const own = new Set([...LOOPBACK, host.toLowerCase(), ...names])
  const wide = ANY_ADDRESS.has(host)
  const isOurs = (value: string): boolean => {
    const name = hostOf(value)
    return name !== null && (own.has(name) || (wide && isIP(name) !== 0))
  }
  const wanted = key === null ? null : Buffer.from(key)
  return {
    admits(request) {
      if (isInside(request)) return true
      const { host: called, origin } = request.headers
      if (called === undefined || !isOurs(called)) return false
      if (origin === undefined || origin === OWN_ORIGIN) return true
      const match = /^https?:\/\/(.+)$/i.exec(origin)
      return match?.[1] !== undefined && isOurs(match[1])
    },
    opens: (request, shown) => wanted === null || isInside(request) || isKey(shown, wanted),
  }
}

/** Whether a value is a key, compared in constant time. */
export function isKey(shown: unknown, key: Buffer): boolean {
  if (typeof shown !== 'string') return false
  const given = Buffer.from(shown)
  return given.length === key.length && timingSafeEqual(given, key)
}

/** The key in a handshake or request. */
export const keyOf = (members: Readonly<Record<string, unknown>>): unknown => members[WORKSPACE_KEY_HEADER]
