/** Who is behind a connection, before Fastify has a request (its own rule is the same: trustProxy). */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Names a list of proxies may use. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const plain = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

export interface Callers {
  /** Whether an address is a proxy's, and therefore not a single caller. */
  isProxy(address: string): boolean
  /** The address a request comes from: behind proxies, the last one that is not theirs. */
  of(request: Pick<IncomingMessage, 'socket' | 'headers'>): string
}

/** @param proxies addresses, networks and names whose `x-forwarded-for` is trusted. */
export function callersBehind(proxies: readonly string[]): Callers {
  const trusted = new BlockList()
  for (const entry of proxies.flatMap(one => NAMED[one] ?? [one])) {
    const [net = '', bits] = entry.split('/')
    if (isIP(net) === 0) continue
    if (bits === undefined) trusted.addAddress(net, familyOf(net))
    else trusted.addSubnet(net, Number(bits), familyOf(net))
  }
  const isProxy = (address: string): boolean =>
    isIP(plain(address)) !== 0 && trusted.check(plain(address), familyOf(plain(address)))
  return {
    isProxy,
    of({ socket, headers }) {
      const forwardedFor = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map(one => one.trim())
        .filter(Boolean)
      let address = socket.remoteAddress ?? ''
      while (forwardedFor.length > 0 && isProxy(address)) address = forwardedFor.pop() ?? address
      return plain(address)
    },
  }
}
