/**
 * Which requests are answered at all, before anybody is asked who they are. A server on loopback is reachable by every
 * program of the computer and, through a name that points there (DNS rebinding), by every page its browser shows.
 */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { WORKSPACE_KEY_HEADER } from '@contract'

export interface DoorOptions {
  /** Address the server listens on. */
  host: string
  /** Names the server is known by besides its own address, lower case, without a port. */
  names: readonly string[]
  /** What every request and handshake must carry; null: no key (a standalone server). */
  key: string | null
  /** Whether a request came in by another door, which has asked for names and a key of its own (local-network). */
  isInside?(request: IncomingMessage): boolean
}

export interface Door {
  /** Whether the names of a request are ours. */
  admits(request: IncomingMessage): boolean
  /** Whether what somebody shows with a request is the key; always true without one. */
  opens(request: IncomingMessage, shown: unknown): boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1']
const ANY_ADDRESS = new Set(['0.0.0.0', '::', ''])
/** Turno's own pages; main leaves the origin out, Chromium's sockets do not. */
const OWN_ORIGIN = 'app://turno'

/** The host of a header or origin without its port and brackets, lower case; null when it is none. */
function hostOf(value: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(value)
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '') ?? null
}

/**
 * Makes the door. Loopback names and the address listened on are always ours. A server that listens beyond loopback is
 * also asked by its addresses: rebinding needs a name.
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

/** Whether what somebody shows is a key, in a time that does not tell how much of it. */
export function isKey(shown: unknown, key: Buffer): boolean {
  if (typeof shown !== 'string') return false
  const given = Buffer.from(shown)
  return given.length === key.length && timingSafeEqual(given, key)
}

/** What of a handshake or request is the key. */
export const keyOf = (members: Readonly<Record<string, unknown>>): unknown => members[WORKSPACE_KEY_HEADER]
