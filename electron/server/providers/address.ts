/**
 * Where the workspace may go on an administrator's word (AI providers, integrations): https to public servers. Plain http
 * and addresses of this network are the platform's to allow (setting `localProviders`): a server that many companies
 * share must not carry anybody behind its own walls.
 */
import { BlockList, isIP, isIPv4 } from 'node:net'
import { Refusal } from '../errors'

function listOf(v4: readonly [string, number][], v6: readonly [string, number][]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of v4) list.addSubnet(net, bits, 'ipv4')
  for (const [net, bits] of v6) list.addSubnet(net, bits, 'ipv6')
  return list
}

/** This machine and the networks behind a company's own router. */
const LOCAL = listOf(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
  ],
)
/** Nobody's servers: link-local (where clouds keep credentials), multicast, reserved, translations of the above. */
const NEVER = listOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['::', 128],
    ['64:ff9b::', 96],
    ['2002::', 16],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
)

/** What kind of place an IP address is. */
export function placeOf(address: string): 'public' | 'local' | 'never' {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  // A v4 address in v6's clothes in any other writing is refused: nobody sets a server up so.
  if (!mapped && /^::ffff:/i.test(address)) return 'never'
  const plain = mapped ?? address
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  if (NEVER.check(plain, family)) return 'never'
  return LOCAL.check(plain, family) ? 'local' : 'public'
}

/** Whether a connection to an IP address is allowed. */
export function mayReach(address: string, protocol: string, local: boolean): boolean {
  const place = placeOf(address)
  if (place === 'local') return local
  return place === 'public' && protocol === 'https:'
}

/** Host of an address without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Refuses an address somebody wants kept, as far as it tells by itself; names are looked at again when they are resolved.
 * @param local setting `localProviders`.
 * @throws Refusal ERR_ADDRESS_NOT_ALLOWED naming the field.
 */
export function refuseAddress(text: string, local: boolean, field: string): void {
  const refusal = new Refusal('ERR_ADDRESS_NOT_ALLOWED', { field })
  if (!URL.canParse(text)) throw refusal
  const url = new URL(text)
  const host = hostOf(url)
  const isName = isIP(host) === 0
  const isHere = /(^|\.)localhost$/i.test(host)
  const allowed = isName
    ? url.protocol === 'https:'
      ? local || !isHere
      : local && url.protocol === 'http:'
    : mayReach(host, url.protocol, local)
  if (!allowed || url.username !== '' || url.password !== '') throw refusal
}
