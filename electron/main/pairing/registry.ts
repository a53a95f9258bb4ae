/**
 * Where packages are fetched: no address stands in the source. Whoever looks after the computer, or the company, says it; else it
 * is that of the npm which packed Turno, or starts it from source.
 */

import { isInside } from '../../outward/addresses'
import { mayBeKept } from '../../outward/guarded-request'
import { type ConfigPlaces, readMember } from '../config/load'
import type { Log } from '../log/log'

export interface Registry {
  /** With a slash at its end; "" where nobody has said it. */
  address: string
  /** The administrator of this computer has: nobody types another. */
  fixed: boolean
}

/**
 * Whether something may be fetched at an address: by https, or without encryption in one's own network alone. The system's proxy
 * looks names up, so that only their form can tell.
 */
export const mayBeFetched = ({ href, protocol, hostname }: URL): boolean =>
  mayBeKept(href, true) && (protocol === 'https:' || (protocol === 'http:' && isInside(hostname)))

/** A registry's address as somebody typed it; null for what is none. */
export function registryAt(typed: string): URL | null {
  const text = typed.trim()
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.search !== '' || url.hash !== '' || !mayBeFetched(url)) return null
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`
  return url
}

/**
 * What is configured: TURNO_REGISTRY before the `registry` of the files, npm's own after them.
 * @param places the machine's policy among them, which nobody changes.
 */
export function readRegistry(
  places: ConfigPlaces,
  { variable, npm }: { variable: string | undefined; npm: string | undefined },
  log: Log,
): Registry {
  const found = variable?.trim()
    ? { source: 'TURNO_REGISTRY', value: variable }
    : (readMember(places, 'registry') ?? (npm?.trim() ? { source: 'TURNO_NPM_REGISTRY', value: npm } : null))
  if (!found) return { address: '', fixed: false }
  const url = typeof found.value === 'string' ? registryAt(found.value) : null
  if (!url) log.error('the registry cannot be used', { source: found.source })
  return { address: url?.href ?? '', fixed: url !== null && found.source === places.policyFile }
}
