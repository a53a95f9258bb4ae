/**
 * What a server's answers show of it: the version promises a call, an unknown route shows that it is missing (an old build,
 * a proxy that lets only some paths through). Such a route is answered with a page, never with an error in JSON.
 */
import type { Capability } from '../../../src/contract'
import type { ServerClient } from '../session/server-client'

/** Calls, in the words of either line of servers, without which an ability is gone. */
const CALLS: readonly [method: string, path: RegExp, capability: Capability][] = [
  ['POST', /^\/contacts\/(?:upload|importCsv)$/, 'csvImport'],
  ['GET', /^\/contacts\/export$/, 'csvExport'],
  ['GET', /^\/contacts\/\d+\/media$/, 'contactMedia'],
  ['GET', /^\/contacts\/\d+\/tickets$/, 'contactHistory'],
  ['GET', /^\/tickets\/\d+\/timeline$/, 'ticketTimeline'],
  ['POST', /^\/tickets\/closeAll$/, 'closeAll'],
  ['POST', /^\/message\/forward$/, 'forward'],
  ['POST', /^\/messages\/[\w-]+\/reactions$/, 'reactions'],
]

const UNKNOWN_ROUTE = new Set([404, 405, 501])

/** The ability that an answer shows to be missing; null when it shows none. */
export function lackSeen(method: string, path: string, response: Response): Capability | null {
  if (!UNKNOWN_ROUTE.has(response.status)) return null
  if ((response.headers.get('content-type') ?? '').includes('json')) return null
  const pathname = `/${path.replace(/^\/+/, '').split('?', 1)[0]}`
  return CALLS.find(call => call[0] === method && call[1].test(pathname))?.[2] ?? null
}

/** The same client, with an ear for what the server turns out not to have. */
export function observed(client: ServerClient, lacks: (capability: Capability) => void): ServerClient {
  return {
    fetchFromOrigin: client.fetchFromOrigin,
    async fetch(path, init) {
      const response = await client.fetch(path, init)
      const lack = lackSeen((init?.method ?? 'GET').toUpperCase(), path, response)
      if (lack) lacks(lack)
      return response
    },
  }
}
