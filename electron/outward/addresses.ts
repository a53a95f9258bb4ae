/**
 * Where the server may call on behalf of people who are not its operator. An address in a form must not become a way into
 * the operator's own network (server-side request forgery). Whoever calls such an address asks here: webhooks, AI
 * providers, integrations.
 */
import { BlockList, isIP } from 'node:net'

/**
 * Targets inside: `none`; `loopback` this computer, where its owner is who fills in the form; `all` also private networks,
 * which the platform allows (setting `localProviders`).
 */
export type InternalTargets = 'none' | 'loopback' | 'all'

/** What kind of place an IP address is; `never` is nobody's server, whatever the platform allows. */
export type Place = 'public' | 'loopback' | 'private' | 'never'

function listOf(v4: readonly [string, number][], v6: readonly [string, number][]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of v4) list.addSubnet(net, bits, 'ipv4')
  for (const [net, bits] of v6) list.addSubnet(net, bits, 'ipv6')
  return list
}

const LOOPBACK = listOf([['127.0.0.0', 8]], [['::1', 128]])

/** The networks behind a company's own router. */
const PRIVATE = listOf(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [['fc00::', 7]],
)

/** Link-local (where clouds keep credentials), multicast, reserved, examples, translations of the above. */
const NEVER = listOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['::', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
)

/** What kind of place an IP address is. What is no IP address is `never`. */
export function placeOf(address: string): Place {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  // A v4 address in v6's clothes in any other writing is refused: nobody sets a server up so.
  if (!mapped && /^::ffff:/i.test(address)) return 'never'
  const plain = mapped ?? address
  const version = isIP(plain)
  if (version === 0) return 'never'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (LOOPBACK.check(plain, family)) return 'loopback'
  if (NEVER.check(plain, family)) return 'never'
  return PRIVATE.check(plain, family) ? 'private' : 'public'
}

/** Whether the server may open a connection to an IP address. */
export function mayReach(address: string, targets: InternalTargets): boolean {
  const place = placeOf(address)
  if (place === 'loopback') return targets !== 'none'
  return place === 'public' || (place === 'private' && targets === 'all')
}

/** Host of an address without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Whether a host stands on this computer or in its own network, as far as its name tells (RFC 6762, 6761, 8375): servers without
 * encryption are common there. Addresses that wrap another one count as inside: what is in them is nobody's to guess.
 * @param hostname as a URL has it.
 */
export function isInside(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) !== 0) return placeOf(host) !== 'public'
  return (
    host === 'localhost' || !host.includes('.') || /\.(?:localhost|local|lan|home|internal|corp)$/.test(host)
  )
}
