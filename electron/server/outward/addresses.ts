/**
 * Where the server may call on behalf of people who are not its operator. An address in a form must not become a way into
 * the operator's own network (server-side request forgery).
 */
import { BlockList, isIP } from 'node:net'

/**
 * Targets inside: `none`; `loopback` this computer, where its owner is who fills in the form; `all` also private networks,
 * which the platform allows (setting `localProviders`).
 */
export type InternalTargets = 'none' | 'loopback' | 'all'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Networks that are nobody's on the internet: private, link-local, shared, test, multicast, reserved. */
const internal = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  internal.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  internal.addSubnet(network, bits, 'ipv6')

/** Whether the server may open a connection to an IP address. IPv4 written as IPv6 counts as what it is. */
export function mayReach(address: string, targets: InternalTargets): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (loopback.check(address, family)) return targets !== 'none'
  return targets === 'all' || !internal.check(address, family)
}
