/**
 * The network of an address, for counts by address: an IPv4 address counts by itself; with IPv6 whoever has one address
 * has 2^64, and a provider gives a customer up to 2^80.
 */
import { isIP } from 'node:net'

/** Groups of 16 bits that are one customer's line (/64), and at most one site's (/48). */
const LINE = 4
const SITE = 3

/** The first groups of an IPv6 address, in one spelling. */
function prefixOf(address: string, groups: number): string {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const all = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right]
  return `${all
    .slice(0, groups)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${16 * groups}`
}

function prefix(address: string, groups: number): string {
  const [unzoned = ''] = address.split('%')
  if (isIP(unzoned) !== 6) return unzoned
  // An IPv4 address as IPv6 sockets say it: ::ffff:192.0.2.1, or the same in hexadecimal.
  const plain = new URL(`http://[${unzoned}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain)
  if (!mapped) return prefixOf(plain, groups)
  const [high, low] = [mapped[1], mapped[2]].map(group => Number.parseInt(group ?? '0', 16)) as [
    number,
    number,
  ]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 address. Anything else counts by itself. */
export const networkOf = (address: string): string => prefix(address, LINE)

/** The widest network one customer may have: an IPv4 address, or the /48 of an IPv6 address. */
export const siteOf = (address: string): string => prefix(address, SITE)
