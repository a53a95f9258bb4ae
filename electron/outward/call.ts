/**
 * One HTTP call to an address somebody typed: guarded against reaching inside, bounded in time and size, without redirects,
 * cookies or a proxy of the environment.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { TimeLimitReached, within } from '../time-limit'
import { hostOf, type InternalTargets, mayReach } from './addresses'
import { judgedLookup } from './names'

export interface OutwardCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** From the first byte to the last one of the answer, milliseconds. */
  timeoutMs: number
  /** Most of the answer that is read, in bytes; the rest is cut off. */
  mostBytes: number
  targets: InternalTargets
  signal?: AbortSignal
}

export interface OutwardAnswer {
  status: number
  body: string
}

/** Nobody answered, or nobody may be asked. `code`: REFUSED_ADDRESS, TIMEOUT, ABORTED, or the network's own (ECONNREFUSED, ...). */
export class OutwardError extends Error {
  constructor(readonly code: string) {
    super(code)
    this.name = 'OutwardError'
  }
}

/** Refuses a name when any of its addresses is inside. */
const guardedLookup = (targets: InternalTargets): LookupFunction =>
  judgedLookup(found =>
    found.every(({ address }) => mayReach(address, targets)) ? null : new OutwardError('REFUSED_ADDRESS'),
  )

/** Whether an address names, by its digits, a computer that may not be called; a name is looked up when it is called. */
export function namesForbidden(url: string, targets: InternalTargets): boolean {
  const host = hostOf(new URL(url))
  if (host.toLowerCase() === 'localhost') return targets === 'none'
  return isIP(host) !== 0 && !mayReach(host, targets)
}

/**
 * Calls.
 * @throws OutwardError when nobody answered in time, or the address is inside.
 */
export function callOutward(call: OutwardCall): Promise<OutwardAnswer> {
  const { url, timeoutMs, targets, signal } = call
  if (namesForbidden(url, targets)) return Promise.reject(new OutwardError('REFUSED_ADDRESS'))
  const codeOf = (error: Error): string => {
    if (error instanceof OutwardError) return error.code
    if (error instanceof TimeLimitReached) return 'TIMEOUT'
    if (signal?.aborted) return 'ABORTED'
    return (error as NodeJS.ErrnoException).code ?? 'FAILED'
  }
  return within(timeoutMs, limit => exchange(call, limit), signal).catch((error: Error) => {
    throw new OutwardError(codeOf(error))
  })
}

function exchange(
  { method, url, headers = {}, body, mostBytes, targets }: OutwardCall,
  signal: AbortSignal,
): Promise<OutwardAnswer> {
  return new Promise((resolve, reject) => {
    const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(
      url,
      {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        lookup: guardedLookup(targets),
        agent: false,
        signal,
      },
      response => {
        const parts: Buffer[] = []
        let bytes = 0
        const end = (): void =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') })
        response.on('data', (part: Buffer) => {
          const room = mostBytes - bytes
          bytes += part.length
          if (room > 0) parts.push(part.subarray(0, room))
          if (bytes < mostBytes) return
          end()
          response.destroy()
        })
        response.on('error', reject)
        response.on('end', end)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
