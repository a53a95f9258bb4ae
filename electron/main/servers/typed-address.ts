/**
 * Finding the server behind what a person types or pastes: without a protocol, with the API's path, or the address of a
 * page of the web client that the same company uses.
 */

import { isInside } from '../../outward/addresses'
import { type Found, probeServer } from '../adapters/capabilities'
import { ConfigError, serverFromUrl } from '../config/config'
import type { FetchLike } from '../session/http'

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

/** The addresses a text may mean, likeliest first; nothing when it is no address. */
export function meantBy(text: string): URL[] {
  const trimmed = text.trim()
  const full = SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(full)) return []
  const url = new URL(full)
  // What a page put behind its path is not about the server.
  url.search = ''
  url.hash = ''
  try {
    const typed = serverFromUrl(url.href, 'address')
    if (typed.kind !== 'remote') return []
    const secure = typed.pathAssumed ? typed.origin : typed.api
    if (SCHEME.test(trimmed) || !isInside(url.hostname)) return [secure]
    // https is what people mean; in private networks the server often has none. The port written down holds for both.
    const plain = new URL(`http://${trimmed}`)
    return [secure, new URL(secure.pathname, plain.origin)]
  } catch (error) {
    if (error instanceof ConfigError) return []
    throw error
  }
}

type NotFound = { ok: false; reason: 'invalid' | 'unreachable' | 'certificate' | 'notAServer' }

/**
 * Asks what a text may mean. Without encryption only where nothing encrypted answers: a certificate that is refused is never
 * a reason to send a password in clear, because whoever is in between needs no more than a bad certificate. Never throws.
 */
export async function findServer(fetch: FetchLike, text: string): Promise<({ ok: true } & Found) | NotFound> {
  const meant = meantBy(text)
  let last: NotFound = { ok: false, reason: 'invalid' }
  for (const address of meant) {
    const found = await probeServer(fetch, address, { above: true })
    if (found.ok) return found
    last = found
    // Something answers TLS there, trusted or not.
    if (found.reason !== 'unreachable') break
  }
  return last
}
