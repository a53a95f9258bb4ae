/**
 * Requests to addresses an administrator typed: where a name leads is asked once, checked, and exactly that is connected
 * to, so that a name cannot lead elsewhere in between. Redirects are not followed.
 */
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { limitSignal } from '../time-limit'
import { hostOf, placeOf } from './addresses'
import { judgedLookup } from './names'

/** Whether a connection to an IP address is allowed. */
function mayReach(address: string, protocol: string, local: boolean): boolean {
  const place = placeOf(address)
  return place === 'public' ? protocol === 'https:' : local && place !== 'never'
}

/**
 * Whether an address somebody typed may be kept, as far as it tells by itself.
 * @param local whether addresses of this network and plain http are allowed.
 */
export function mayBeKept(text: string, local: boolean): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  const host = hostOf(url)
  if (isIP(host) !== 0) return mayReach(host, url.protocol, local)
  if (url.protocol === 'https:') return local || !/(^|\.)localhost$/i.test(host)
  return local && url.protocol === 'http:'
}

/** More came than was asked for at the most. */
export class AnswerTooLong extends Error {
  constructor() {
    super('the answer is too long')
    this.name = 'AnswerTooLong'
  }
}

/** The address is none this workspace may connect to. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`not allowed: ${host}`)
    this.name = 'AddressRefused'
  }
}

/** The lookup of a connection: every address of the name must be one that may be reached. */
const judging = (protocol: string, local: boolean): LookupFunction =>
  judgedLookup((found, hostname) =>
    found.every(({ address }) => mayReach(address, protocol, local)) ? null : new AddressRefused(hostname),
  )

/** A connection over which nothing goes for so long is broken off; milliseconds. */
const SILENT_MS = 30_000
/** Longest exchange of whoever gives no signal, milliseconds. */
const WHOLE_MS = 180_000

/** Nothing was heard for too long. Its name is that of a limit of time. */
class Silent extends Error {
  constructor(ms: number) {
    super(`nothing heard for ${ms} ms`)
    this.name = 'TimeoutError'
  }
}

/** Keeps connections to a host for this long, milliseconds: less than its other end lets them stand. */
export const keptConnections = (origin: string, ms: number): Agent => {
  const how = { keepAlive: true, timeout: ms }
  return origin.startsWith('https:') ? new TlsAgent(how) : new Agent(how)
}

export interface GuardedRequest {
  method: string
  headers: Readonly<Record<string, string>>
  /** Sent one after the other; null for none. */
  body: readonly Uint8Array[] | null
  /** Whether addresses of this network and plain http may be reached (setting `localProviders`). */
  local: boolean
  /** Ends it; without one it ends after three minutes. */
  signal?: AbortSignal | undefined
  /** SILENT_MS unless given. */
  silentMs?: number
  /** Keeps connections for the next request to the same host with the same `local`; without it each has its own. */
  agent?: Agent | undefined
}

/**
 * @returns the answer, its body still to be read.
 * @throws AddressRefused, the reason of the signal, or as the connection failed.
 */
export async function guardedRequest(
  url: URL,
  { method, headers, body, local, signal, silentMs = SILENT_MS, agent }: GuardedRequest,
): Promise<IncomingMessage> {
  const host = hostOf(url)
  if (!['https:', 'http:'].includes(url.protocol)) throw new AddressRefused(host)
  if (isIP(host) !== 0 && !mayReach(host, url.protocol, local)) throw new AddressRefused(host)
  if (url.protocol === 'http:' && !local) throw new AddressRefused(host)
  const length = body?.reduce((sum, part) => sum + part.length, 0)
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method,
        headers: { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) },
        agent: agent ?? false,
        lookup: judging(url.protocol, local),
        signal: signal ?? limitSignal(WHOLE_MS),
      },
      resolve,
    )
    // Also while its body is read: what is read next fails then.
    call.setTimeout(silentMs, () => call.destroy(new Silent(silentMs)))
    // A kept connection is made with the patience of one that waits for its next request.
    call.on('socket', socket => socket.setTimeout(silentMs))
    call.on('error', reject)
    for (const part of body ?? []) call.write(part)
    call.end()
  })
}
