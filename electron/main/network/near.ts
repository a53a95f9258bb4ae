/**
 * Calls to a company on a computer of this network (docs/local-network.md). Such a computer is known by its key: a connection
 * on which another one answers is closed before anything is said. Chromium is not asked: no authority vouches for a key, a
 * proxy has no business here, and where the computer is today is found out for each connection.
 */
import { createHash } from 'node:crypto'
import { Agent, type AgentOptions, request } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { isLocalHost, localHostOf, signsOf, WORKSPACE_KEY_HEADER } from '../../../src/contract'
import type { FetchLike } from '../session/http'
import { type Call, requestFetch } from '../session/request-fetch'

/** How long one address may take to answer, milliseconds: those that are asleep take all of it. */
const DIAL_MS = 4_000

/** A computer as it is known here. */
export interface NearServer {
  /** Of its key, or the part of it that a code read aloud carries. */
  fingerprint: string
  /** What it wants to see with every call; null before it let this console in. */
  key: string | null
  /** Host and port, the likeliest first. */
  places: readonly string[]
}

export interface Near {
  fetch: FetchLike
  /** A WebSocket as Chromium's own are used. */
  openSocket(url: string): unknown
  /** Who knows the computers: by name (contract/local-network), and told where one was found. */
  know(known: { find(host: string): NearServer | null; foundAt(host: string, place: string): void }): void
  /** A computer that is about to be joined; null: no longer. */
  candidate(server: NearServer | null): void
  /** The whole fingerprint of a computer that was connected to; null before. */
  fingerprintOf(host: string): string | null
  /** Whether a computer answers at a place. Never rejects. */
  answersAt(server: NearServer, place: string): Promise<boolean>
}

/** What answers has another key. Told from a computer that is away by its words (adapters/capabilities.ts). */
class AnotherComputer extends Error {
  constructor(place: string) {
    super(`ERR_CERT_OF_ANOTHER_COMPUTER at ${place}`)
  }
}

/** SHA-256 of the public key in the certificate that was proven to be held. */
function fingerprintAt(socket: TLSSocket): string | null {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  return key ? signsOf(createHash('sha256').update(key).digest()) : null
}

/** Connects to one place. @throws Error of the network; AnotherComputer. */
function dial(server: NearServer, place: string): Promise<{ socket: TLSSocket; fingerprint: string }> {
  const [host = '', port] = place.split(':')
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port: Number(port), servername: localHostOf(server.fingerprint) },
      minVersion: 'TLSv1.3',
      // Nobody vouches for it: the key is compared below, before a byte is sent.
      rejectUnauthorized: false,
    })
    const fail = (error: Error) => {
      clearTimeout(limit)
      socket.destroy()
      reject(error)
    }
    const limit = setTimeout(() => fail(new Error(`no answer at ${place}`)), DIAL_MS)
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      const fingerprint = fingerprintAt(socket)
      if (!fingerprint?.startsWith(server.fingerprint)) return fail(new AnotherComputer(place))
      clearTimeout(limit)
      socket.off('error', fail)
      resolve({ socket, fingerprint })
    })
  })
}

/** Hangs up on those that were connected to after another place had answered. */
const hangUp = (late: ReturnType<typeof dial>) =>
  late.then(
    ({ socket }) => socket.destroy(),
    () => undefined,
  )

/**
 * Connects where the computer is: where it was last, else wherever it answers first.
 * @throws AnotherComputer when its key was nowhere and another one somewhere; else the first error.
 */
async function find(server: NearServer): Promise<Awaited<ReturnType<typeof dial>> & { place: string }> {
  const [last, ...others] = server.places
  if (last === undefined) throw new Error('no place is known')
  const errors: Error[] = []
  try {
    return { ...(await dial(server, last)), place: last }
  } catch (error) {
    errors.push(error as Error)
  }
  const dialled = others.map(place => ({ place, call: dial(server, place) }))
  try {
    const found = await Promise.any(dialled.map(async ({ place, call }) => ({ ...(await call), place })))
    for (const { place, call } of dialled) if (place !== found.place) void hangUp(call)
    return found
  } catch (error) {
    errors.push(...((error as AggregateError).errors as Error[]))
    throw errors.find(one => one instanceof AnotherComputer) ?? errors[0]
  }
}

/** Makes it; knows no computer yet. */
export function createNear(): Near {
  let known: Parameters<Near['know']>[0] | null = null
  let joining: NearServer | null = null
  const fingerprints = new Map<string, string>()
  const serverAt = (host: string): NearServer | null =>
    joining && localHostOf(joining.fingerprint) === host ? joining : (known?.find(host) ?? null)

  class NearAgent extends Agent {
    override createConnection(
      options: AgentOptions & { host?: string },
      done?: (error: Error | null, socket: Duplex) => void,
    ) {
      const host = options.host ?? ''
      const server = serverAt(host)
      const failed = (error: Error) => done?.(error, undefined as unknown as Duplex)
      if (!server) {
        queueMicrotask(() => failed(new Error('This computer is not known')))
        return undefined
      }
      find(server).then(({ socket, fingerprint, place }) => {
        fingerprints.set(host, fingerprint)
        if (place !== server.places[0]) known?.foundAt(host, place)
        done?.(null, socket)
      }, failed)
      return undefined
    }
  }
  const agent = new NearAgent({ keepAlive: true })

  const calls = requestFetch(({ method, url }) => request(url, { method, agent }) as unknown as Call)
  const headersFor = (url: string): Record<string, string> => {
    const key = serverAt(new URL(url).hostname)?.key
    return key ? { [WORKSPACE_KEY_HEADER]: key } : {}
  }
  return {
    fetch(url, init) {
      const headers = new Headers(init.headers)
      for (const [name, value] of Object.entries(headersFor(url))) headers.set(name, value)
      return calls(url, { ...init, headers })
    },
    openSocket: url => new WebSocket(url, { agent, headers: headersFor(url), perMessageDeflate: false }),
    know(next) {
      known = next
    },
    candidate(server) {
      joining = server
    },
    fingerprintOf: host => fingerprints.get(host) ?? null,
    async answersAt(server, place) {
      try {
        const { socket } = await dial(server, place)
        socket.destroy()
        return true
      } catch {
        return false
      }
    },
  }
}

/** Whether an address is that of a computer of this network. */
export const isNearUrl = (url: string): boolean => isLocalHost(new URL(url).hostname)
